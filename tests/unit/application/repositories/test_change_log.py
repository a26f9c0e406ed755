"""Every change leaves a record: densely numbered, in the change's own transaction."""

import threading
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Check, Equals
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.make_way import RACES
from mneme.application.repositories.row_keys import HEADS, USERS, user_key, user_partition
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Source
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import GLOBAL, NOW, a_fact, an_app, later, said
from tests.doubles.watched import Fuse, Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World


def _records(world: World) -> list:  # type: ignore[type-arg]
    return [row for row in world.rows("change_log") if "operation" in row]


def _beside(world: World, watcher: object) -> World:
    return World(world.durable, lambda s: replace(s, tables=Watched(s.tables, watcher)))  # type: ignore[arg-type]


def _record() -> ChangeRecord:
    return ChangeRecord(Operation.SKIP, ("m-1",), None, None, "because", Actor.ADMIN, NOW)


def test_a_record_says_what_happened_why_for_whom_and_from_where(world: World) -> None:
    world.decide(a_fact("Lives in Oslo", fact_key="home_city"))
    result = world.decide(
        a_fact(
            "Lives in Rome",
            fact_key="home_city",
            observed_at=later(hours=1),
            sources=(Source("s-1", "m1"), Source(None, "m2")),
        )
    )

    record = _records(world)[-1]
    for name in ("memory_key", "salt", "commitment", "said", "link"):
        del record[name]
    assert record == {
        "pk": "acme#u-1",
        "sk": "000000000002",
        "operation": "UPDATE",
        "memory_ids": [result.memory_id],
        "revision_before": 1,
        "revision_after": 2,
        "reason": "newer_for_key",
        "actor": "SYSTEM",
        "at": NOW.isoformat(),
        "sources": [["s-1", "m1"], [None, "m2"]],
    }


def test_what_a_caller_writes_itself_is_recorded_as_the_users(world: World) -> None:
    world.write_structured(world.acme, USER, GLOBAL, a_fact())

    (record,) = _records(world)
    assert (record["operation"], record["actor"], "revision_before" in record) == (
        "ADD",
        "USER",
        False,
    )


def test_a_page_of_turns_shares_one_record(world: World) -> None:
    world.remember(said("Hello!", "Thanks!"))

    (record,) = _records(world)
    assert (record["reason"], len(record["memory_ids"]), "memory_key" in record) == (
        "episode",
        2,
        False,
    )


def test_each_user_has_a_log_of_their_own(world: World) -> None:
    for user in (USER, "u-2"):
        world.decide(a_fact("Likes tea"), user_id=user)
        world.decide(a_fact("Likes rain"), user_id=user)

    numbers = [(row["pk"], row["sk"]) for row in _records(world)]
    assert numbers == [(f"acme#{u}", f"{n:012d}") for u in (USER, "u-2") for n in (1, 2)]
    assert log_is_dense(world)


def test_a_writer_that_only_advanced_the_log_is_no_conflict(world: World) -> None:
    rival = Interlude(writes_to(HEADS), lambda: world.decide(a_fact("Likes tea")))

    result = _beside(world, rival).decide(a_fact("Likes rain"), an_app())

    assert result.revision == 1
    assert [row["sk"] for row in _records(world)] == ["000000000001", "000000000002"]
    assert log_is_dense(world)
    assert stored_counts(world) == true_counts(world)


def test_many_writers_at_once_leave_a_dense_log_and_true_counters(world: World) -> None:
    def write(number: int) -> None:
        own = World(world.durable)
        for again in range(5):
            own.decide(a_fact(f"Likes number {number}.{again}"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(world.held()) == len(_records(world)) == 20
    assert log_is_dense(world)
    assert stored_counts(world) == true_counts(world)


def test_a_condition_of_the_commit_that_does_not_hold_is_a_conflict(world: World) -> None:
    place = user_key(user_partition(world.acme, USER))
    never = Check(USERS, place, Equals("version", 7))

    with pytest.raises(WriteConflict):
        world.commits.carry_out(world.acme, USER, Commit((), (_record(),), (never,)))

    assert world.rows("change_log") == []


def test_contention_for_the_same_rows_is_tried_again(world: World) -> None:
    contended = _beside(world, Fuse(3, fault=WriteConflict))
    began = world.durable.clock.monotonic()

    contended.commits.carry_out(world.acme, USER, Commit((), (_record(),)))

    assert len(_records(world)) == 1
    assert world.durable.clock.monotonic() > began  # It made way for the others.


def test_a_log_that_never_rests_gives_the_commit_back(world: World) -> None:
    class Restless(Notes):
        tries = 0

        def before(self, method, arguments):  # type: ignore[no-untyped-def]
            if method == "transact":
                self.tries += 1
                raise WriteConflict

    restless = Restless()

    with pytest.raises(Unavailable):
        _beside(world, restless).commits.carry_out(world.acme, USER, Commit((), (_record(),)))

    assert restless.tries == RACES.attempts
    assert world.rows("change_log") == []
