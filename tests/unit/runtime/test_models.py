"""The language models of a deployment: those it names, in order, and rules without any."""

import pytest

from mneme.adapters.bedrock_model import BedrockModel
from mneme.adapters.deterministic_extractor import DeterministicExtractor
from mneme.adapters.model_evolver import ModelEvolver
from mneme.adapters.model_extractor import ModelExtractor
from mneme.adapters.openai_compatible_model import OpenaiCompatibleModel
from mneme.application.models.model_chain import ModelChain
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.runtime.models import extraction_log, extractor, language_model, model_evolver
from mneme.runtime.settings import NO_MODELS, Fallback, ModelSettings
from tests.doubles import CountingIds, FixedClock
from tests.doubles.model_world import ACME, a_chain
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import World

SERVER = {"url": "http://127.0.0.1:9/v1", "name": "small"}
CLOCK = FixedClock()


def _providers(settings: ModelSettings) -> dict[str, type]:
    chain = language_model(settings, "eu-central-1", CLOCK, World().tenant_rows)
    assert isinstance(chain, ModelChain)
    assert chain.serves(ACME)
    return {name: type(model) for name, model in chain._models.items()}


def test_without_a_named_model_rules_extract() -> None:
    assert language_model(NO_MODELS, "", CLOCK, World().tenant_rows) is None
    made = extractor(NO_MODELS, None, CLOCK, CountingIds(), extraction_log())
    assert isinstance(made, DeterministicExtractor)
    assert model_evolver(None, CLOCK, CountingIds()) is None


def test_the_evolver_asks_the_model_that_extracts() -> None:
    chain = a_chain(CLOCK, model=ScriptedModel())

    made = model_evolver(chain, CLOCK, CountingIds())

    assert isinstance(made, ModelEvolver)
    assert made.model is chain


def test_a_server_is_asked_before_bedrock() -> None:
    both = ModelSettings(**SERVER, bedrock_model="amazon.nova-lite-v1:0")

    assert list(_providers(both).items()) == [
        ("endpoint", OpenaiCompatibleModel),
        ("bedrock", BedrockModel),
    ]


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (ModelSettings(**SERVER), "endpoint"),
        (ModelSettings(bedrock_model="amazon.nova-lite-v1:0"), "bedrock"),
    ],
)
def test_each_model_may_be_alone(settings: ModelSettings, name: str) -> None:
    assert list(_providers(settings)) == [name]


def test_a_tenant_is_served_by_those_that_its_row_allows() -> None:
    world = World()
    both = ModelSettings(**SERVER, bedrock_model="amazon.nova-lite-v1:0")
    ProviderLists(world.tenant_rows, ()).set(world.acme, ("bedrock",))

    chain = language_model(both, "eu-central-1", CLOCK, world.tenant_rows)

    assert isinstance(chain, ModelChain)
    assert chain._allowed(world.acme) == ["bedrock"]


@pytest.mark.parametrize(
    ("fallback", "falls_back"), [(Fallback.DEFER, False), (Fallback.DETERMINISTIC, True)]
)
def test_the_extractor_asks_the_model_as_the_deployment_says(
    fallback: Fallback, falls_back: bool
) -> None:
    chain = a_chain(CLOCK, model=ScriptedModel())
    settings = ModelSettings(fallback=fallback, seconds=7.0)

    log = extraction_log()
    made = extractor(settings, chain, CLOCK, CountingIds(), log)

    assert isinstance(made, ModelExtractor)
    assert (made.model, made.seconds, made.falls_back) == (chain, 7.0, falls_back)
    assert made.log is log
