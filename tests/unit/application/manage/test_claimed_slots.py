"""One slot never has two values, whatever a caller asks for."""

import pytest

from mneme.application.manage.roll_back_memory import Rollback
from mneme.application.repositories.row_keys import GUARDS
from mneme.domain.errors import RevisionConflict
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision
from tests.doubles.evolving import evolve, recalled
from tests.doubles.made import a_fact, later
from tests.doubles.managing import head_of, revision_of, told, update
from tests.doubles.world import USER, World

HOME = {"fact_key": "home_city"}


def refused(world: World, memory_id: str, **patch: object) -> object:
    with pytest.raises(RevisionConflict) as conflict:
        update(world, memory_id, **patch)
    return conflict.value.data["memory_id"]


def slot_members(world: World) -> list[frozenset[str]]:
    rows = [row for row in world.rows(GUARDS) if str(row["sk"]).startswith("KEY#")]
    return [row["memory_ids"] for row in rows if "memory_ids" in row]  # type: ignore[misc]


def test_a_text_of_a_slot_that_is_filled_is_refused_by_name(world: World) -> None:
    lisbon = told(world, "I live in Lisbon.", **HOME)
    other = told(world, "I like tea.")

    assert refused(world, other, content="I live in Bergen.") == lisbon

    assert world.contents() == ["I like tea.", "I live in Lisbon."]


def test_a_rollback_into_a_slot_that_was_filled_meanwhile_is_refused(world: World) -> None:
    memory_id = told(world, "I live in Lisbon.", **HOME)
    update(world, memory_id, content="I like tea.")
    world.durable.clock.advance(hours=1)
    bergen = told(world, "I live in Bergen.", **HOME)

    with pytest.raises(RevisionConflict) as conflict:
        world.manage.roll_back(world.acme, USER, Rollback(memory_id, 1))

    assert conflict.value.data == {"current_revision": 2, "memory_id": bergen}


@pytest.mark.parametrize("end", ["delete", "expire"])
def test_a_slot_whose_value_is_gone_may_be_filled(world: World, end: str) -> None:
    lisbon = told(world, "I live in Lisbon.", expire_at=later(days=1), **HOME)
    other = told(world, "I like tea.")
    if end == "delete":
        world.manage.delete.one(world.acme, USER, lisbon, None)
    world.durable.clock.advance(days=end == "expire")

    update(world, other, content="I live in Bergen.")

    asked = {"provenance": Provenance.EXPLICIT_REQUEST, "observed_at": later(days=2)}
    newer = world.decide(a_fact("I live in Rome.", **asked, **HOME))
    assert (newer.decision, newer.memory_id) == (Decision.UPDATE, other)


def test_a_value_that_is_over_may_be_corrected_beside_its_successor(world: World) -> None:
    oslo = told(world, "I live in Oslo.", invalid_at=later(days=1))
    world.durable.clock.advance(days=2)
    told(world, "I live in Lisbon.", observed_at=later(days=2), **HOME)

    update(world, oslo, content="I live in Bergen.")

    assert recalled(world, "live in") == ["I live in Lisbon."]
    assert recalled(world, "live in", as_of=later(hours=1)) == ["I live in Bergen."]


def test_a_value_of_its_own_slot_may_be_corrected_and_its_conflict_stands(world: World) -> None:
    said = told(world, "I live in Lisbon.", provenance=Provenance.EXPLICIT_REQUEST, **HOME)
    doubted = world.decide(a_fact("I live in Bergen.", observed_at=later(days=1), **HOME))
    assert revision_of(world, doubted.memory_id).conflicts_with == (said,)

    update(world, said, content="I live in Porto.")

    assert revision_of(world, said).conflicts_with == (doubted.memory_id,)


def test_a_conflict_ends_where_the_words_leave_the_slot(world: World) -> None:
    said = told(world, "I live in Lisbon.", provenance=Provenance.EXPLICIT_REQUEST, **HOME)
    world.decide(a_fact("I live in Bergen.", observed_at=later(days=1), **HOME))

    update(world, said, content="I like tea.")

    assert revision_of(world, said).conflicts_with == ()


def test_of_two_values_that_nobody_compared_either_may_be_corrected(world: World) -> None:
    evolve(world, a_fact("I live in Lisbon.", **HOME), mode=Mode.APPEND)
    evolve(world, a_fact("I live in Bergen.", **HOME), mode=Mode.APPEND)
    one, _ = world.held()

    update(world, one.head.memory_id, content="I live in Porto.")

    assert world.contents() == ["I live in Bergen.", "I live in Porto."]


@pytest.mark.parametrize("text", ["I live in Bergen.", "I live in Lisbon."])
def test_what_expired_is_not_revived_beside_what_was_told_since(world: World, text: str) -> None:
    lisbon = told(world, "I live in Lisbon.", expire_at=later(days=1), **HOME)
    world.durable.clock.advance(days=2)
    since = told(world, text, **HOME)

    assert refused(world, lisbon, expire_at=None) == since


def test_what_expired_is_revived_where_nothing_took_its_place(world: World) -> None:
    lisbon = told(world, "I live in Lisbon.", expire_at=later(days=1), **HOME)
    world.durable.clock.advance(days=2)

    update(world, lisbon, expire_at=None)

    assert recalled(world, "live in") == ["I live in Lisbon."]
    assert world.decide(a_fact("I live in Lisbon.", **HOME)).decision is Decision.SKIP


def test_a_candidate_fills_no_slot_by_being_corrected(world: World) -> None:
    lisbon = told(world, "I live in Lisbon.", **HOME)
    doubt = told(world, "I like tea.", provenance=Provenance.CANDIDATE)

    update(world, doubt, content="I live in Bergen.")

    assert head_of(world, doubt).status is Status.CANDIDATE
    assert slot_members(world) == [frozenset({lisbon})]
