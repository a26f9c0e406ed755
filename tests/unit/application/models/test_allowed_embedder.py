"""No provider of embeddings sees what its tenant does not allow: writes fail, and say so."""

from collections.abc import Sequence
from functools import cached_property

import pytest

from mneme.application.models.allowed_embedder import AllowedEmbedder
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.domain.errors import ExtractionFailed
from mneme.domain.memory import Kind
from mneme.domain.recollection import Degradation, RecallQuery
from mneme.domain.task import TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.world import USER, World, a_tenant

PROVIDER = "embedding_endpoint"


class _Listening(HashingEmbedder):
    """Notes who showed it what."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, str]] = []

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        self.seen += [(tenant.tenant_id, text) for text in texts]
        return super().embed(tenant, texts)


class _Elsewhere(World):
    """A world whose embedding model is at a provider."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = _Listening()

    @property
    def lists(self) -> ProviderLists:
        """Which providers tenants allow."""
        return ProviderLists(self.tenant_rows, (PROVIDER,))

    @cached_property
    def embedder(self) -> AllowedEmbedder:  # type: ignore[override]
        """The embedder that the deployment's composition would make."""
        return AllowedEmbedder(self.asked, PROVIDER, self.lists)


@pytest.fixture
def elsewhere() -> _Elsewhere:
    return _Elsewhere()


def test_a_tenant_without_a_list_is_served(elsewhere: _Elsewhere) -> None:
    assert elsewhere.remember(said("I live in Oslo.")).state is TaskState.DONE
    assert {tenant for tenant, _ in elsewhere.asked.seen} == {"acme"}
    assert elsewhere.contents() == ["I live in Oslo."]


@pytest.mark.parametrize("own", [[], ["endpoint", "bedrock"]])
def test_an_add_that_the_provider_may_not_see_fails_and_is_shown_to_nobody(
    elsewhere: _Elsewhere, own: list[str]
) -> None:
    elsewhere.lists.set(elsewhere.acme, tuple(own))

    task = elsewhere.remember(said("I live in Oslo."))

    assert task.state is TaskState.FAILED
    assert task.error is not None
    assert (task.error.code, "does not allow the provider" in task.error.message) == (50001, True)
    assert elsewhere.asked.seen == []
    assert elsewhere.contents(Kind.TURN) == []


def test_a_memory_written_at_once_is_refused_as_well(elsewhere: _Elsewhere) -> None:
    elsewhere.lists.set(elsewhere.acme, ())

    with pytest.raises(ExtractionFailed):
        elsewhere.write_structured(elsewhere.acme, USER, GLOBAL, a_fact("Lives in Oslo"))

    assert elsewhere.asked.seen == []


def test_a_memory_written_through_evolution_fails_in_its_task(elsewhere: _Elsewhere) -> None:
    elsewhere.lists.set(elsewhere.acme, ())

    task = elsewhere.accept_structured(elsewhere.acme, USER, GLOBAL, a_fact("Lives in Oslo"))
    elsewhere.work()

    ended = elsewhere.read_task(elsewhere.acme, USER, task.task_id)
    assert (ended.state, elsewhere.asked.seen) == (TaskState.FAILED, [])


def test_a_recall_finds_by_words_what_was_embedded_before_and_says_so(
    elsewhere: _Elsewhere,
) -> None:
    elsewhere.write_structured(elsewhere.acme, USER, GLOBAL, a_fact("Lives in Oslo"))
    elsewhere.asked.seen.clear()
    elsewhere.lists.set(elsewhere.acme, ())
    elsewhere.clock.advance(61)

    query = RecallQuery(USER, "Who lives in Oslo?", consistent=True)
    found = elsewhere.recall(elsewhere.acme, query)

    assert [one.revision.content for one in found.memories] == ["Lives in Oslo"]
    assert found.degraded == (Degradation.EMBEDDING_UNAVAILABLE,)
    assert elsewhere.asked.seen == []


def test_what_one_tenant_forbids_another_may_allow(elsewhere: _Elsewhere) -> None:
    elsewhere.tenants.create("globex")
    elsewhere.lists.set(elsewhere.acme, ())

    elsewhere.write_structured(a_tenant("globex"), USER, GLOBAL, a_fact("Likes tea"))

    assert elsewhere.asked.seen == [("globex", "Likes tea")]
