"""A stage that names language models: who learns of them, and who may ask them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from cdk_nag import AwsSolutionsChecks

from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.settings import STAGES, EmbeddingModel, ModelServer, StageSettings
from infra.stage import MnemeStage
from mneme.runtime.settings import Fallback, settings_from
from tests.infra.synthesized import Cloud, Template, grants, plain

ASKING = {row.name for row in FUNCTIONS if row.access.models}
EMBEDDING = {row.name for row in FUNCTIONS if row.access.embeds}
NOVA = "amazon.nova-lite-v1:0"
HERE = "arn:<AWS::Partition>:bedrock:<AWS::Region>"
ANYWHERE = "arn:<AWS::Partition>:bedrock:*"
Synthesize = Callable[[StageSettings], Template]


@pytest.fixture
def service(tmp_path: Path, cloud: Cloud) -> Synthesize:
    """Return a way to a stage's service, checked against the rules as the app is."""

    def synthesized(settings: StageSettings) -> Template:
        app = cdk.App(outdir=str(tmp_path))
        cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
        MnemeStage(app, settings=settings)
        app.synth()
        return Cloud(tmp_path).template(settings.name, "service")

    return synthesized


def _invokes(template: Template) -> dict[str, set[str]]:
    """Return which models each function may invoke."""
    roles = template.properties("AWS::IAM::Role")
    named = {row.name: grants(roles[construct_id(row.name, "Role")]) for row in FUNCTIONS}
    return {
        name: {arn for action, arn in granted if action == "bedrock:InvokeModel"}
        for name, granted in named.items()
        if any(action.startswith("bedrock:") for action, _ in granted)
    }


def _environment(template: Template, name: str) -> dict[str, Any]:
    function = template.properties("AWS::Lambda::Function")[construct_id(name, "Function")]
    variables = function["Environment"]["Variables"]
    return {name: plain(value) for name, value in variables.items()}


def test_workers_ask_models_and_nobody_else_does() -> None:
    assert sorted(ASKING) == ["evolution_worker", "extraction_worker", "job_worker"]


def test_a_stage_without_a_model_asks_nobody(cloud: Cloud) -> None:
    template = cloud.template("prod", "service")

    assert _invokes(template) == {}
    assert "MNEME_BEDROCK_MODEL" not in template.text


def test_a_named_model_is_told_to_and_may_be_asked_by_the_workers(service: Synthesize) -> None:
    template = service(replace(STAGES["dev"], bedrock_model=NOVA))

    model = f"{HERE}::foundation-model/{NOVA}"
    assert _invokes(template) == {name: {model} for name in ASKING}
    for row in FUNCTIONS:
        told = _environment(template, row.name).get("MNEME_BEDROCK_MODEL")
        assert told == (NOVA if row.name in ASKING else None)


@pytest.mark.parametrize(
    ("model", "arns"),
    [
        (
            f"eu.{NOVA}",
            {
                f"{HERE}:<AWS::AccountId>:inference-profile/eu.{NOVA}",
                f"{ANYWHERE}::foundation-model/{NOVA}",
            },
        ),
        (
            f"arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.{NOVA}",
            {
                f"arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.{NOVA}",
                f"{ANYWHERE}::foundation-model/{NOVA}",
            },
        ),
        (
            "arn:aws:bedrock:eu-west-1:123456789012:provisioned-model/abc",
            {"arn:aws:bedrock:eu-west-1:123456789012:provisioned-model/abc"},
        ),
    ],
)
def test_an_inference_profile_may_call_its_model_wherever_it_sends_it(
    service: Synthesize, model: str, arns: set[str]
) -> None:
    template = service(replace(STAGES["dev"], bedrock_model=model))

    assert _invokes(template)["extraction_worker"] == arns


def test_a_model_server_is_named_with_a_key_that_no_template_holds(service: Synthesize) -> None:
    server = ModelServer("https://models.example/v1", "small", key_secret="mneme/models")
    template = service(replace(STAGES["dev"], model_server=server, rules_in_outage=True))

    environment = _environment(template, "extraction_worker")
    assert environment["MNEME_LLM_API_KEY"].startswith("{{resolve:secretsmanager:mneme/models")
    models = settings_from(environment).models
    assert (models.url, models.name) == ("https://models.example/v1", "small")
    assert models.fallback is Fallback.DETERMINISTIC
    assert "models.example" not in str(_environment(template, "write_api"))


def test_a_server_without_a_key_is_named_without_one(service: Synthesize) -> None:
    server = ModelServer("https://models.example/v1", "small")

    environment = _environment(
        service(replace(STAGES["dev"], model_server=server)), "extraction_worker"
    )

    assert "MNEME_LLM_API_KEY" not in environment
    assert settings_from(environment).models.fallback is Fallback.DEFER


TITAN = "amazon.titan-embed-text-v2:0"


def test_whoever_writes_or_recalls_embeds_and_nobody_else_does() -> None:
    assert sorted(EMBEDDING) == [
        "evolution_worker",
        "extraction_worker",
        "job_worker",
        "manage_api",
        "recall_api",
        "write_api",
    ]


def test_a_named_embedding_model_of_bedrock_may_be_asked_by_those_that_embed(
    service: Synthesize,
) -> None:
    embedder = EmbeddingModel(TITAN, 1024, unrelated=0.1)
    template = service(replace(STAGES["dev"], bedrock_model=NOVA, embedder=embedder))

    titan, nova = (f"{HERE}::foundation-model/{model}" for model in (TITAN, NOVA))
    assert _invokes(template) == {
        name: {titan, nova} if name in ASKING else {titan} for name in EMBEDDING
    }
    named = settings_from(_environment(template, "recall_api")).embedder
    assert named is not None
    assert (named.name, named.dimensions, named.url) == (TITAN, 1024, None)
    assert (named.unrelated, named.paraphrase, named.seconds) == (0.1, 0.8, 7.5)


def test_the_index_and_the_right_to_search_it_follow_the_embedding_model(
    service: Synthesize,
) -> None:
    stage = replace(STAGES["dev"], embedder=EmbeddingModel(TITAN, 1024))
    template = service(stage)

    assert stage.index_name.startswith("memories-amazon-titan-embed-text-v2-0-")
    role = template.properties("AWS::IAM::Role")[construct_id("recall_api", "Role")]
    searched = {arn for action, arn in grants(role) if action == "es:ESHttpPost"}
    assert [arn.rpartition("/")[0].rpartition("/")[2] for arn in searched] == [stage.index_name]
    for name in ("recall_api", "indexer", "evolution_worker"):
        assert settings_from(_environment(template, name)).index_name == stage.index_name


def test_the_key_of_an_embedding_server_is_given_to_those_that_ask_it(service: Synthesize) -> None:
    url = "https://vectors.example/v1"
    embedder = EmbeddingModel("small", 768, url=url, key_secret="mneme/vectors", shortened=True)
    template = service(replace(STAGES["dev"], embedder=embedder))

    assert _invokes(template) == {}
    assert "MNEME_EMBEDDER_API_KEY" not in _environment(template, "indexer")
    assert "MNEME_EMBEDDER_URL" not in _environment(template, "sweep")
    environment = _environment(template, "write_api")
    assert environment["MNEME_EMBEDDER_API_KEY"].startswith(
        "{{resolve:secretsmanager:mneme/vectors"
    )
    named = settings_from(environment).embedder
    assert named is not None
    assert (named.url, named.name, named.shortened) == (url, "small", True)
