"""The canary goes its way through the deployed API, and does not arrive without its key."""

import boto3
import pytest

from functions.canary.handler import lambda_handler
from local.deployment import Deployment
from mneme.application.canary.journey import JourneyEnded
from tests.functions.cloud import InvocationContext

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

SECRET = "mneme-local/canary"


@pytest.fixture
def secret(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a tenant for the canary, and keep its key where the canary looks for it."""
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWS_DEFAULT_REGION", deployment.environment["AWS_REGION"])
    monkeypatch.setenv("MNEME_BASE_URL", deployment.base_url)
    monkeypatch.setenv("MNEME_CANARY_SECRET", SECRET)
    key = deployment.first_key("canary")
    boto3.client("secretsmanager").create_secret(Name=SECRET, SecretString=key)
    return SECRET


def _turn() -> None:
    lambda_handler({"schedule": "canary"}, InvocationContext("canary"))


# What is stranded is needed later: its minute passes while other tests run.
@pytest.mark.usefixtures("stranded")
def test_it_arrives_time_and_again_while_its_key_is_good(secret: str) -> None:
    _turn()
    _turn()

    boto3.client("secretsmanager").put_secret_value(SecretId=secret, SecretString="mk_canary_x_y")
    with pytest.raises(JourneyEnded, match=r"^add: add was answered by 401: code 40101"):
        _turn()
