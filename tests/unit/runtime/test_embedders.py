"""The embedding model of a deployment: the local one, or one that it names."""

from dataclasses import replace
from functools import cached_property
from pathlib import Path

import pytest

from mneme.adapters.bedrock_embedder import BedrockEmbedder
from mneme.adapters.local_embedding_model import LOCAL_MODEL
from mneme.adapters.openai_compatible_embedder import OpenaiCompatibleEmbedder
from mneme.application.models.allowed_embedder import AllowedEmbedder
from mneme.application.models.cached_embedder import CachedEmbedder
from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.contracts.http.recall import TIMEOUT_LIMIT_MS
from mneme.domain.errors import ExtractionFailed, Unavailable
from mneme.runtime.bootstrap import Services
from mneme.runtime.embedders import RECALL_SECONDS, embedder, embedding_model
from mneme.runtime.settings import EmbedderSettings, Settings
from tests.doubles import CountingIds, FixedClock
from tests.doubles.recall_world import FailingEmbedder
from tests.doubles.world import LAYOUTS, World

SERVER = EmbedderSettings("small", 768, url="http://127.0.0.1:9/v1", unrelated=0.3, paraphrase=0.7)
TITAN = EmbedderSettings("amazon.titan-embed-text-v2:0", 1024)
CLOCK = FixedClock()


def _made(named: EmbedderSettings, world: World) -> AllowedEmbedder:
    made = embedder(named, "eu-central-1", CLOCK, world.tenant_rows)
    assert isinstance(made, AllowedEmbedder)
    return made


def test_without_a_named_model_it_is_the_local_one() -> None:
    assert embedding_model(None) is LOCAL_MODEL


def test_vectors_are_named_by_their_model_and_dimensions_and_calibrated_by_its_anchors() -> None:
    assert embedding_model(SERVER) == EmbeddingModel("small/768", 768, 0.3, 0.7)
    assert embedding_model(TITAN).id == "amazon.titan-embed-text-v2:0/1024"


@pytest.mark.parametrize(
    ("named", "kind", "provider"),
    [
        (SERVER, OpenaiCompatibleEmbedder, "embedding_endpoint"),
        (TITAN, BedrockEmbedder, "bedrock"),
    ],
)
def test_a_named_model_is_asked_for_those_tenants_that_allow_its_provider(
    named: EmbedderSettings, kind: type, provider: str
) -> None:
    world = World()
    made = _made(named, world)

    assert (type(made.embedder), made.provider) == (kind, provider)
    assert made.model == embedding_model(named)
    assert made.access.allowed(world.acme) == (provider,)


def test_who_allows_the_language_models_server_has_not_allowed_the_embedding_models() -> None:
    world = World()
    made = _made(SERVER, world)
    ProviderLists(world.tenant_rows, ()).set(world.acme, ("endpoint",))

    with pytest.raises(ExtractionFailed):
        made.embed(world.acme, ["tea"])


def test_a_model_of_bedrock_that_gives_no_such_vectors_is_refused() -> None:
    with pytest.raises(ValueError, match="Titan"):
        _made(EmbedderSettings("amazon.nova-lite-v1:0", 512), World())


class _Away(Services):
    """A deployment whose embedding model does not answer."""

    @cached_property
    def embedder(self) -> FailingEmbedder:
        """The model that is away."""
        return FailingEmbedder(down=True)


class _Refusing(Services):
    """A deployment whose embedding model takes no text of ours."""

    @cached_property
    def embedder(self) -> FailingEmbedder:
        """The model that refuses."""

        def refuse() -> None:
            raise ExtractionFailed("this provider is not allowed")

        return FailingEmbedder(takes=refuse)


def test_a_call_made_for_a_recall_ends_soon_after_any_recall(tmp_path: Path) -> None:
    settings = Settings("test", LAYOUTS, tmp_path, {}, {}, {}, "", None, "", embedder=SERVER)
    services = Services(settings, CLOCK, CountingIds())

    def seconds(made: Embedder) -> float:
        assert isinstance(made, AllowedEmbedder)
        assert isinstance(made.embedder, OpenaiCompatibleEmbedder)
        return made.embedder._timeout_seconds

    assert seconds(services.embedder) == SERVER.seconds
    assert seconds(services.prompt_embedder) == RECALL_SECONDS
    assert TIMEOUT_LIMIT_MS / 1000 < RECALL_SECONDS


def test_a_recall_starts_without_a_model_that_is_away(tmp_path: Path) -> None:
    services = _Away(
        Settings("test", LAYOUTS, tmp_path, {}, {}, {}, "", None, ""), CLOCK, CountingIds()
    )

    services.recall.warm_up()

    with pytest.raises(Unavailable):
        services.prompt_embedder.embed(World().acme, ["tea"])


def test_a_recall_starts_with_a_model_that_refuses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings("test", LAYOUTS, tmp_path, {}, {}, {}, "", None, "")
    services = _Refusing(settings, CLOCK, CountingIds())

    services.recall.warm_up()

    assert [one.__dict__["reason"] for one in caplog.records] == ["this provider is not allowed"]


def test_a_recall_asks_the_local_model_itself(tmp_path: Path) -> None:
    services = _Away(
        Settings("test", LAYOUTS, tmp_path, {}, {}, {}, "", None, ""), CLOCK, CountingIds()
    )

    assert services.prompt_embedder is services.embedder


def test_a_recall_remembers_its_questions_unless_the_deployment_wants_none_remembered(
    tmp_path: Path,
) -> None:
    settings = Settings("test", LAYOUTS, tmp_path, {}, {}, {}, "", None, "")
    remembering = _Away(settings, CLOCK, CountingIds())
    forgetful = _Away(replace(settings, cached_queries=0), CLOCK, CountingIds())

    assert isinstance(remembering.query_embedder, CachedEmbedder)
    assert forgetful.query_embedder is forgetful.embedder
