"""The parts of a canary's way, put together: the public API and the key to it, and no store."""

from mneme.adapters.aws_clients import AwsClients
from mneme.adapters.https_public_api import HttpsPublicApi
from mneme.adapters.named_secret import read_secret
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.application.canary.journey import Journey
from mneme.runtime.settings import settings


def journey() -> Journey:
    """Return a way to be gone once, with the key as it is now. Raises Unavailable without one."""
    chosen = settings()
    key = read_secret(AwsClients(chosen.aws_calls).secrets, chosen.canary_secret)
    return Journey(HttpsPublicApi(chosen.base_url, key), SystemClock(), SystemIds())
