"""Keys that sign certificates of erasures, and what certificates are told of a stage."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from cdk_nag import AwsSolutionsChecks

from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.recovery import recovery_days
from infra.settings import STAGES, EmbeddingModel, ModelServer, StageSettings
from infra.stage import MnemeStage
from mneme.domain.residues import Windows
from mneme.runtime.certificate_parts import providers_of
from mneme.runtime.erasure_settings import erasure_settings
from mneme.runtime.settings import settings_from
from tests.infra.synthesized import Cloud, grants, plain, statements

Synthesize = Callable[[StageSettings], Cloud]
KEY = "AWS::KMS::Key"


@pytest.fixture
def synthesized(tmp_path: Path, cloud: Cloud) -> Synthesize:
    """Return a way to a stage, checked against the rules as the app is."""

    def made(settings: StageSettings) -> Cloud:
        app = cdk.App(outdir=str(tmp_path))
        cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
        MnemeStage(app, settings=settings)
        app.synth()
        return Cloud(tmp_path)

    return made


def _signs(cloud: Cloud, stage: str) -> dict[str, set[str]]:
    """Return which keys each function may sign with."""
    roles = cloud.template(stage, "service").properties("AWS::IAM::Role")
    named = {row.name: grants(roles[construct_id(row.name, "Role")]) for row in FUNCTIONS}
    may = {
        name: {arn for action, arn in one if action == "kms:Sign"} for name, one in named.items()
    }
    return {name: arns for name, arns in may.items() if arns}


def _variables(cloud: Cloud, stage: str) -> dict[str, str]:
    functions = cloud.template(stage, "service").properties("AWS::Lambda::Function")
    variables: dict[str, Any] = functions["JobWorkerFunction"]["Environment"]["Variables"]
    return {name: plain(value) for name, value in variables.items()}


def test_the_key_signs_on_p_256_and_stays_with_the_data(cloud: Cloud) -> None:
    keys = cloud.template("prod", "data").resources(KEY)
    ((_, key),) = [one for one in keys.items() if one[0].startswith("Certificate1Key")]

    told = key["Properties"]
    assert (told["KeySpec"], told["KeyUsage"]) == ("ECC_NIST_P256", "SIGN_VERIFY")
    assert key["DeletionPolicy"] == "Retain"


@pytest.mark.parametrize("stage", ["dev", "prod", "local"])
def test_the_job_worker_alone_signs_with_this_one_algorithm(cloud: Cloud, stage: str) -> None:
    assert _signs(cloud, stage) == {"job_worker": {"<Certificate1Key.Arn>"}}

    role = cloud.template(stage, "service").properties("AWS::IAM::Role")["JobWorkerRole"]
    (signing,) = [one for one in statements(role) if one["Action"] == "kms:Sign"]
    algorithm = {"kms:SigningAlgorithm": "ECDSA_SHA_256"}
    assert signing["Condition"] == {"StringEquals": algorithm}


def test_of_several_keys_the_newest_signs_and_operators_know_all(synthesized: Synthesize) -> None:
    cloud = synthesized(replace(STAGES["dev"], certificate_keys=2))

    assert _signs(cloud, "dev") == {"job_worker": {"<Certificate2Key.Arn>"}}
    assert "Certificate2Key" in _variables(cloud, "dev")["MNEME_CERTIFICATE_KEYS"]
    outputs = cloud.template("dev", "data").content["Outputs"]
    told = str(outputs["CertificateKeyArns"]["Value"])
    assert told.index("Certificate1Key") < told.index("Certificate2Key")


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_certificates_are_told_how_long_stores_can_be_brought_back(
    cloud: Cloud, stage: str
) -> None:
    variables = _variables(cloud, stage)

    told = erasure_settings({"MNEME_RECOVERY_DAYS": variables["MNEME_RECOVERY_DAYS"]}).windows
    days = {"keys": 1, "tables": 35, "stream": 1, "search": 14, "digests": 400}
    assert json.loads(variables["MNEME_RECOVERY_DAYS"]) == days == recovery_days(search=True)
    assert told == replace(Windows(), **{one: timedelta(days=n) for one, n in days.items()})


def test_a_stage_without_a_domain_has_no_snapshots(cloud: Cloud) -> None:
    assert "search" not in json.loads(_variables(cloud, "local")["MNEME_RECOVERY_DAYS"])


@pytest.mark.parametrize(
    "stage",
    [
        STAGES["dev"],
        replace(STAGES["dev"], bedrock_model="amazon.nova-lite-v1:0"),
        replace(STAGES["dev"], model_server=ModelServer("https://models.example", "m")),
        replace(STAGES["dev"], embedder=EmbeddingModel("amazon.titan-embed-text-v2:0", 512)),
        replace(STAGES["dev"], embedder=EmbeddingModel("e", 8, url="https://models.example")),
    ],
)
def test_providers_are_named_as_the_functions_that_ask_them_know_them(stage: StageSettings) -> None:
    environment = {"MNEME_STAGE": "dev", "MNEME_TABLES": "[]"}
    if stage.model_server:
        server = stage.model_server
        environment |= {"MNEME_LLM_URL": server.url, "MNEME_LLM_MODEL": server.model}
    if stage.bedrock_model:
        environment["MNEME_BEDROCK_MODEL"] = stage.bedrock_model
    if stage.embedder:
        of_bedrock = stage.embedder.url is None
        name = "MNEME_BEDROCK_EMBEDDER" if of_bedrock else "MNEME_EMBEDDER_MODEL"
        environment |= {name: stage.embedder.model, "MNEME_EMBEDDER_DIMENSIONS": "8"}
        environment |= {} if of_bedrock else {"MNEME_EMBEDDER_URL": str(stage.embedder.url)}

    assert providers_of(settings_from(environment)) == tuple(stage.providers)
