"""The same content, known better: tags, importance, ends and rank that a repetition brings."""

from dataclasses import replace
from functools import cached_property

import pytest

from mneme.application.recall.recall_rows import cosine_of
from mneme.domain.extraction.policy import Mode
from mneme.domain.fact import Fact
from mneme.domain.memory import Entity, Provenance, Source
from mneme.domain.recollection import RecallFilter
from mneme.domain.task import Decision, FactResult
from mneme.domain.tenancy import TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import decisions, evolve, history, reasons, recalled
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import GLOBAL, a_fact, later
from tests.doubles.world import USER, Held, World

TEA = a_fact("I like tea", custom_tags={"topic": "drinks"})
AGAIN = replace(TEA, observed_at=later(minutes=1), custom_tags={}, sources=(Source("s-2", "m7"),))


def again(**parts: object) -> Fact:
    return replace(AGAIN, **parts)  # type: ignore[arg-type]


def told_twice(world: World, first: Fact, second: Fact) -> tuple[FactResult, Held]:
    world.decide(first)
    result = world.decide(second)
    (held,) = world.held()
    return result, held


def test_new_tags_are_united_with_those_that_are_there(world: World) -> None:
    result, held = told_twice(world, TEA, again(custom_tags={"by": "phone"}))

    assert (result.decision, result.revision) == (Decision.UPDATE, 2)
    assert held.revision.custom_tags == {"topic": "drinks", "by": "phone"}
    assert held.revision.sources == (Source("s-1", "m1"), Source("s-2", "m7"))
    assert reasons(world)[-1] == ("UPDATE", "more_attributes")
    assert log_is_dense(world)


def test_a_memory_is_found_by_the_tag_that_it_gained(world: World) -> None:
    told_twice(world, TEA, again(custom_tags={"by": "phone"}))

    by_phone = RecallFilter(custom_tags=({"by": "phone"},))
    assert recalled(world, "tea", filter=by_phone) == ["I like tea"]
    assert recalled(world, "tea") == ["I like tea"]
    assert recalled(world, "tea", as_of=later(seconds=1)) == ["I like tea"]


@pytest.mark.parametrize("same", [{}, {"topic": "drinks"}])
def test_what_brings_nothing_new_is_skipped(world: World, same: dict[str, str]) -> None:
    result, held = told_twice(world, TEA, again(custom_tags=same))

    assert (result.decision, held.head.revision) == (Decision.SKIP, 1)


def test_a_value_of_a_tag_that_was_told_later_stays(world: World) -> None:
    world.decide(TEA)
    world.decide(again(custom_tags={"topic": "likes"}))

    world.decide(replace(TEA, observed_at=later(days=-1), custom_tags={"topic": "old", "era": 1}))

    (held,) = world.held()
    assert held.revision.custom_tags == {"topic": "likes", "era": 1}


def test_importance_is_raised_and_never_lowered(world: World) -> None:
    result, held = told_twice(world, TEA, again(is_important=True))
    assert (result.decision, held.head.is_important) == (Decision.UPDATE, True)
    assert held.head.anchor.value == 0.90

    assert world.decide(again(is_important=False)).decision is Decision.SKIP
    assert [held.head.is_important for held in world.held()] == [True]
    assert stored_counts(world) == true_counts(world)


def test_an_expiry_is_set_moved_and_never_dropped(world: World) -> None:
    _, held = told_twice(world, TEA, again(expire_at=later(days=9)))
    assert held.head.expire_at == later(days=9)

    assert world.decide(again(expire_at=later(days=5))).decision is Decision.UPDATE
    assert world.decide(again()).decision is Decision.SKIP
    assert [held.head.expire_at for held in world.held()] == [later(days=5)]


def test_an_expiry_that_a_person_did_not_set_does_not_end_their_memory(world: World) -> None:
    asked = replace(TEA, provenance=Provenance.EXPLICIT_REQUEST)

    result, held = told_twice(world, asked, again(expire_at=later(days=1), custom_tags={"x": 1}))

    assert (result.decision, held.head.expire_at) == (Decision.UPDATE, None)
    assert held.revision.custom_tags == {"topic": "drinks", "x": 1}


def test_what_a_person_asks_to_keep_is_theirs_from_then_on(world: World) -> None:
    _, held = told_twice(world, TEA, again(provenance=Provenance.EXPLICIT_REQUEST))
    assert held.head.provenance is Provenance.EXPLICIT_REQUEST

    world.decide(again(custom_tags={"x": 1}))
    assert [held.head.provenance for held in world.held()] == [Provenance.EXPLICIT_REQUEST]


def test_the_same_content_joins_the_slot_it_turns_out_to_fill(world: World) -> None:
    home = a_fact("Lives in Oslo")
    world.decide(home)
    world.decide(replace(home, fact_key="home_city"))

    moved = a_fact("Lives in Rome", fact_key="home_city", observed_at=later(days=1))
    assert world.decide(moved).decision is Decision.UPDATE


def test_entities_are_united(world: World) -> None:
    oslo, rome = Entity("Oslo", "city"), Entity("Rome", "city")

    _, held = told_twice(world, replace(TEA, entities=(oslo,)), again(entities=(rome,)))

    assert held.revision.entities == (oslo, rome)


def test_other_words_for_the_same_bring_their_attributes_as_well(world: World) -> None:
    task = evolve(world, TEA, again(text="I love tea", custom_tags={"by": "phone"}))

    (held,) = world.held()
    assert decisions(task) == [Decision.ADD, Decision.UPDATE]
    assert held.revision.content == "I like tea"
    assert held.revision.custom_tags == {"topic": "drinks", "by": "phone"}


@pytest.mark.parametrize("mode", [Mode.APPEND, Mode.SHADOW])
def test_without_decisions_the_same_content_is_known_better_too(world: World, mode: Mode) -> None:
    evolve(world, TEA)

    task = evolve(world, again(custom_tags={"by": "phone"}), mode=mode)

    assert decisions(task) == [Decision.UPDATE]
    assert len(world.held()) == 1


def test_a_doubtful_repetition_changes_nothing(world: World) -> None:
    doubt = again(provenance=Provenance.CANDIDATE, custom_tags={"by": "phone"})

    result, held = told_twice(world, TEA, doubt)

    assert (result.decision, held.head.version) == (Decision.SKIP, 1)


def test_a_structured_write_brings_its_attributes(world: World) -> None:
    world.write_structured(world.acme, USER, GLOBAL, TEA)

    result = world.write_structured(world.acme, USER, GLOBAL, again(is_important=True))

    assert (result.decision, result.revision) == (Decision.UPDATE, 2)


class _Counting(HashingEmbedder):
    texts = 0

    def embed(self, tenant: TenantContext, texts):  # type: ignore[no-untyped-def]
        self.texts += len(texts)
        return super().embed(tenant, texts)


class _Counted(World):
    @cached_property
    def embedder(self) -> _Counting:
        return _Counting()


def test_the_vector_is_left_as_it_was() -> None:
    world = _Counted()
    world.decide(TEA)
    world.decide(again(custom_tags={"by": "phone"}))

    one, other = history(world)
    assert world.embedder.texts == 2  # one for each fact that was told, none for the memory
    assert one.embedding == other.embedding
    assert (one.terms, cosine_of(one.embedding, other.embedding)) == (other.terms, pytest.approx(1))  # type: ignore[arg-type]
