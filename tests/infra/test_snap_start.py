"""Functions may begin from snapshots, where Lambda takes any."""

import json
from dataclasses import replace
from pathlib import Path

import aws_cdk as cdk
import pytest
from cdk_nag import AwsSolutionsChecks

from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.settings import STAGES
from infra.stage import MnemeStage
from tests.infra.synthesized import Cloud

FROM_SNAPSHOTS = {"ApplyOn": "PublishedVersions"}
ONLINE = {row.name for row in FUNCTIONS if row.online}


@pytest.fixture
def started(tmp_path: Path) -> Cloud:
    """Return a stage whose online functions begin from snapshots, checked as the app is."""
    app = cdk.App(outdir=str(tmp_path))
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    MnemeStage(app, settings=replace(STAGES["dev"], snap_start=True))
    app.synth()
    return Cloud(tmp_path)


def test_online_functions_begin_from_snapshots_and_the_gateway_calls_their_versions(
    started: Cloud,
) -> None:
    service = started.template("dev", "service")
    functions = service.properties("AWS::Lambda::Function")
    aliases = service.properties("AWS::Lambda::Alias")

    begun = {row.name: functions[construct_id(row.name, "Function")] for row in FUNCTIONS}
    assert {name for name, one in begun.items() if one.get("SnapStart") == FROM_SNAPSHOTS} == ONLINE
    assert set(aliases) == {construct_id(name, "Live") for name in ONLINE}
    assert not any("ProvisionedConcurrencyConfig" in alias for alias in aliases.values())
    gateway = ("AWS::ApiGateway::Method", "AWS::ApiGateway::Authorizer")
    calls = json.dumps([service.resources(kind) for kind in gateway])
    assert all(f'"{alias}"' in calls for alias in service.resources("AWS::Lambda::Alias"))


def test_no_stage_takes_snapshots_unless_it_says_so(cloud: Cloud) -> None:
    templates = [cloud.template(stage, "service").text for stage in STAGES]

    assert not any('"SnapStart"' in text for text in templates)


def test_what_lambda_refuses_is_refused_before() -> None:
    with pytest.raises(ValueError, match="prod: snap_start and warm"):
        replace(STAGES["prod"], snap_start=True)
    with pytest.raises(ValueError, match=r"dev: snap_start needs Python 3\.12"):
        replace(STAGES["dev"], snap_start=True, python="3.11")
