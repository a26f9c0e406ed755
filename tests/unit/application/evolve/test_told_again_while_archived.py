"""What is told again while it is archived comes back: itself, with a record, and no second one."""

from typing import Any

import pytest

from mneme.domain.errors import RevisionConflict
from mneme.domain.evolution.decisions import Reason
from mneme.domain.extraction.policy import Mode
from mneme.domain.fact import Fact
from mneme.domain.memory import MemType, Provenance, Status
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import decisions, evolve, history, reasons, recalled, records
from tests.doubles.lifecycle import lived
from tests.doubles.limited import GLOBAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import a_fact, later
from tests.doubles.managing import head_of, revision_of, told
from tests.doubles.retelling import active, ago
from tests.doubles.world import USER, World

SLOTS = [
    ("I live in Oslo.", "I'm based in Oslo.", "home_city"),
    ("I'm allergic to penicillin.", "I have a penicillin allergy.", "allergy#penicillin"),
    ("我对青霉素过敏。", "嗯，我对青霉素过敏", "allergy#青霉素"),
]
SAME_WORDS = [("I hate fog.", None), ("我喜欢喝茶。", None), *((one, key) for one, _, key in SLOTS)]


def _now(world: World, text: str, fact_key: str | None = None, **parts: Any) -> Fact:
    return a_fact(text, fact_key=fact_key, **{"observed_at": world.clock.now(), **parts})


def _archived(world: World, text: str, fact_key: str | None = None, **parts: Any) -> str:
    """Tell something, let it fade or come to its end, and return its memory."""
    evolve(world, _now(world, text, fact_key, **parts))
    [held] = world.held()
    lived(world, days=120)
    assert head_of(world, held.head.memory_id).status is Status.ARCHIVED
    return held.head.memory_id


@pytest.mark.parametrize(
    ("before", "again", "fact_key"), [*((one, one, key) for one, key in SAME_WORDS), *SLOTS]
)
def test_it_is_active_again_as_it_was_and_as_strong_as_its_class_begins(
    world: World, before: str, again: str, fact_key: str | None
) -> None:
    memory_id = _archived(world, before, fact_key)

    task = evolve(world, _now(world, again, fact_key))

    head = head_of(world, memory_id)
    assert (decisions(task), active(world)) == ([Decision.SKIP], [before])
    assert (head.revision, head.anchor.value, head.anchor.at) == (1, 0.8, world.clock.now())
    assert head.observed_at == world.clock.now()
    record = records(world)[-1]
    assert (record["operation"], record["reason"]) == ("RESTORE", Reason.TOLD_AGAIN)
    assert record["memory_ids"] == [memory_id]
    assert recalled(world, before, min_relevance=0.0) == [before]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
    assert world.manage.restore(world.acme, USER, memory_id, None).status is Status.ACTIVE


@pytest.mark.parametrize("mode", [Mode.APPEND, Mode.SHADOW, Mode.DECIDE])
def test_it_comes_back_whoever_decides(world: World, mode: Mode) -> None:
    memory_id = _archived(world, "I hate fog.")

    evolve(world, _now(world, "I hate fog."), mode=mode)

    assert [(one.head.memory_id, one.head.status) for one in world.held()] == [
        (memory_id, Status.ACTIVE)
    ]


def test_it_comes_back_when_a_caller_writes_it_with_what_the_caller_adds(world: World) -> None:
    memory_id = _archived(world, "I hate fog.")

    again = told(world, "I hate fog.", custom_tags={"mood": "grim"}, is_important=True)

    head, said = head_of(world, memory_id), revision_of(world, memory_id)
    assert (again, head.status, head.revision) == (memory_id, Status.ACTIVE, 2)
    assert (head.is_important, said.custom_tags) == (True, {"mood": "grim"})
    assert reasons(world)[-1] == ("RESTORE", "told_again")


def test_what_had_come_to_its_end_holds_again_from_now_on_and_did_not_between(
    world: World,
) -> None:
    began = world.clock.now()
    memory_id = _archived(world, "I am on holiday.", expire_at=later(days=5))
    told_at = world.clock.now()

    task = evolve(world, _now(world, "I am on holiday."))

    [first, second] = history(world)
    assert decisions(task) == [Decision.UPDATE]
    assert (first.memory_id, second.memory_id) == (memory_id, memory_id)
    assert (first.valid_at, first.invalid_at) == (began, later(days=5))
    assert (second.valid_at, head_of(world, memory_id).expire_at) == (told_at, None)
    asked = [
        recalled(world, "holiday", as_of=at, min_relevance=0.0)
        for at in (later(days=2), later(days=60), told_at)
    ]
    assert asked == [["I am on holiday."], [], ["I am on holiday."]]


def test_so_it_does_before_the_daily_run_has_archived_it(world: World) -> None:
    [(_, first)] = evolve(world, a_fact("I am on holiday.", expire_at=later(days=5))).results
    world.durable.clock.set(later(days=6))

    until = later(days=9)
    [(_, again)] = evolve(world, _now(world, "I am on holiday.", expire_at=until)).results

    assert (again.decision, again.memory_id) == (Decision.UPDATE, first.memory_id)
    assert head_of(world, first.memory_id).expire_at == until


def test_what_was_told_before_the_end_does_not_undo_it(world: World) -> None:
    memory_id = _archived(world, "I am on holiday.", expire_at=later(days=5))

    evolve(world, a_fact("I am on holiday.", observed_at=later(days=3), expire_at=later(days=5)))

    assert head_of(world, memory_id).status is Status.ARCHIVED
    assert recalled(world, "holiday", min_relevance=0.0) == []


def test_an_old_telling_brings_back_what_has_faded(world: World) -> None:
    memory_id = _archived(world, "I hate fog.")
    said_at = head_of(world, memory_id).observed_at

    evolve(world, _now(world, "I hate fog.", observed_at=ago(world, days=400)))

    head = head_of(world, memory_id)
    assert (head.status, head.observed_at) == (Status.ACTIVE, said_at)
    assert head.valid_at == ago(world, days=400)


def test_a_value_that_fills_its_slot_by_now_is_replaced_as_ever(world: World) -> None:
    _archived(world, "I live in Oslo.", "home_city")
    evolve(world, _now(world, "I live in Rome.", "home_city"))
    world.durable.clock.advance(days=1)

    task = evolve(world, _now(world, "I live in Oslo.", "home_city"))

    assert (decisions(task), active(world)) == ([Decision.UPDATE], ["I live in Oslo."])


def test_another_value_of_the_slot_is_another_memory(world: World) -> None:
    memory_id = _archived(world, "I live in Oslo.", "home_city")

    evolve(world, _now(world, "I live in Rome.", "home_city"))

    assert active(world) == ["I live in Rome."]
    with pytest.raises(RevisionConflict):
        world.manage.restore(world.acme, USER, memory_id, None)


def test_what_contradicts_something_current_ends_that_as_ever(world: World) -> None:
    memory_id = _archived(world, "I like coffee.")
    evolve(world, _now(world, "I do not like coffee."))
    world.durable.clock.advance(days=1)

    evolve(world, _now(world, "I like coffee."))

    assert active(world) == ["I like coffee."]
    assert head_of(world, memory_id).status is Status.ARCHIVED


def test_what_a_fuller_memory_says_is_known(world: World) -> None:
    memory_id = _archived(world, "I like tea")
    evolve(world, _now(world, "I like tea and green tea cakes"))

    task = evolve(world, _now(world, "I like tea"))

    assert decisions(task) == [Decision.SKIP]
    assert head_of(world, memory_id).status is Status.ARCHIVED


def test_a_doubtful_fact_brings_nothing_back(world: World) -> None:
    memory_id = _archived(world, "I hate fog.")

    evolve(world, _now(world, "I hate fog.", provenance=Provenance.CANDIDATE))

    assert head_of(world, memory_id).status is Status.ARCHIVED


def test_it_takes_room_as_any_memory_does(world: World) -> None:
    memory_id = _archived(world, "I hate fog.")
    limit(world, everywhere=1)
    evolve(world, _now(world, "I love rain.", mem_type=MemType.EPISODIC))

    evolve(world, _now(world, "I hate fog."))

    assert head_of(world, memory_id).status is Status.ACTIVE
    assert (standing(world, GLOBAL_COUNTER), is_kept(world)) == ([1], True)


def test_a_second_delivery_changes_nothing(world: World) -> None:
    _archived(world, "I hate fog.")
    fact = _now(world, "I hate fog.")
    evolve(world, fact)
    before = (world.held(), len(records(world)))

    evolve(world, fact)

    assert world.held() == before[0]
    assert len(records(world)) == before[1] + 1
    assert reasons(world)[-1] == ("SKIP", "same_content")
