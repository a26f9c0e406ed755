"""The gateway's own bound for each tenant: by keys that the authorizer tells it of."""

from dataclasses import replace
from pathlib import Path

import aws_cdk as cdk
import pytest

from infra.settings import STAGES
from infra.stage import MnemeStage
from tests.infra.synthesized import Cloud, Template


def _service(folder: Path, *, usage_keys: bool) -> Template:
    app = cdk.App(outdir=str(folder))
    MnemeStage(app, settings=replace(STAGES["dev"], usage_keys=usage_keys))
    app.synth()
    return Cloud(folder).template("dev", "service")


@pytest.mark.parametrize("usage_keys", [True, False])
@pytest.mark.usefixtures("cloud")
def test_every_method_asks_for_a_key_of_the_gateway_where_the_stage_says_so(
    tmp_path: Path, usage_keys: bool
) -> None:
    service = _service(tmp_path, usage_keys=usage_keys)

    methods = service.properties("AWS::ApiGateway::Method").values()
    (api,) = service.properties("AWS::ApiGateway::RestApi").values()
    assert {method.get("ApiKeyRequired", False) for method in methods} == {usage_keys}
    assert api["ApiKeySourceType"] == "AUTHORIZER"


def test_the_plan_bounds_each_tenant_and_is_told_to_operators(cloud: Cloud) -> None:
    service = cloud.template("prod", "service")

    (plan,) = service.properties("AWS::ApiGateway::UsagePlan").values()
    bound = STAGES["prod"].tenant_throttle
    assert plan["Throttle"] == {"RateLimit": bound.rate, "BurstLimit": bound.burst}
    assert "UsagePlan" in service.content["Outputs"]
