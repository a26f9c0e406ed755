"""What was cut off a change log is told by the digest of a day."""

import pytest

from mneme.application.audit.audit_logs import LostLogs, UsersLog
from mneme.application.ports.table_store import Delete, Key
from mneme.application.repositories.row_keys import CHANGE_LOG
from mneme.domain.audit_flaw import Flaw
from tests.doubles.audited import PARTITION, a_changed_world, flaws, gone, put, records
from tests.doubles.managing import told
from tests.doubles.world import USER, World


@pytest.fixture
def world() -> World:
    return a_changed_world()


def cut(world: World, kept: int) -> None:
    """Cut the tail as whoever has the tables can: the head says what is left is all."""
    (head,) = [row for row in world.rows(CHANGE_LOG) if row["sk"] == "@head"]
    rows = records(world)
    for number in range(kept + 1, len(rows) + 1):
        gone(world, number)
    put(world, {**head, "sequence": kept, "link": rows[kept - 1]["link"]})


def test_a_tail_that_was_cut_is_named_by_the_digest_alone(world: World) -> None:
    world.audit.write_digests()
    logged = len(records(world))

    cut(world, 3)

    assert flaws(world) == [(Flaw.CUT, 4)]
    (found,) = world.audit.logs.user(world.acme, USER).report.found
    assert found.last == logged


def test_a_cut_is_seen_after_later_digests_and_later_records(world: World) -> None:
    world.audit.write_digests()
    logged = len(records(world))
    cut(world, 3)
    world.durable.clock.advance(days=1)
    world.audit.write_digests()
    for n in range(logged):
        told(world, f"Fact {n}")

    assert flaws(world) == [(Flaw.REPLACED, logged)]


def test_a_cut_of_what_came_after_the_last_digest_is_seen_by_nobody(world: World) -> None:
    world.audit.write_digests()
    logged = len(records(world))
    told(world, "One more")

    cut(world, logged)

    assert flaws(world) == []


def test_a_log_that_is_gone_as_a_whole_is_missed_by_its_digest(world: World) -> None:
    told(world, "Likes tea", user_id="u-2")
    world.audit.write_digests()
    for number in range(1, len(records(world)) + 1):
        gone(world, number)
    world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key(PARTITION, "@head"))])

    one, lost = world.audit.logs.every(None)

    assert isinstance(one, UsersLog)
    assert (one.user_id, one.report.found) == ("u-2", ())
    assert isinstance(lost, LostLogs)
    assert len(lost.chains) == 1


def test_a_days_digest_is_written_once_and_names_no_user(world: World) -> None:
    assert world.audit.write_digests() == 1
    assert world.audit.write_digests() == 0

    (digest,) = world.durable.backend.digests.objects.values()  # type: ignore[attr-defined]
    assert b"u-1" not in digest
