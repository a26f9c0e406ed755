"""Every kind of drift between table, index and counters is found, repaired and counted."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Increase, Put, Update
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.row_keys import COUNTERS, HEADS, head_key, user_partition
from mneme.domain.job import JobName, JobOwner, Progress
from mneme.domain.lifecycle import archived_head
from mneme.domain.measures import Measured
from mneme.domain.memory import Head, Status
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.evolving import recalled
from tests.doubles.lifecycle import done
from tests.doubles.made import an_app, said
from tests.doubles.managing import head_of, indexed, told, update
from tests.doubles.world import TENANT, USER, World


@pytest.fixture
def world() -> World:
    """Return a world in which a user has memories of every status, indexed long ago."""
    world = World()
    revised = told(world, "Tea one")
    update(world, revised, content="Tea two")
    told(world, "Nuts", scope=an_app(), is_important=True)
    deleted = told(world, "Salt")
    world.manage.delete.one(world.acme, USER, deleted, None)
    world.remember(said("I live in Oslo."))
    indexed(world)
    world.durable.clock.advance(hours=1)
    return world


def reconciled(world: World) -> Progress:
    """Compare the user, and bring the index up to date with what that wrote."""
    job_id = world.jobs.start.by_hand(JobName.RECONCILE, JobOwner(TENANT, USER))
    progress = done(world, job_id, JobOwner(TENANT, USER)).progress
    indexed(world)
    world.durable.clock.advance(hours=1)
    return progress


def named(world: World, text: str) -> Head:
    (head,) = [one.head for one in world.held() if one.revision.content == text]
    return head


def document(world: World, head: Head, **changes: object) -> IndexDocument:
    partition = user_partition(world.acme, USER)
    (one,) = world.index_entries(
        world.acme, partition, {head: range(head.revision, head.revision + 1)}
    )
    assert isinstance(one, IndexDocument)
    return replace(one, **changes)  # type: ignore[arg-type]


def gone(world: World, head: Head, version: int | None = None) -> Tombstone:
    partition = user_partition(world.acme, USER)
    return Tombstone(partition, head.memory_id, head.revision, version or head.index_version)


def _missing(world: World) -> None:
    world.backend.index.apply(world.acme, [gone(world, named(world, "Tea two"))])


def _missing_by_a_later_tombstone(world: World) -> None:
    world.backend.index.apply(world.acme, [gone(world, named(world, "Tea two"), 40)])


def _stale(world: World) -> None:
    # What the indexer never heard of: the head moved on, the document did not.
    head = named(world, "Tea two")
    changed = replace(head, version=head.version + 1, index_version=head.index_version + 1)
    _write(world, changed)


def _ahead(world: World) -> None:
    # The table was restored from a backup: the index knows a later state.
    head = named(world, "Tea two")
    later = document(world, head, version=head.index_version + 7, status=Status.SUPERSEDED)
    world.backend.index.apply(world.acme, [later])


def _deleted_but_shown(world: World) -> None:
    (row,) = [one for one in world.rows(HEADS) if one["status"] == "DELETED"]
    head = head_of(world, str(row["sk"]))
    shown = document(world, named(world, "Tea two"))
    stray = replace(shown, memory_id=head.memory_id, revision=1, version=head.index_version + 1)
    world.backend.index.apply(world.acme, [stray])


def _stray(world: World) -> None:
    shown = document(world, named(world, "Tea two"))
    world.backend.index.apply(world.acme, [replace(shown, memory_id="01ZZZ", version=3)])


def _write(world: World, head: Head) -> None:
    row = head_row(user_partition(world.acme, USER), head)
    world.durable.backend.tables.transact(world.acme, [Put(HEADS, row)])
    _forget_changes(world)


def _forget_changes(world: World) -> None:
    """Let the stream lose what was changed: what comes later begins behind."""
    feed = world.durable.backend.change_feed
    feed.trim(HEADS, feed.read(HEADS, None, 1000).checkpoint)  # type: ignore[attr-defined]


def test_where_nothing_drifted_nothing_is_written(world: World) -> None:
    before = [world.rows(name) for name in ("heads", "counters", "revisions")]

    progress = reconciled(world)

    assert progress == Progress(read=5)
    assert [world.rows(name) for name in ("heads", "counters", "revisions")] == before


@pytest.mark.parametrize(
    ("drift", "code"),
    [
        (_missing, "missing"),
        (_missing_by_a_later_tombstone, "missing"),
        (_stale, "stale"),
        (_ahead, "stale"),
        (_deleted_but_shown, "stale"),
        (_stray, "stray"),
    ],
)
def test_what_the_index_shows_wrongly_is_repaired_counted_and_stays_so(
    world: World, drift: Callable[[World], None], code: str, caplog: pytest.LogCaptureFixture
) -> None:
    expected = _shown(world)
    drift(world)
    caplog.clear()

    first, second = reconciled(world), reconciled(world)

    assert [line.drift for line in caplog.records if hasattr(line, "drift")] == [{code: 1}]
    told = ["drift_repaired", f"drift_repaired_{code}"]
    assert world.metrics.names(Measured.DRIFT_REPAIRED) == told
    assert (first.changed, second.changed) == (1, 0)
    assert _shown(world) == expected
    assert recalled(world, "tea", include_superseded=True) == ["Tea one", "Tea two"]


def _shown(world: World) -> list[tuple[str, int, Status]]:
    """Return what the index shows, whatever version it was written with."""
    page = world.backend.index_audit.listed(
        world.acme, user_partition(world.acme, USER), None, 1000
    )
    return [
        (one.memory_id, one.revision, one.status) for one in page.entries if one.status is not None
    ]


@pytest.mark.parametrize("by", [3, -1])
def test_a_counter_that_is_off_is_set_right(world: World, by: int) -> None:
    row = world.rows(COUNTERS)[0]
    place = head_key(str(row["pk"]), str(row["sk"]))
    off = Update(COUNTERS, place, (Increase("memories", by), Increase("important", 1)))
    world.durable.backend.tables.transact(world.acme, [off])
    assert stored_counts(world) != true_counts(world)

    first, second = reconciled(world), reconciled(world)

    assert (first.changed, second.changed) == (1, 0)
    assert stored_counts(world) == true_counts(world)


def test_a_counter_of_nothing_is_set_to_nothing(world: World) -> None:
    row = {"pk": user_partition(world.acme, USER), "sk": "A#ghost@1", "memories": 4, "important": 0}
    world.durable.backend.tables.transact(world.acme, [Put(COUNTERS, row)])

    assert reconciled(world).changed == 1
    assert stored_counts(world) == true_counts(world)


def test_counters_are_let_alone_while_the_user_is_written_to(world: World) -> None:
    row = world.rows(COUNTERS)[0]
    off = Update(COUNTERS, head_key(str(row["pk"]), str(row["sk"])), (Increase("memories", 3),))
    world.durable.backend.tables.transact(world.acme, [off])
    reconcile = world.jobs.works[JobName.RECONCILE].reconcile  # type: ignore[attr-defined]
    heads = reconcile._heads(world.acme, USER)
    reached = reconcile.repair_counters.reached(world.acme, USER)
    told(world, "Pepper")

    state = world.users.state(world.acme, USER)
    repaired = reconcile.repair_counters(world.acme, USER, state, heads, reached)

    assert repaired == 0
    assert reconciled(world).changed == 1
    assert stored_counts(world) == true_counts(world)


def test_what_changed_just_now_is_looked_at_the_next_time(world: World) -> None:
    told(world, "Pepper")  # and the indexer has not come to it

    assert reconciled(world).changed == 0


def test_content_that_an_eviction_left_in_the_tables_goes_to_the_archive(world: World) -> None:
    head = named(world, "Tea two")
    _archive_as_an_eviction_does(world, head)
    indexed(world)
    world.durable.clock.advance(hours=1)

    first, second = reconciled(world), reconciled(world)

    assert (first.changed, second.changed) == (1, 0)
    rows = [row for row in world.rows("revisions") if row["memory_id"] == head.memory_id]
    assert [("sealed" in row, row["archived"]) for row in rows] == [(False, True)] * 2
    assert recalled(world, "tea", include_archived=True) == ["Tea two"]


def _archive_as_an_eviction_does(world: World, head: Head) -> None:
    write = MemoryWrite(archived_head(head, world.clock.now()), before=head)
    world.commits.carry_out(world.acme, USER, Commit((write,), ()))


def test_tombstones_go_after_a_week(world: World) -> None:
    def tombstones() -> int:
        page = world.backend.index_audit.listed(
            world.acme, user_partition(world.acme, USER), None, 1000
        )
        return sum(one.status is None for one in page.entries)

    assert tombstones() == 1
    _forget_changes(world)  # they would be written again, as just now
    world.durable.clock.advance(days=6)
    reconciled(world)
    assert tombstones() == 1
    world.durable.clock.advance(days=2)

    assert reconciled(world) == Progress(5, 1)
    assert tombstones() == 0
