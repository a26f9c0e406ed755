"""One fact, one decision, one transaction: whatever else is being written at the same time."""

import threading
from dataclasses import replace

import pytest

from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import Unavailable
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership, Provenance
from mneme.domain.task import Decision, FactResult
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import GLOBAL, NOW, a_fact, an_app, later
from tests.doubles.watched import Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World

FLAT_WHITE = a_fact("Rana drinks oat-milk flat whites")


def _lives_in(city: str, days: float = 0, **parts: object) -> Fact:
    at = later(days=days)
    return a_fact(f"Lives in {city}", fact_key="home_city", observed_at=at, **parts)


def _decide(world: World, *facts: Fact) -> list[FactResult]:
    return [world.decide(fact) for fact in facts]


def _beside(first: World, watcher: object) -> World:
    """Return another process over the same stores, with a watcher before its tables."""

    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]

    return World(first.durable, around)


def test_two_parallel_adds_of_one_fact_give_one_add_and_one_skip(world: World) -> None:
    # P01: both have looked before either commits.
    both_looked = threading.Barrier(2, timeout=10)
    results: list[FactResult] = []

    def write(process: World) -> None:
        results.append(process.write_structured(process.acme, USER, GLOBAL, FLAT_WHITE))

    waits = [_beside(world, Interlude(writes_to(HEADS), both_looked.wait)) for _ in range(2)]
    threads = [threading.Thread(target=write, args=(process,)) for process in waits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    (held,) = world.held()
    assert sorted(result.decision for result in results) == [Decision.ADD, Decision.SKIP]
    assert {result.memory_id for result in results} == {held.head.memory_id}
    assert stored_counts(world) == true_counts(world)
    assert log_is_dense(world)


def test_two_parallel_changes_of_one_slot_follow_one_another(world: World) -> None:
    _decide(world, _lives_in("Oslo"))
    meanwhile = Interlude(writes_to(HEADS), lambda: world.decide(_lives_in("Paris", days=2)))
    slower = _beside(world, meanwhile)

    # Rome was observed before Paris, which was committed first: it does not replace it.
    result = slower.decide(_lives_in("Rome", days=1))

    current = max(world.held(), key=lambda held: held.head.observed_at)
    assert result.decision is Decision.ADD
    assert (current.revision.content, current.head.revision) == ("Lives in Paris", 2)
    assert stored_counts(world) == true_counts(world)


def test_a_change_of_the_slot_yields_the_next_revision_and_closes_the_old_one(
    world: World,
) -> None:
    _decide(world, _lives_in("Oslo"))
    world.durable.clock.set(later(days=3))

    (result,) = _decide(world, _lives_in("Rome", days=2))

    (held,) = world.held()
    old = world.memories.revisions(world.acme, USER, [(held.head.memory_id, 1)])
    assert (result.decision, result.revision) == (Decision.UPDATE, 2)
    assert (held.head.version, held.head.index_version) == (2, 2)
    assert held.head.valid_at == later(days=2)
    assert old[held.head.memory_id, 1].content == "Lives in Oslo"
    assert old[held.head.memory_id, 1].invalid_at == later(days=2)


def test_an_update_gives_the_weight_of_its_class_back_and_stays_important(world: World) -> None:
    _decide(world, _lives_in("Oslo", is_important=True))
    world.durable.clock.set(later(days=30))

    _decide(world, _lives_in("Rome", days=30))

    (held,) = world.held()
    assert (held.head.is_important, held.head.anchor.value) == (True, 0.90)
    assert held.head.anchor.at == later(days=30)
    assert stored_counts(world) == true_counts(world)


def test_going_back_to_an_earlier_value_is_an_update_and_no_repetition(world: World) -> None:
    results = _decide(
        world, _lives_in("Rome"), _lives_in("Oslo", days=1), _lives_in("Rome", days=2)
    )

    (held,) = world.held()
    assert [r.decision for r in results] == [Decision.ADD, Decision.UPDATE, Decision.UPDATE]
    assert (held.revision.content, held.head.revision) == ("Lives in Rome", 3)


def test_the_same_value_twice_is_skipped_and_leaves_a_record(world: World) -> None:
    first, second = _decide(world, _lives_in("Rome"), _lives_in("Rome", days=1))

    records = [row for row in world.rows("change_log") if "operation" in row]
    assert (second.decision, second.memory_id) == (Decision.SKIP, first.memory_id)
    assert [row["operation"] for row in records] == ["ADD", "SKIP"]
    assert records[1]["reason"] == "same_content"


def test_an_older_observation_stands_beside_and_both_are_marked(world: World) -> None:
    (current,) = _decide(world, _lives_in("Rome", days=5))

    (older,) = _decide(world, _lives_in("Oslo"))

    marks = {held.head.memory_id: held.revision.conflicts_with for held in world.held()}
    assert older.decision is Decision.ADD
    assert marks == {current.memory_id: (older.memory_id,), older.memory_id: (current.memory_id,)}


def test_a_lower_provenance_does_not_overrule_a_higher_one(world: World) -> None:
    confirmed = _lives_in("Rome", provenance=Provenance.USER_CONFIRMED)
    _decide(world, confirmed)

    (result,) = _decide(world, _lives_in("Oslo", days=9))

    assert result.decision is Decision.ADD
    assert len(world.held()) == 2


def test_slots_of_different_scopes_users_and_speakers_never_meet(world: World) -> None:
    elsewhere = [
        world.decide(_lives_in("Oslo")),
        world.decide(_lives_in("Rome", days=1), an_app("planner")),
        world.decide(_lives_in("Rome", days=1), an_app("coach")),
        world.decide(_lives_in("Rome", days=1), user_id="u-2"),
        world.decide(_lives_in("Rome", days=1, speaker="Ann")),
        world.decide(_lives_in("Rome", days=1, ownership=Ownership.AGENT)),
    ]

    assert [result.decision for result in elsewhere] == [Decision.ADD] * 6


def test_a_skip_looks_again_if_its_memory_has_moved_on_meanwhile(world: World) -> None:
    _decide(world, _lives_in("Rome"))
    meanwhile = Interlude(
        lambda method, _: method == "transact", lambda: world.decide(_lives_in("Oslo", days=1))
    )

    result = _beside(world, meanwhile).decide(_lives_in("Rome", days=2))

    (held,) = world.held()
    assert (held.revision.content, result.decision) == ("Lives in Rome", Decision.UPDATE)


def test_a_memory_that_was_restored_is_not_said_twice(world: World) -> None:
    # Its content's guard went to another memory while it was away, and that one is gone now.
    (first,) = _decide(world, _lives_in("Rome"))
    world.set_head(first.memory_id, status="ARCHIVED")
    second, _ = _decide(world, _lives_in("Oslo", days=1), _lives_in("Rome", days=2))
    world.set_head(first.memory_id, status="ACTIVE")
    world.set_head(second.memory_id, status="DELETED")

    (third,) = _decide(world, _lives_in("Rome", days=3))

    assert (third.decision, third.memory_id) == (Decision.SKIP, first.memory_id)


def test_a_fact_that_never_finds_a_quiet_moment_is_given_back(world: World) -> None:
    class Restless(Notes):
        def before(self, method, arguments):  # type: ignore[no-untyped-def]
            if writes_to(HEADS)(method, arguments):
                world.set_user(apps_off=frozenset({"coach"}))

    with pytest.raises(Unavailable):
        _beside(world, Restless()).write_structured(world.acme, USER, GLOBAL, a_fact())

    assert world.rows("heads") == []


def test_a_message_dated_ahead_of_the_clock_does_not_hide_its_fact(world: World) -> None:
    _decide(world, a_fact("Likes tea", observed_at=later(days=2)))

    (held,) = world.held()
    assert held.head.valid_at == NOW
