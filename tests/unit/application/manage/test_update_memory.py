"""Another text is a memory's next revision: nothing is lost, and the guards move with it."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import TRANSACTION_LIMIT
from mneme.domain.errors import InvalidRequest, RevisionConflict
from mneme.domain.memory import Kind, Provenance, Status
from mneme.domain.task import Decision
from tests.doubles.evolving import recalled
from tests.doubles.made import a_fact, later, said
from tests.doubles.managing import revision_of, told, update
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import World


def test_another_text_is_the_next_revision_and_is_found_by_its_own_words(world: World) -> None:
    memory_id = told(world, "I like green tea", is_important=True, custom_tags={"a": 1})
    world.durable.clock.advance(days=3)

    head = update(world, memory_id, content="I like black coffee")

    old, new = revision_of(world, memory_id, 1), revision_of(world, memory_id)
    assert (head.revision, head.status, head.provenance) == (
        2,
        Status.ACTIVE,
        Provenance.EXPLICIT_REQUEST,
    )
    assert (new.content, new.custom_tags, new.sources) == ("I like black coffee", {"a": 1}, ())
    assert (head.is_important, head.anchor.value, head.anchor.at) == (True, 0.9, later(days=3))
    assert old.content == "I like green tea"
    assert old.invalid_at == new.valid_at == later(days=3)
    assert old.embedding is not None
    assert new.embedding is not None
    assert new.embedding.vector != old.embedding.vector
    assert set(new.terms).isdisjoint(set(old.terms) - set(new.terms))
    assert recalled(world, "black coffee") == ["I like black coffee"]
    assert recalled(world, "green tea", as_of=later(days=1)) == ["I like green tea"]


def test_another_revision_than_expected_is_a_conflict_with_the_current_one(world: World) -> None:
    memory_id = told(world, "I like tea")
    update(world, memory_id, content="I like coffee", expected=1)

    with pytest.raises(RevisionConflict) as refused:
        update(world, memory_id, content="I like water", expected=1)

    assert refused.value.field == "expected_revision"
    assert refused.value.data == {"current_revision": 2}
    assert world.contents() == ["I like coffee"]


def test_a_text_that_another_memory_says_is_refused_and_names_it(world: World) -> None:
    tea, coffee = told(world, "I like tea"), told(world, "I like coffee")

    with pytest.raises(RevisionConflict) as refused:
        update(world, coffee, content="i like  TEA.")

    assert refused.value.data == {"current_revision": 1, "memory_id": tea}
    assert world.contents() == ["I like coffee", "I like tea"]


def test_the_guards_move_with_the_text(world: World) -> None:
    memory_id = told(world, "I like tea")
    update(world, memory_id, content="I like coffee")

    again = world.decide(a_fact("I like coffee"))
    old = world.decide(a_fact("I like tea", observed_at=later(days=1)))

    assert (again.decision, again.memory_id) == (Decision.SKIP, memory_id)
    assert old.decision is not Decision.SKIP


def test_only_the_case_of_a_text_can_be_changed(world: World) -> None:
    memory_id = told(world, "i like Tea")

    head = update(world, memory_id, content="I like tea.")

    assert (head.revision, world.contents()) == (2, ["I like tea."])
    assert world.decide(a_fact("I LIKE TEA")).decision is Decision.SKIP


def test_a_slot_that_the_words_gave_is_given_by_the_new_words(world: World) -> None:
    city = world.remember(said("I live in Oslo."))
    ((_, result),) = city.results
    update(world, result.memory_id, content="I like tea")

    newer = world.remember(said("I live in Rome.", session_id="s-2"))

    assert revision_of(world, result.memory_id).fact_key is None
    assert [each.decision for _, each in newer.results] == [Decision.ADD]
    assert world.contents() == ["I like tea", "I live in Rome."]


def test_a_slot_that_was_set_by_somebody_stays(world: World) -> None:
    memory_id = told(world, "Window seats", fact_key="seat")

    update(world, memory_id, content="Aisle seats")

    newer = world.decide(a_fact("Rear seats", fact_key="seat", observed_at=later(days=1)))
    assert revision_of(world, memory_id, 2).fact_key == "seat"
    assert newer.decision is Decision.ADD  # automation does not overrule a person's own word


@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.ARCHIVED, Status.DELETED])
def test_what_is_not_current_cannot_be_updated(world: World, status: Status) -> None:
    memory_id = told(world, "I like tea")
    world.set_head(memory_id, status=status.value)

    with pytest.raises(RevisionConflict, match=status.value):
        update(world, memory_id, content="I like coffee")


def test_a_message_stays_what_was_said(world: World) -> None:
    world.remember(said("Hi there."))
    (turn,) = world.held(Kind.TURN)

    with pytest.raises(InvalidRequest) as refused:
        update(world, turn.head.memory_id, content="Something else.")

    assert refused.value.field == "memory_id"


def test_a_candidate_stays_one(world: World) -> None:
    memory_id = told(world, "I like tea", provenance=Provenance.CANDIDATE)

    head = update(world, memory_id, content="I like coffee")

    assert (head.status, head.provenance) == (Status.CANDIDATE, Provenance.CANDIDATE)


def test_what_is_over_keeps_its_interval(world: World) -> None:
    memory_id = told(world, "I lived in Oslo", valid_at=later(days=-9), invalid_at=later(days=-5))

    head = update(world, memory_id, content="I lived in Bergen")

    assert (head.valid_at, head.invalid_at) == (later(days=-9), later(days=-5))
    assert recalled(world, "lived", as_of=later(days=-7)) == ["I lived in Bergen"]
    assert recalled(world, "lived") == []


def test_the_largest_update_is_within_its_documented_transaction(world: World) -> None:
    city = told(world, "I live in Oslo.", fact_key="home_city", is_important=True)
    notes = Notes()
    process = World(
        world.durable,
        lambda stores: replace(stores, tables=Watched(stores.tables, notes)),  # type: ignore[arg-type]
    )

    update(process, city, content="I work at Acme.", is_important=False, custom_tags={"a": 1})

    (actions,) = notes.transactions
    assert len(actions) <= 14 < TRANSACTION_LIMIT
