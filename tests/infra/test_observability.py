"""What looks on: whom alarms tell, what CloudWatch would refuse, and what the dashboard shows."""

import json
from collections.abc import Iterator
from typing import Any

import aws_cdk as cdk
import pytest

from infra.constructs.alarm_topic import AlarmTopic
from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.log_filters import REFUSALS
from infra.metric import stage_namespace
from mneme.domain.measures import Measured
from mneme.runtime.emf_metrics import namespace
from tests.infra.synthesized import STAGES, Cloud, Template, listed, plain

ALARM = "AWS::CloudWatch::Alarm"
COMPOSITE = "AWS::CloudWatch::CompositeAlarm"
DAY = 86_400
HOUR = 3600
MOST_METRICS = 10
MOST_SHOWN = 100


def _alarms(cloud: Cloud, stage: str) -> dict[str, dict[str, Any]]:
    template = cloud.template(stage, "observability")
    both = (*template.properties(ALARM).values(), *template.properties(COMPOSITE).values())
    return {one["AlarmName"]: one for one in both}


def _own_metrics(template: Template, stage: str) -> Iterator[str]:
    """Yield the names of our metrics that alarms watch."""
    for alarm in template.properties(ALARM).values():
        for query in alarm.get("Metrics", [{"MetricStat": {"Metric": alarm}}]):
            metric = query.get("MetricStat", {}).get("Metric", {})
            if metric.get("Namespace") == stage_namespace(stage):
                yield metric["MetricName"]


@pytest.mark.parametrize("stage", STAGES)
def test_every_alarm_tells_the_topic_or_is_part_of_one_that_does(cloud: Cloud, stage: str) -> None:
    alarms = _alarms(cloud, stage)

    for name, one in alarms.items():
        is_part = "-slo-" in name and "AlarmRule" not in one
        told = [] if is_part else ["<AlarmsTopic>"]
        assert [plain(action) for action in one["AlarmActions"]] == told, name
        assert one["OKActions"] == one["AlarmActions"]


def test_an_emulator_is_spared_what_it_does_not_know(cloud: Cloud) -> None:
    template = cloud.template("local", "observability")

    assert template.properties(COMPOSITE) == {}
    assert [one for one in template.properties(ALARM).values() if "Metrics" in one] == []
    assert len(template.properties(ALARM)) > 100


@pytest.mark.parametrize("stage", STAGES)
def test_every_alarm_is_within_what_cloudwatch_takes(cloud: Cloud, stage: str) -> None:
    for one in cloud.template(stage, "observability").properties(ALARM).values():
        told = one.get("Metrics", [])
        periods = {query["MetricStat"]["Period"] for query in told if "MetricStat" in query}
        (period,) = periods or {one["Period"]}
        longest = 7 * DAY if period >= HOUR else DAY
        assert period % 60 == 0
        assert period * one["EvaluationPeriods"] <= longest
        assert one["DatapointsToAlarm"] <= one["EvaluationPeriods"]
        assert len([query for query in told if "MetricStat" in query]) <= MOST_METRICS
        assert "docs/operations.md" in one["AlarmDescription"]


@pytest.mark.parametrize("stage", STAGES)
def test_alarms_watch_what_functions_measure_under_the_names_that_they_write(
    cloud: Cloud, stage: str
) -> None:
    template = cloud.template(stage, "observability")
    filtered = {
        one["MetricTransformations"][0]["MetricName"]
        for one in template.properties("AWS::Logs::MetricFilter").values()
    }
    names = tuple(one.value for one in Measured)

    watched = set(_own_metrics(template, stage)) - filtered
    assert stage_namespace(stage) == namespace(stage)
    assert watched
    assert [name for name in watched if not name.startswith(names)] == []


def test_the_topic_is_encrypted_and_only_alarms_of_the_stage_write_to_it(cloud: Cloud) -> None:
    template = cloud.template("prod", "observability")
    (topic,) = template.properties("AWS::SNS::Topic").values()
    (key,) = template.properties("AWS::KMS::Key").values()
    (policy,) = template.properties("AWS::SNS::TopicPolicy").values()

    assert plain(topic["KmsMasterKeyId"]) == "<AlarmsKey.Arn>"
    assert key["EnableKeyRotation"] is True
    own = {
        "StringEquals": {"aws:SourceAccount": "<AWS::AccountId>"},
        "ArnLike": {
            "aws:SourceArn": "arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>"
            ":alarm:mneme-prod-*"
        },
    }
    of_topic = policy["PolicyDocument"]["Statement"]
    refused, allowed = of_topic
    assert (refused["Effect"], refused["Condition"]) == (
        "Deny",
        {"Bool": {"aws:SecureTransport": "false"}},
    )
    assert _allows(allowed) == ("cloudwatch.amazonaws.com", {"sns:Publish"}, own)
    of_key = key["KeyPolicy"]["Statement"]
    writers = [one for one in of_key if "Service" in one["Principal"]]
    assert [_allows(one) for one in writers] == [
        ("cloudwatch.amazonaws.com", {"kms:Decrypt", "kms:GenerateDataKey"}, own)
    ]


def _allows(statement: dict[str, Any]) -> tuple[str, set[str], Any]:
    condition = {
        operator: {name: plain(value) for name, value in told.items()}
        for operator, told in statement["Condition"].items()
    }
    return statement["Principal"]["Service"], set(listed(statement["Action"])), condition


@pytest.mark.parametrize("email", [None, "ops@example.com"])
def test_whoever_is_named_is_written_to_and_nobody_else(email: str | None) -> None:
    stack = cdk.Stack(cdk.App(), "alarms")

    AlarmTopic(stack, "Alarms", stage="prod", email=email)

    template = cdk.assertions.Template.from_stack(stack)
    found = template.find_resources("AWS::SNS::Subscription").values()
    assert [one["Properties"]["Endpoint"] for one in found] == ([email] if email else [])


@pytest.mark.parametrize("stage", STAGES)
def test_lines_of_each_function_are_counted_in_its_own_log(cloud: Cloud, stage: str) -> None:
    template = cloud.template(stage, "observability")
    counted: dict[str, set[str]] = {}
    for one in template.properties("AWS::Logs::MetricFilter").values():
        (told,) = one["MetricTransformations"]
        assert told["MetricNamespace"] == stage_namespace(stage)
        counted.setdefault(plain(one["LogGroupName"]), set()).add(told["MetricName"])

    assert counted == {
        f"<{construct_id(row.name)}Log>": {
            f"logged_errors_{row.name}",
            *([f"raised_faults_{row.name}"] if row.trigger in REFUSALS else []),
        }
        for row in FUNCTIONS
    }


@pytest.mark.parametrize("stage", STAGES)
def test_the_dashboard_shows_every_alarm_that_tells_anybody_and_graphs_of_what_there_is(
    cloud: Cloud, stage: str
) -> None:
    template = cloud.template(stage, "observability")
    (dashboard,) = template.properties("AWS::CloudWatch::Dashboard").values()
    widgets = json.loads(plain(dashboard["DashboardBody"]))["widgets"]
    shown = [one["properties"]["alarms"] for one in widgets if one["type"] == "alarm"]
    graphs = [one["properties"] for one in widgets if one["type"] == "metric"]

    assert all(len(arns) <= MOST_SHOWN for arns in shown)
    assert {arn.split(":alarm:")[1] for arns in shown for arn in arns} == {
        name for name, one in _alarms(cloud, stage).items() if one["AlarmActions"]
    }
    assert len(graphs) >= 25
    assert {graph["region"] for graph in graphs} == {"<AWS::Region>"}
    names = tuple(one.value for one in Measured)
    for graph in graphs:
        assert graph["metrics"], graph["title"]
        for space, name, *more in graph["metrics"]:
            assert set(more[-1]) == {"stat", "label"}
            assert len(more) % 2 == 1
            assert space.startswith("AWS/") or (
                space == stage_namespace(stage) and name.startswith(names)
            )
