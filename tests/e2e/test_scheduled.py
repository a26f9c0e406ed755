"""Schedules of a deployed stage: the platform calls on time, and each call does its work."""

import json

import boto3
import pytest

from infra.canary import TURNS
from infra.schedules import SCHEDULES
from local.deployment import Deployment
from tests.e2e.caller import Caller, eventually
from tests.e2e.conftest import STRANDED

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]


def test_a_write_that_was_never_queued_is_done_by_the_sweep_of_its_minute(
    first: Caller, stranded: str
) -> None:
    asked = {"query": "Who keeps ferrets?", "user_id": stranded, "consistent": True}

    assert eventually(lambda: first.recalled(**asked) == [STRANDED])


def test_what_each_schedule_says_to_its_function_is_done(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)
    scheduler, functions = boto3.client("scheduler"), boto3.client("lambda")
    rows = [one for one in scheduler.list_schedules()["Schedules"] if one["State"] == "ENABLED"]
    targets = [scheduler.get_schedule(Name=one["Name"])["Target"] for one in rows]
    # The canary's turns need a key: `tests/e2e/test_canary.py`.
    own = [one for one in targets if json.loads(one["Input"])["schedule"] != TURNS.name]

    # The emulator keeps to the time of a schedule, and few of them come in the minutes of a test.
    told = {
        one["Input"]: functions.invoke(FunctionName=one["Arn"], Payload=one["Input"].encode())
        for one in own
    }

    assert {json.loads(event)["schedule"] for event in told} == {row.name for row in SCHEDULES}
    assert [event for event, answer in told.items() if "FunctionError" in answer] == []
