"""A purge that loses a race took nothing, and one that wins leaves nothing, objects included."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from mneme.application.lifecycle.purge_memories import REVISIONS_AT_ONCE
from mneme.application.ports.table_store import Delete, Put
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.job import JobName, JobOwner, Progress
from mneme.domain.measures import Measured
from mneme.domain.memory import Status
from mneme.domain.purge import PurgeTarget
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import an_app
from tests.doubles.managing import head_of, indexed, revision_of, told, update
from tests.doubles.purging import purge, purged
from tests.doubles.watched import Fuse, Interlude, Killed, Watched
from tests.doubles.world import TENANT, USER, World

Objects = dict[tuple[str, str, str], bytes]


def objects(world: World) -> Objects:
    return world.durable.backend.blobs.objects  # type: ignore[attr-defined, no-any-return]


def revised(world: World, times: int = 2) -> str:
    memory_id = told(world, "Tea 1", scope=an_app())
    for number in range(2, times + 1):
        update(world, memory_id, content=f"Tea {number}")
    return memory_id


def interrupted(world: World, when: Callable[..., bool], happens: Callable[[], object]) -> World:
    """Return another process, in which something else happens just before a call."""
    interlude = Interlude(when, happens)
    return World(
        world.durable, lambda stores: replace(stores, tables=Watched(stores.tables, interlude))
    )


def deletes_or_condemns(memory_id: str) -> Callable[[str, Sequence[Any]], bool]:
    """Pick the transaction that changes a memory's head."""

    def picks(method: str, arguments: Sequence[Any]) -> bool:
        return method == "transact" and any(
            one.table == HEADS
            and (one.item["sk"] if isinstance(one, Put) else one.key.sort) == memory_id
            for one in arguments[1]
            if isinstance(one, (Put, Delete))
        )

    return picks


def test_what_came_back_while_it_was_purged_still_has_all_that_it_ever_said(world: World) -> None:
    memory_id = revised(world, 3)
    world.manage.delete.one(world.acme, USER, memory_id, None)
    world.durable.clock.advance(days=32)
    late = int(world.clock.now().timestamp() * 1000)

    def comes_back() -> None:
        world.set_head(memory_id, deleted_at=late, changed_at=late)

    lived(interrupted(world, deletes_or_condemns(memory_id), comes_back), index=False)

    said = [revision_of(world, memory_id, number).content for number in (1, 2, 3)]
    assert said == ["Tea 1", "Tea 2", "Tea 3"]
    lived(world, days=32)
    assert sum(len(world.rows(name)) for name in ("heads", "revisions")) == 0


def test_what_was_restored_while_it_was_purged_still_has_its_objects(world: World) -> None:
    memory_id = revised(world, 3)
    indexed(world)
    lived(world, days=100)
    world.durable.clock.advance(days=182)
    assert len(objects(world)) == 3

    def restored() -> None:
        world.manage.restore(world.acme, USER, memory_id, None)

    lived(interrupted(world, deletes_or_condemns(memory_id), restored), index=False)

    # What it said before was to be pruned on that day, restored or not.
    assert head_of(world, memory_id).status is Status.ACTIVE
    assert revision_of(world, memory_id).content == "Tea 3"
    assert {name.rpartition("#")[2] for _, _, name in objects(world)} == {"000003"}


def test_past_words_that_alone_are_in_the_archive_stay_there_if_the_memory_stays(
    world: World,
) -> None:
    memory_id = revised(world)
    fuse = Fuse(at=2, late=False)  # the past revision is moved, and then its worker dies
    dying = World(world.durable, lambda stores: replace(stores, blobs=Watched(stores.blobs, fuse)))
    with pytest.raises(Killed):
        lived(dying, days=100, index=False)
    assert len(objects(world)) == 1
    world.manage.delete.one(world.acme, USER, memory_id, None)
    world.durable.clock.advance(days=32)
    late = int(world.clock.now().timestamp() * 1000)

    def comes_back() -> None:
        world.set_head(memory_id, deleted_at=late, changed_at=late)

    lived(interrupted(world, deletes_or_condemns(memory_id), comes_back), index=False)

    assert revision_of(world, memory_id, 1).content == "Tea 1"
    lived(world, days=32)
    assert objects(world) == {}


@pytest.mark.parametrize("past", [REVISIONS_AT_ONCE, REVISIONS_AT_ONCE + 1, 150])
def test_however_many_revisions_a_memory_has_all_of_them_go(world: World, past: int) -> None:
    memory_id = revised(world, past + 1)
    assert head_of(world, memory_id).revision == past + 1
    world.manage.delete.one(world.acme, USER, memory_id, None)

    lived(world, days=32)

    assert sum(len(world.rows(name)) for name in ("heads", "revisions")) == 0
    assert (stored_counts(world), log_is_dense(world)) == ({}, True)


def writes_the_archived(method: str, arguments: Sequence[Any]) -> bool:
    """Pick the transaction that says so of the user's memories."""
    return method == "transact" and any(
        one.item.get("status") == "ARCHIVED" and one.item["pk"] == f"{TENANT}#{USER}"
        for one in arguments[1]
        if isinstance(one, Put)
    )


@pytest.mark.parametrize("target", [PurgeTarget("planner"), PurgeTarget()])
def test_what_is_purged_while_it_is_archived_leaves_no_object(
    world: World, target: PurgeTarget
) -> None:
    revised(world)
    kept = told(world, "Nuts", scope=an_app("other"))

    def all_goes() -> None:
        purged(world, target)

    # The rows were read, and nothing of them is in the archive yet.
    between = Interlude(lambda method, _: method == "put", all_goes)
    cut_in = World(
        world.durable, lambda stores: replace(stores, blobs=Watched(stores.blobs, between))
    )
    lived(cut_in, days=100, index=False)

    assert between.done
    left = {name for _, _, name in objects(world)}
    assert all(kept in name for name in left)
    assert (len(left) == 1) is (target.app_id is not None)


def test_what_a_killed_worker_archived_of_a_purged_memory_reconciliation_takes_away(
    world: World,
) -> None:
    memory_id = revised(world)
    kept = told(world, "Nuts", scope=an_app("other"))
    other = told(world, "Salt", user_id="u-2")
    world.durable.clock.advance(days=100)
    archived = Interlude(writes_the_archived, _dies, again=True)
    dying = World(
        world.durable, lambda stores: replace(stores, tables=Watched(stores.tables, archived))
    )
    with pytest.raises(Killed):
        lived(dying, index=False)
    orphans = {one for one in objects(world) if memory_id in one[2]}
    assert len(orphans) == 2
    purge_id = purge(world, PurgeTarget("planner"))
    _without_objects(world, purge_id)
    lived(world)
    assert orphans < objects(world).keys()

    first, second = reconciled(world), reconciled(world)

    left = {name.rpartition("/")[2] for _, _, name in objects(world)}
    assert left == {f"{one}#000001" for one in (kept, other)}
    assert (first.changed, second.changed) == (len(orphans), 0)
    assert world.metrics.values(Measured.DRIFT_REPAIRED) == [2, 2]
    assert revision_of(world, kept).content == "Nuts"
    assert stored_counts(world) == true_counts(world)


def _dies() -> None:
    raise Killed


def _without_objects(world: World, purge_id: str) -> None:
    """Let the purge end before what the dead worker had in hands reaches the archive."""
    held = dict(objects(world))
    done(world, purge_id, JobOwner(TENANT, USER))
    objects(world).update(held)
    indexed(world)


def reconciled(world: World) -> Progress:
    world.durable.clock.advance(hours=1)
    owner = JobOwner(TENANT, USER)
    return done(world, world.jobs.start.by_hand(JobName.RECONCILE, owner), owner).progress
