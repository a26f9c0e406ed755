"""A purge's job counts what it finds before it deletes, and goes round until it finds nothing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

import pytest

from mneme.application.ports.table_store import Item
from mneme.application.privacy.purge_order import PurgeOrder, purge_order
from mneme.application.privacy.purge_work import PurgeWork
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.erasure import Store
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobName, PageDone
from mneme.domain.purge import PurgeTarget
from mneme.domain.scope import Level, Scope
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.managing import indexed, told, update
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.purging import EVERYTHING, OWNER, purge, shown
from tests.doubles.world import USER, World

APP = an_app("planner")
SESSION = Scope(Level.SESSION, "planner", "s-1")
LARGE = ["large " * 2000] * 20


def a_life() -> World:
    """Return a world of a user who has something everywhere, in an app, its session and nowhere."""
    world = World()
    for scope in (GLOBAL, APP, SESSION):
        update(world, told(world, f"Tea {scope.key}", scope, fact_key="drink"), content="Milk")
        told(world, f"Faded {scope.key}", scope, expire_at=world.clock.now())
    lived(world, days=0.4, index=False)
    lived(world, days=0.7)
    world.remember(said("I live in Oslo.", scope=APP))
    world.remember(said("I live in Rome.", "I like figs.", session_id="s-9"))
    for scope in (APP, GLOBAL):
        world.accept_add(world.acme, USER, said(*LARGE, scope=scope), None)
        world.accept_add(world.acme, USER, said("I like tea.", scope=scope), None)
    told(world, "Somebody else's", user_id="u-2")
    indexed(world)
    return world


def pages(world: World, work: PurgeWork) -> Iterator[tuple[PurgeOrder, PageDone]]:
    """Do the pages of the one purge there is, and yield each order with what was done."""
    (shard,) = world.jobs.stored.of_owner(OWNER)
    while shard.cursor is not None:
        page = work.page(OWNER, shard)
        yield purge_order(shard.cursor), page
        shard = replace(shard, cursor=page.cursor)


def _work(world: World) -> PurgeWork:
    work = world.jobs.works[JobName.PURGE]
    assert isinstance(work, PurgeWork)
    return work


def _stored(world: World) -> dict[Store, int]:
    """Return how much there is of the user, by looking at every row and object."""
    partition = user_partition(world.acme, USER)

    def rows(table: str, sort: str = "") -> list[Item]:
        whole = [row for row in world.rows(table) if row["pk"] == partition]
        return [row for row in whole if str(row.get("sk", "")).startswith(sort)]

    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    own = {str(row.get("blob")) for row in rows("operations")}
    archived = [row for row in rows("revisions") if row.get("archived")]
    page = world.backend.index_audit.listed(world.acme, partition, None, 10_000)
    open_states = {"PENDING", "ACCEPTED", "EXTRACTING", "EVOLVING", "DEFERRED"}
    return {
        Store.MEMORIES: len(rows("heads")),
        Store.REVISIONS: len(rows("revisions")),
        Store.ARCHIVE_OBJECTS: len(archived),
        Store.INDEX_DOCUMENTS: sum(entry.status is not None for entry in page.entries),
        Store.MESSAGES: len(rows("episodes")),
        Store.GUARDS: len(rows("guards")),
        Store.COUNTERS: len(rows("counters")),
        Store.SESSIONS: len(rows("sessions")),
        Store.OPEN_WRITES: sum(row["state"] in open_states for row in rows("operations", "TASK#")),
        Store.PAYLOADS: len(rows("operations", "DATA#")),
        Store.PAYLOAD_OBJECTS: sum(name in own for _, _, name in blobs.objects),
        Store.DATA_KEYS: sum("destroy_at" not in row for row in rows("keys")),
        Store.CHANGE_RECORDS: sum(map(_tells, rows("change_log"))),
    }


def _tells(record: Item) -> bool:
    return "salt" in record and bool(record.get("sources") or record.get("said"))


def test_what_is_counted_of_everything_is_what_was_there() -> None:
    world = a_life()
    there = _stored(world)
    assert all(there.values()), there
    purge(world)

    order = [order for order, _ in pages(world, _work(world))][-1]

    assert dict(order.counts) == there
    assert order.round == 2
    assert {store: left for store, left in _stored(world).items() if left} == {Store.DATA_KEYS: 1}


@pytest.mark.parametrize("target", [PurgeTarget("planner"), PurgeTarget("planner", "s-1")])
def test_what_is_counted_of_a_scope_is_what_is_gone_afterwards(target: PurgeTarget) -> None:
    world = a_life()
    before = _stored(world)
    purge(world, target)

    order = [order for order, _ in pages(world, _work(world))][-1]

    after = _stored(world)
    gone = {store: before[store] - after[store] for store in before if store is not Store.DATA_KEYS}
    assert {store: order.counts.get(store, 0) for store in gone} == gone
    assert order.counts[Store.MEMORIES] >= 2


@pytest.mark.parametrize("target", [EVERYTHING, PurgeTarget("planner")], ids=["all", "app"])
def test_counting_changes_nothing(target: PurgeTarget) -> None:
    world = a_life()
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
    world = a_life()
    purge(world)
    work = _work(world)
    last, rounds = (1, len(work.stages) - 1), set()
    for order, _ in pages(world, work):
        rounds.add(order.round)
        if (order.round, order.stage) == last:
            _accepted_before(world)

    assert rounds == {1, 2, 3}
    assert _stored(world)[Store.PAYLOADS] == 0


def _accepted_before(world: World) -> None:
    """Accept a write as one does that had read the user's row before the purge."""
    state = world.users.state(world.acme, USER)
    world.set_user(epoch=1)
    world.accept_add(world.acme, USER, said("I like late teas."), None)
    world.set_user(epoch=state.epoch)


def test_a_job_that_finds_more_without_end_ends_as_a_fault() -> None:
    world = a_life()
    purge(world)

    def without_end() -> None:
        for _ in pages(world, _work(world)):
            _accepted_before(world)

    with pytest.raises(InternalFault):
        without_end()


def test_a_job_of_nothing_needs_one_round() -> None:
    world = World()
    job_id = purge(world)

    job = done(world, job_id, OWNER)

    assert job.pages == len(_work(world).stages)
