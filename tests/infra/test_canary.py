"""The canary stands beside the service: it has the address, its own key, and nothing else."""

import json
from dataclasses import replace
from typing import Any

import pytest

from infra.alarms import alarms
from infra.canary import CANARY, TURNS
from infra.settings import STAGES
from tests.infra.iam import Principal
from tests.infra.synthesized import Cloud, Template, grants, plain, statements

SECRET = (
    "arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>"
    ":secret:mneme-prod/canary-??????"
)


@pytest.fixture
def template(cloud: Cloud) -> Template:
    return cloud.template("prod", "service")


def _function(template: Template) -> dict[str, Any]:
    return template.properties("AWS::Lambda::Function")["CanaryFunction"]


def test_it_knows_the_address_and_where_its_key_is(template: Template) -> None:
    function = _function(template)
    told = {name: plain(value) for name, value in function["Environment"]["Variables"].items()}

    assert told["MNEME_CANARY_SECRET"] == "mneme-prod/canary"
    assert told["MNEME_BASE_URL"].startswith("https://<Api")
    assert told["MNEME_BASE_URL"].endswith("live>/")
    assert (told["MNEME_TABLES"], told["MNEME_QUEUES"], told["MNEME_BUCKETS"]) == ("[]", "{}", "{}")


def test_it_may_read_its_key_and_nothing_else(template: Template) -> None:
    role = template.properties("AWS::IAM::Role")["CanaryRole"]

    assert grants(role) == {
        ("secretsmanager:GetSecretValue", SECRET),
        *((f"logs:{action}", "<CanaryLog.Arn>") for action in ("CreateLogStream", "PutLogEvents")),
        *((f"xray:Put{what}", "*") for what in ("TraceSegments", "TelemetryRecords")),
    }
    another = SECRET.replace("canary-??????", "another-AbCdEf")
    assert not Principal(statements(role)).may("secretsmanager:GetSecretValue", another)


def test_it_sets_out_every_five_minutes_and_never_twice_for_one_turn(template: Template) -> None:
    schedule = template.properties("AWS::Scheduler::Schedule")["CanarySchedule"]
    (again,) = template.properties("AWS::Lambda::EventInvokeConfig").values()

    assert schedule["ScheduleExpression"] == "rate(5 minutes)"
    assert json.loads(schedule["Target"]["Input"]) == {"schedule": TURNS.name}
    assert plain(schedule["Target"]["Arn"]) == "<CanaryFunction.Arn>"
    assert again["MaximumRetryAttempts"] == 0
    assert CANARY.timeout_seconds <= TURNS.every_seconds


def test_a_stage_that_names_no_key_has_none(cloud: Cloud) -> None:
    template = cloud.template("dev", "service")

    assert "CanaryFunction" not in template.properties("AWS::Lambda::Function")
    assert "canary" not in {one.kind for one in alarms(STAGES["dev"])}
    chosen = replace(STAGES["dev"], canary=STAGES["prod"].canary)
    assert "canary" in {one.kind for one in alarms(chosen)}
