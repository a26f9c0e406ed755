"""A stage may have a name of its own, and is then reached by no other."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from cdk_nag import AwsSolutionsChecks

from infra.settings import STAGES, OwnDomain
from infra.stage import MnemeStage
from tests.infra.synthesized import Cloud, Template, plain

NAME = "memory.example.com"
CERTIFICATE = (
    "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-445566778899"
)


@pytest.fixture(scope="module")
def cloud_with_domain(tmp_path_factory: pytest.TempPathFactory) -> Cloud:
    """Return the production stage under a name of its own, checked as the app is."""
    folder = tmp_path_factory.mktemp("domain")
    app = cdk.App(outdir=str(folder))
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    MnemeStage(app, settings=replace(STAGES["prod"], domain=OwnDomain(NAME, CERTIFICATE)))
    app.synth()
    return Cloud(folder)


@pytest.fixture
def service(cloud_with_domain: Cloud) -> Template:
    return cloud_with_domain.template("prod", "service")


def _only(service: Template, kind: str) -> Mapping[str, Any]:
    (found,) = service.properties(f"AWS::ApiGateway::{kind}").values()
    return found


def test_the_name_is_served_by_its_certificate_and_as_strictly_as_the_gateways(
    service: Template,
) -> None:
    domain, api = _only(service, "DomainName"), _only(service, "RestApi")

    assert (domain["DomainName"], domain["RegionalCertificateArn"]) == (NAME, CERTIFICATE)
    for setting in ("SecurityPolicy", "EndpointAccessMode", "EndpointConfiguration"):
        assert domain[setting] == api[setting]


def test_paths_begin_at_its_root(service: Template) -> None:
    mapping = _only(service, "BasePathMapping")

    assert "BasePath" not in mapping
    assert plain(mapping["DomainName"]) == "<ApiDomain>"
    assert plain(mapping["RestApiId"]) == "<ApiRest>"
    assert plain(mapping["Stage"]).startswith("<ApiRestDeploymentStagelive")


def test_the_gateways_own_name_leads_nowhere_any_more(cloud: Cloud, service: Template) -> None:
    without = cloud.template("prod", "service")
    deployed = [set(one.resources("AWS::ApiGateway::Deployment")) for one in (service, without)]

    assert _only(service, "RestApi")["DisableExecuteApiEndpoint"] is True
    assert _only(without, "RestApi")["DisableExecuteApiEndpoint"] is False
    assert deployed[0].isdisjoint(deployed[1])  # it takes effect when the API is deployed anew


def test_operators_and_the_canary_are_told_the_name_and_where_it_is_to_point(
    service: Template,
) -> None:
    outputs = {name: plain(one["Value"]) for name, one in service.content["Outputs"].items()}
    canary = service.properties("AWS::Lambda::Function")["CanaryFunction"]["Environment"]

    assert outputs["ApiUrl"] == canary["Variables"]["MNEME_BASE_URL"] == f"https://{NAME}/"
    assert outputs["DomainTarget"] == "<ApiDomain.RegionalDomainName>"
    assert outputs["DomainTargetZone"] == "<ApiDomain.RegionalHostedZoneId>"


def test_cloudformation_would_take_it(cloud_with_domain: Cloud) -> None:
    (path,) = (cloud_with_domain.folder / "assembly-mneme-prod").glob("*service*.template.json")
    lint = str(Path(sys.executable).parent / "cfn-lint")
    command = [lint, "--ignore-checks", "W3005", "--template", str(path)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_without_one_nothing_of_it_is_there(cloud: Cloud) -> None:
    service = cloud.template("prod", "service")

    assert service.properties("AWS::ApiGateway::DomainName") == {}
    assert "DomainTarget" not in service.content["Outputs"]


def test_a_name_that_the_gateway_refuses_is_refused_before(tmp_path: Path) -> None:
    named = replace(STAGES["dev"], domain=OwnDomain("Memory.example.com", CERTIFICATE))

    with pytest.raises(RuntimeError, match="uppercase"):
        MnemeStage(cdk.App(outdir=str(tmp_path)), settings=named)
