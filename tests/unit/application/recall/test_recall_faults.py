"""Every step of a recall down, throttled, answering half, slow or hanging: degraded or an error in
time, never a plain empty answer (P35, DESIGN §10)."""

from dataclasses import replace
from itertools import product

import pytest

from mneme.application.recall import find_candidates
from mneme.application.repositories.row_keys import HEADS, REVISIONS
from mneme.application.tasks.queue_messages import REINFORCEMENT, reinforcement_message
from mneme.domain.errors import (
    ExtractionFailed,
    MnemeError,
    ModelOutage,
    OutageReason,
    RecallTimedOut,
    Unavailable,
)
from mneme.domain.recall_account import RecallStep, Setback
from mneme.domain.recollection import Degradation
from tests.doubles.faulty_world import (
    BUDGET,
    JUST_IN_TIME,
    Fault,
    FaultyWorld,
    down,
    failing_late,
    hanging,
    slow,
)
from tests.doubles.fixed_clock import FixedClock

TEA = "Drinks green tea"


STORES = ("gate", "tenant", "keys", HEADS, REVISIONS)
STEP_OF = {
    "gate": RecallStep.GATE,
    "tenant": RecallStep.GATE,
    "keys": RecallStep.KEYS,
    HEADS: RecallStep.HEADS,
    REVISIONS: RecallStep.REVISIONS,
}


@pytest.fixture
def world() -> FaultyWorld:
    world = FaultyWorld()
    world.put(TEA)
    return world


def test_without_a_fault_the_answer_is_whole(world: FaultyWorld) -> None:
    found = world.recalled()

    assert [one.revision.content for one in found.memories] == [TEA]
    assert (found.degraded, found.account.setbacks, found.account.reinforced) == ((), {}, True)


@pytest.mark.parametrize("index_down", [False, True])
@pytest.mark.parametrize("step", STORES)
def test_a_store_that_fails_fails_the_recall_at_once(
    world: FaultyWorld, step: str, index_down: bool
) -> None:
    world.index.down = index_down
    world.faulty(step, down)

    with pytest.raises(Unavailable) as told:
        world.recalled(include_turns=None)
    assert (told.value.code, told.value.retryable) == (50002, True)
    assert world.took == 0


@pytest.mark.parametrize("index_down", [False, True])
@pytest.mark.parametrize(("step", "fault"), list(product(STORES, [hanging, failing_late])))
def test_a_store_that_hangs_ends_the_recall_at_its_deadline_and_names_the_step(
    world: FaultyWorld, step: str, fault: Fault, index_down: bool
) -> None:
    world.index.down = index_down
    world.faulty(step, fault)

    with pytest.raises(RecallTimedOut) as told:
        world.recalled(include_turns=None)
    assert (told.value.code, told.value.field) == (50401, "timeout_ms")
    assert told.value.data == {"step": STEP_OF[step]}
    assert world.took == pytest.approx(BUDGET)


@pytest.mark.parametrize("step", [*STORES, "embedding", "index", "queue"])
def test_what_is_slow_but_in_time_changes_nothing(world: FaultyWorld, step: str) -> None:
    world.faulty(step, slow)

    found = world.recalled(include_turns=None)

    assert [one.revision.content for one in found.memories] == [TEA]
    assert (found.degraded, found.account.reinforced) == ((), True)
    assert 0 < world.took < BUDGET


LOOK_ELSEWHERE = {
    "embedding": (Degradation.EMBEDDING_UNAVAILABLE, RecallStep.EMBEDDING),
    "index": (Degradation.INDEX_UNAVAILABLE, RecallStep.INDEX),
}


@pytest.mark.parametrize("text", ["green tea", "glacier"])
@pytest.mark.parametrize("step", LOOK_ELSEWHERE)
@pytest.mark.parametrize(
    ("fault", "setback"),
    [(down, Setback.FAILED), (hanging, Setback.LATE), (failing_late, Setback.LATE)],
)
def test_without_embedder_or_index_the_answer_is_marked_and_in_time(
    world: FaultyWorld, step: str, fault: Fault, setback: Setback, text: str
) -> None:
    world.faulty(step, fault)
    degradation, of = LOOK_ELSEWHERE[step]

    found = world.recalled(text)

    # What nothing is found for is marked all the same: it was not looked for everywhere.
    assert [one.revision.content for one in found.memories] == ([TEA] if "tea" in text else [])
    assert found.degraded == (degradation,)
    assert found.account.setbacks == {of: setback}
    assert world.took < BUDGET


@pytest.mark.parametrize("faults", list(product([down, hanging], [down, hanging])))
def test_without_both_the_words_of_the_rows_are_found_in_time(
    world: FaultyWorld, faults: tuple[Fault, Fault]
) -> None:
    world.faulty("embedding", faults[0])
    world.faulty("index", faults[1])

    found = world.recalled()

    assert [one.revision.content for one in found.memories] == [TEA]
    assert found.degraded == tuple(one for one, _ in LOOK_ELSEWHERE.values())
    assert world.took < BUDGET


@pytest.mark.parametrize(
    ("error", "setback"),
    [
        (ModelOutage(OutageReason.THROTTLED), Setback.FAILED),
        (ModelOutage(OutageReason.TIMED_OUT), Setback.LATE),
        (ExtractionFailed("not allowed"), Setback.NOT_ALLOWED),
    ],
)
def test_why_there_is_no_vector_is_accounted_for(
    world: FaultyWorld, error: MnemeError, setback: Setback
) -> None:
    def refuse(_: FixedClock) -> None:
        raise error

    world.faulty("embedding", refuse)

    assert world.recalled().account.setbacks == {RecallStep.EMBEDDING: setback}


def test_the_key_is_fetched_while_the_query_is_embedded(world: FaultyWorld) -> None:
    world.faulty("embedding", slow)
    world.faulty("keys", slow)

    found = world.recalled()

    assert (found.degraded, world.took) == ((), pytest.approx(JUST_IN_TIME))


@pytest.mark.parametrize("fault", [down, hanging, failing_late])
def test_a_queue_at_fault_costs_the_reinforcement_and_no_answer(
    world: FaultyWorld, fault: Fault
) -> None:
    world.faulty("queue", fault)

    found = world.recalled()

    assert [one.revision.content for one in found.memories] == [TEA]
    assert (found.degraded, found.account.reinforced) == ((), False)
    assert world.took < BUDGET


def test_the_reinforcement_is_sent_while_the_memories_are_read(world: FaultyWorld) -> None:
    world.faulty("queue", slow)
    world.faulty(REVISIONS, slow)

    found = world.recalled()

    assert (found.account.reinforced, world.took) == (True, pytest.approx(JUST_IN_TIME))
    assert len(world.durable.queue.receive(REINFORCEMENT, 10)) == 1


def test_what_a_filter_by_labels_keeps_out_is_not_reinforced(world: FaultyWorld) -> None:
    # Only the revision tells: an index that shows what the filter excludes decides nothing.
    upstairs = world.put("Green tea upstairs", custom_tags={"floor": 1})
    world.index.leaky = True
    told = replace(world.query("green tea").filter, custom_tags=({"floor": 1},))

    found = world.recalled(filter=told)

    assert [one.revision.content for one in found.memories] == ["Green tea upstairs"]
    (message,) = world.durable.queue.receive(REINFORCEMENT, 10)
    assert reinforcement_message(message.body).memory_ids == (upstairs.memory_id,)


@pytest.mark.parametrize("fault", [down, hanging])
def test_of_more_heads_than_there_is_time_for_the_newest_are_looked_at(
    world: FaultyWorld, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr(find_candidates, "HEADS_PAGE", 3)
    newest = [f"Drinks green tea number {number}" for number in range(6)]
    for text in newest:
        world.put(text)
    world.faulty("index", fault)
    world.faulty(HEADS, lambda clock: clock.sleep(0.05))

    found = world.recalled()

    said = {one.revision.content for one in found.memories}
    assert said <= {TEA, *newest}
    assert said >= set(newest[-3:])
    assert TEA not in said or fault is down
    assert found.degraded == (Degradation.INDEX_UNAVAILABLE,)
    assert world.took < BUDGET
