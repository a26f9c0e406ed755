"""Where operators set thresholds: validated twice, deployed gradually, and never by the stack."""

import json
from dataclasses import replace
from typing import Any

import aws_cdk as cdk
import pytest

from infra.rollback_alarms import rollback_alarms
from infra.settings import STAGES
from infra.stage import MnemeStage
from mneme.contracts.thresholds_schema import thresholds_schema
from mneme.domain.measures import Measure, Measured, Unset
from tests.doubles.draft_four import accepts
from tests.infra.cloudwatch import Alarms
from tests.infra.published import MINUTE, NOW, QUOTAS, STAGE, Published, calm
from tests.infra.recorded import Recorded
from tests.infra.synthesized import Cloud, Template, listed, plain

FIRST = {
    "AWS::AppConfig::Application",
    "AWS::AppConfig::ConfigurationProfile",
    "AWS::AppConfig::Environment",
    "AWS::AppConfig::HostedConfigurationVersion",
    "AWS::AppConfig::Deployment",
}
LONGEST_SCHEMA = 32_768


def _one(template: Template, kind: str) -> dict[str, Any]:
    (found,) = template.properties(f"AWS::AppConfig::{kind}").values()
    return found


@pytest.fixture
def service(cloud: Cloud) -> Template:
    return cloud.template(STAGE, "service")


def test_the_document_is_validated_by_the_schema_of_the_model_and_by_a_function(
    service: Template,
) -> None:
    schema, function = _one(service, "ConfigurationProfile")["Validators"]

    # Made by `json.dumps(thresholds_schema(), indent=1)`, for infra/thresholds.schema.json.
    assert (schema["Type"], json.loads(schema["Content"])) == ("JSON_SCHEMA", thresholds_schema())
    assert len(schema["Content"]) < LONGEST_SCHEMA
    assert accepts(json.loads(schema["Content"]), {"recall": {"top_k": 5}})
    assert not accepts(json.loads(schema["Content"]), {"recall": {"top_k": 0}})
    assert (function["Type"], plain(function["Content"])) == (
        "LAMBDA",
        "<SettingsValidatorFunction.Arn>",
    )


def test_only_appconfig_of_this_account_calls_the_validator(service: Template) -> None:
    (allowed,) = (
        one
        for one in service.properties("AWS::Lambda::Permission").values()
        if plain(one["FunctionName"]) == "<SettingsValidatorFunction.Arn>"
    )

    assert allowed["Principal"] == "appconfig.amazonaws.com"
    assert plain(allowed["SourceAccount"]) == "<AWS::AccountId>"


def _begun(template: Template) -> dict[str, Any]:
    """Return what would be deployed anew if any of it changed."""
    return {
        name: one
        for kind in sorted(FIRST)
        for name, one in template.resources(kind).items()
        if kind.endswith(("Version", "Deployment"))
    }


def test_a_deployment_of_the_stack_deploys_no_document_but_the_first(
    service: Template, tmp_path: Any
) -> None:
    settings = STAGES[STAGE]
    other = replace(
        settings,
        thresholds={"recall": {"top_k": 5}},
        rollout=replace(settings.rollout, minutes=1),
        settings_seconds=30,
        log_level="DEBUG",
    )
    app = cdk.App(outdir=str(tmp_path))
    MnemeStage(app, settings=other)
    app.synth()

    changed = Cloud(tmp_path).template(STAGE, "service")
    assert _begun(changed) == _begun(service)
    assert _one(service, "HostedConfigurationVersion")["Content"] == "{}"


def test_what_is_first_is_there_at_once_and_what_follows_comes_gradually(cloud: Cloud) -> None:
    for stage, settings in STAGES.items():
        found = cloud.template(stage, "service").properties("AWS::AppConfig::DeploymentStrategy")
        first, later = found["LiveThresholdsBegin"], found["LiveThresholdsStrategy"]
        how = settings.rollout
        assert (first["DeploymentDurationInMinutes"], first["FinalBakeTimeInMinutes"]) == (0, 0)
        assert later["DeploymentDurationInMinutes"] == how.minutes
        assert later["GrowthFactor"] == how.percent
        assert later["FinalBakeTimeInMinutes"] == how.watched_minutes

    assert STAGES["prod"].rollout.percent < 100
    assert STAGES["prod"].rollout.watched_minutes > 0


@pytest.mark.parametrize("stage", STAGES)
def test_alarms_take_back_what_does_harm(cloud: Cloud, stage: str) -> None:
    service = cloud.template(stage, "service")
    watched = {plain(one["AlarmArn"]) for one in _one(service, "Environment")["Monitors"]}
    there = {one["AlarmName"] for one in service.properties("AWS::CloudWatch::Alarm").values()}

    assert {arn.split(":alarm:")[1] for arn in watched} == there
    assert there == {f"mneme-{stage}-{row.name}" for row in rollback_alarms()}
    assert len(there) <= 5
    (reader,) = (
        role
        for role in service.properties("AWS::IAM::Role").values()
        if "appconfig" in str(role["AssumeRolePolicyDocument"])
    )
    (look,) = reader["Policies"][0]["PolicyDocument"]["Statement"]
    assert listed(look["Action"]) == ["cloudwatch:DescribeAlarms"]
    assert {plain(arn) for arn in listed(look["Resource"])} == watched


def _failing(published: Published) -> None:
    for _ in range(20):
        published.request(NOW - MINUTE, "update", 40, 500)


def _slow(published: Published) -> None:
    for at in range(NOW - 5 * MINUTE, NOW, MINUTE):
        for _ in range(5):
            published.request(at, "recall", 900)


def _unfit(published: Published) -> None:
    published.written(NOW - MINUTE, Measure(Measured.THRESHOLDS_KEPT, kind=Unset.UNFIT))


@pytest.mark.parametrize(
    ("happens", "alarm"), [(_failing, "failing"), (_slow, "slow"), (_unfit, "unfit")]
)
def test_what_does_harm_is_noticed_within_minutes(
    service: Template, happens: Any, alarm: str
) -> None:
    recorded = Recorded(beneath=calm())
    assert Alarms(service, recorded, QUOTAS).firing(NOW) == set()

    happens(Published(recorded))

    fired = {f"mneme-{STAGE}-settings-rollback-{alarm}"}
    assert Alarms(service, recorded, QUOTAS).firing(NOW) == fired
