"""A tenant's quota is set by the operator's command, and holds at the deployed API for it alone."""

import pytest

from local import operate
from local.deployment import STAGE, Deployment
from mneme.runtime import bootstrap
from tests.e2e.caller import Caller

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

LIMITED = "frugal"
DAY = 86_400
ASKED = {"user_id": "vera", "query": "What is there?"}


def _limit(*quotas: str) -> None:
    bootstrap.services.cache_clear()
    assert operate.main(["quotas", "set", LIMITED, *quotas, "--stage", STAGE]) == 0


def test_what_is_beyond_a_quota_is_refused_with_a_time_and_nothing_else_is(
    deployment: Deployment, second: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)
    key = deployment.first_key(LIMITED)
    _limit("--recall", "2/day")

    with Caller(deployment.base_url, key) as limited:
        allowed = [limited.answer("recall", **ASKED)[1]["code"] for _ in range(2)]
        status, refused = limited.answer("recall", **ASKED)
        assert 42900 not in allowed
        assert (status, refused["code"]) == (429, 42900)
        assert 0 < refused["data"]["retry_after"] <= DAY
        # Another class of verbs, and another tenant, have their own.
        assert limited.data("user/list", user_id="vera")["memories"] == []
        assert second.recalled("What is there?", user_id="vera") == []
