"""A purge's job counts what it finds before it deletes, and goes round until it finds nothing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

import pytest

from mneme.application.privacy.purge_order import PurgeOrder, purge_order
from mneme.application.privacy.purge_work import PurgeWork
from mneme.domain.erasure import Store
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobName, PageDone
from mneme.domain.purge import PurgeTarget
from tests.doubles.lifecycle import done
from tests.doubles.made import said
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.purging import EVERYTHING, OWNER, purge, shown
from tests.doubles.whole_life import counts_of, live
from tests.doubles.world import USER, World


def pages(world: World, work: PurgeWork) -> Iterator[tuple[PurgeOrder, PageDone]]:
    """Do the pages of the one purge there is, and yield each order with what was done."""
    shards = world.jobs.stored.of_owner(OWNER)
    (shard,) = [one for one in shards if one.name is JobName.PURGE]
    while shard.cursor is not None:
        page = work.page(OWNER, shard)
        yield purge_order(shard.cursor), page
        shard = replace(shard, cursor=page.cursor)


def _work(world: World) -> PurgeWork:
    work = world.jobs.works[JobName.PURGE]
    assert isinstance(work, PurgeWork)
    return work


def test_what_is_counted_of_everything_is_what_was_there() -> None:
    world = live(World())
    there = counts_of(world)
    assert all(there.values()), there
    purge(world)

    order = [order for order, _ in pages(world, _work(world))][-1]

    assert dict(order.counts) == there
    assert order.round == 2
    assert {store: left for store, left in counts_of(world).items() if left} == {Store.DATA_KEYS: 1}


@pytest.mark.parametrize("target", [PurgeTarget("planner"), PurgeTarget("planner", "s-1")])
def test_what_is_counted_of_a_scope_is_what_is_gone_afterwards(target: PurgeTarget) -> None:
    world = live(World())
    before = counts_of(world)
    purge(world, target)

    order = [order for order, _ in pages(world, _work(world))][-1]

    after = counts_of(world)
    gone = {store: before[store] - after[store] for store in before if store is not Store.DATA_KEYS}
    assert {store: order.counts.get(store, 0) for store in gone} == gone
    assert order.counts[Store.MEMORIES] >= 2


@pytest.mark.parametrize("target", [EVERYTHING, PurgeTarget("planner")], ids=["all", "app"])
def test_counting_changes_nothing(target: PurgeTarget) -> None:
    world = live(World())
    purge(world, target)
    work = _work(world)
    before = _everything(world)

    counting = replace(work, stages=[one for one in work.stages if one.counting])
    for order, page in takewhile(lambda one: one[0].round == 1, pages(world, counting)):
        assert page.progress.changed == 0, order

    assert _everything(world) == before


def _everything(world: World) -> object:
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    tables = ("heads", "revisions", "guards", "episodes", "counters", "sessions", "operations")
    rows = [world.rows(table) for table in (*tables, "keys", "change_log")]
    return rows, dict(blobs.objects), shown(world)


def test_what_comes_in_behind_the_first_round_is_found_by_the_next() -> None:
    world = live(World())
    purge(world)
    rounds: set[int] = set()
    for order, page in pages(world, _work(world)):
        rounds.add(order.round)
        if order.round == 1 and purge_order(page.cursor).round == 2:
            _accepted_before(world)

    assert rounds == {1, 2, 3}
    assert counts_of(world)[Store.PAYLOADS] == 0


def _accepted_before(world: World) -> None:
    """Accept a write as one does that had read the user's row before the purge."""
    state = world.users.state(world.acme, USER)
    world.set_user(epoch=1)
    world.accept_add(world.acme, USER, said("I like late teas."), None)
    world.set_user(epoch=state.epoch)


def test_a_job_that_finds_more_without_end_ends_as_a_fault() -> None:
    world = live(World())
    purge(world)

    def without_end() -> None:
        for _ in pages(world, _work(world)):
            _accepted_before(world)

    with pytest.raises(InternalFault):
        without_end()


def test_a_job_of_nothing_needs_one_round() -> None:
    world = World()
    job_id = purge(world)

    pages_done = done(world, job_id, OWNER).pages

    # Four groups are counted and deleted, and the certificate is made.
    assert pages_done == 4 * 2 + 1
