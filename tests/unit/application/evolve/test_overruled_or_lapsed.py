"""Whose wish a deletion was decides whether a fact may come back; a correction is a wish too."""

from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.application.repositories.overrulings import MOST, Overrulings
from mneme.application.repositories.row_keys import GUARDS, user_partition
from mneme.domain.memory import MemType, Status
from mneme.domain.scope import Level, Scope, VisibleScope
from mneme.domain.task import Decision
from tests.doubles.evolving import a_task, decisions, evolve, recalled, records
from tests.doubles.limited import limit
from tests.doubles.made import a_fact, later
from tests.doubles.managing import many, told, update
from tests.doubles.retelling import accept, active, ago, delete_all, tell
from tests.doubles.sessions import SESSION, close, known_in
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import USER, World

GUARD_OF_ALL = "OVERRULED#G#1"
CORRECTIONS = [
    ("I hate fog.", "I hate hail.", "I really hate fog!"),
    ("My cat is called Momo.", "My cat is called Mimi.", "Yes, my cat is named Momo."),
    ("我喜欢喝茶。", "我喜欢喝咖啡。", "我也很喜欢喝茶"),
]


def _reads_of_overruled(notes: Notes) -> int:
    return sum(
        method == "get" and arguments[1] == GUARDS and arguments[2].sort == GUARD_OF_ALL
        for method, arguments in notes.calls
    )


def _noting(world: World) -> tuple[World, Notes]:
    notes = Notes()
    beside = World(
        world.durable,
        lambda stores: replace(stores, tables=Watched(stores.tables, notes)),  # type: ignore[arg-type]
    )
    return beside, notes


@pytest.mark.parametrize(("before", "corrected", "edited"), CORRECTIONS)
def test_what_a_person_corrected_does_not_come_back_in_other_words(
    world: World, before: str, corrected: str, edited: str
) -> None:
    tell(world, before)
    [held] = [one for one in world.held() if one.head.status == "ACTIVE"]
    update(world, held.head.memory_id, content=corrected)
    world.durable.clock.advance(hours=1)

    tell(world, edited)
    tell(world, before, "m2", session_id="s-2", time=ago(world, days=30))

    assert active(world) == [corrected]
    assert records(world)[-1]["reason"] == "corrected"


@pytest.mark.parametrize(("before", "corrected", "edited"), CORRECTIONS)
def test_what_was_corrected_may_be_said_anew(
    world: World, before: str, corrected: str, edited: str
) -> None:
    tell(world, before)
    [held] = [one for one in world.held() if one.head.status == "ACTIVE"]
    update(world, held.head.memory_id, content=corrected)
    world.durable.clock.advance(hours=1)

    tell(world, edited, "m2", session_id="s-2")

    assert edited in active(world)


def test_a_person_may_write_again_what_was_deleted(world: World) -> None:
    tell(world, "I hate fog.")
    delete_all(world)
    told(world, "I really hate fog.")
    [other] = [told(world, "I like tea.")]

    update(world, other, content="I hate fog.")

    assert active(world) == ["I hate fog.", "I really hate fog."]


def test_what_was_written_by_a_caller_but_waited_stays_deleted(world: World) -> None:
    tell(world, "I hate fog.")
    task = a_task(world, a_fact("I really hate fog.", observed_at=world.clock.now()))
    world.durable.clock.advance(minutes=1)
    delete_all(world)

    world.hand("evolution", world.message(task))
    after = evolve(world, a_fact("I really hate fog.", observed_at=world.clock.now()))

    assert decisions(world.read_task(world.acme, USER, task.task_id)) == [Decision.SKIP]
    assert decisions(after) == [Decision.ADD]


def test_what_was_evicted_may_be_learned_again(world: World) -> None:
    limit(world, everywhere=1)
    first = evolve(world, a_fact("I hate fog."))
    [(_, result)] = first.results
    world.set_head(result.memory_id, weight=0.05)
    evolve(world, a_fact("I love rain.", observed_at=later(minutes=1)))
    assert world.memories.heads(world.acme, USER, [result.memory_id])[result.memory_id].lapsed

    again = evolve(world, a_fact("I hate fog.", observed_at=later(days=-1)))

    assert decisions(again) == [Decision.ADD]


def test_what_was_evicted_and_then_deleted_by_a_person_stays_away(world: World) -> None:
    limit(world, everywhere=1)
    [(_, result)] = evolve(world, a_fact("I hate fog.")).results
    world.set_head(result.memory_id, weight=0.05)
    evolve(world, a_fact("I love rain.", observed_at=later(minutes=1)))

    world.manage.delete.one(world.acme, USER, result.memory_id, None)

    again = evolve(world, a_fact("I really hate fog.", observed_at=later(days=-1)))
    assert decisions(again) == [Decision.SKIP]


def test_an_older_value_of_a_slot_that_was_corrected_is_its_history(world: World) -> None:
    told_at = world.clock.now()
    tell(world, "I live in Oslo.")
    [held] = [one for one in world.held() if one.head.status == "ACTIVE"]
    update(world, held.head.memory_id, content="I live in Bergen.")
    world.durable.clock.advance(days=1)

    tell(world, "I'm based in Oslo.", "m2", session_id="s-2", time=told_at - timedelta(days=90))

    assert active(world) == ["I live in Bergen."]
    asked = recalled(world, "Oslo", as_of=told_at - timedelta(days=30), min_relevance=0.0)
    assert asked == ["I'm based in Oslo."]


def test_what_ended_with_its_session_may_be_learned_again_there(world: World) -> None:
    fact = a_fact("I went to the market.", mem_type=MemType.EPISODIC)
    evolve(world, fact, scope=SESSION)
    close(world)
    assert known_in(world, SESSION.key) == []

    again = evolve(world, fact, scope=SESSION)

    assert decisions(again) == [Decision.ADD]


def test_a_session_learns_no_more_what_it_had_passed_on_and_a_person_deleted(world: World) -> None:
    session = Scope(Level.SESSION, None, "s-1")
    tell(world, "I hate fog.", scope=session)
    close(world, session)
    world.durable.clock.advance(hours=1)
    assert known_in(world, "G") == ["I hate fog."]
    delete_all(world)

    tell(world, "I really hate fog!", scope=session)
    tell(world, "I really hate fog!", session_id="s-2", scope=Scope(Level.SESSION, None, "s-2"))

    assert known_in(world, session.key) == []
    assert known_in(world, "S##s-2") == ["I really hate fog!"]


def test_an_ordinary_fact_costs_no_further_read(world: World) -> None:
    tell(world, "I hate fog.", "m1")
    delete_all(world)
    beside, notes = _noting(world)

    tell(beside, "I like tea.", "m2")
    reads_of_ordinary = _reads_of_overruled(notes)
    tell(beside, "I like moss.", "m1")
    reads_of_edited = _reads_of_overruled(notes)

    assert (reads_of_ordinary, reads_of_edited) == (0, 1)


def test_what_was_overruled_is_read_once_for_a_whole_task(world: World) -> None:
    tell(world, "I hate fog.", "m1")
    delete_all(world)
    beside, notes = _noting(world)

    early = [a_fact(f"I own boat number {n}.", observed_at=later(days=-9)) for n in range(20)]
    evolve(beside, *early)

    reads = _reads_of_overruled(notes)
    assert reads == 1


def test_the_list_of_what_was_overruled_is_bounded_and_holds_no_words(world: World) -> None:
    ids = many(world, MOST + 5)

    world.manage.delete.some(world.acme, USER, ids)

    place = VisibleScope("G", 1)
    listed = Overrulings(world.tables).of_scope(world.acme, user_partition(world.acme, USER), place)
    assert len(listed.listed) == MOST
    assert {one.memory_id for one in listed.listed} < set(ids)
    [row] = [row for row in world.rows(GUARDS) if row["sk"] == GUARD_OF_ALL]
    assert set(row) == {"pk", "sk", "listed", "version"}


def test_a_late_fact_beside_a_deletion_that_is_undone_is_decided_about_anew(world: World) -> None:
    tell(world, "I hate fog.", "m1")
    [memory_id] = delete_all(world)
    accept(world, "I really hate fog.", "m1")
    world.deliver("extraction")
    world.manage.restore(world.acme, USER, memory_id, None)

    world.work()

    assert world.memories.heads(world.acme, USER, [memory_id])[memory_id].status is Status.ACTIVE
    assert "I hate fog." in active(world)
