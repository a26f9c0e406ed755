"""Whoever erases a tenant may be killed at any call: done again, it ends as if that never was."""

from dataclasses import replace

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import KEYS, TENANTS, USERS
from mneme.runtime.backend import Backend
from tests.doubles.lifecycle import EVERYBODY, deliver_pages
from tests.doubles.managing import told
from tests.doubles.offboarding import begun
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import World


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    watched = {
        name: Watched(getattr(stores, name), fuse) for name in ("tables", "whole_tables", "queue")
    }
    return replace(stores, **watched)  # type: ignore[arg-type]


TOMBSTONE = [("acme", "TENANT")]
Left = tuple[dict[str, list[tuple[str, str]]], list[Item]]


def _killed(at: int, late: bool) -> tuple[Left, int]:
    """Erase a tenant, with one process killed at a call, and whoever follows doing it again."""
    world = World()
    told(world, "Likes tea")
    fuse = Fuse(at, late)
    world.tenants.suspend(world.acme, suspended=True)
    world.durable.clock.advance(minutes=2)
    while True:
        process = World(world.durable, around=lambda stores: _watched(stores, fuse))
        try:
            state = process.erase_tenant(process.acme)
            if state.erased_at is not None:
                break
            if not process.jobs.show.every(EVERYBODY):
                begun(process)
            deliver_pages(process)
        except Killed:
            world.durable.clock.advance(minutes=20)
            world.jobs.watch()
        world.durable.clock.advance(seconds=61)
    rows = {
        table: sorted((str(r["pk"]), str(r.get("sk"))) for r in world.rows(table))
        for table in (KEYS, USERS, TENANTS, "certificates", "heads", "revisions")
    }
    return (rows, [row for row in world.rows(KEYS) if "wrapped" in row]), fuse.calls


def test_killed_before_or_after_any_call_it_ends_as_if_it_never_was() -> None:
    whole, calls = _killed(0, late=False)
    rows, keys = whole
    assert (rows["heads"], rows["revisions"], rows[TENANTS], keys) == ([], [], TOMBSTONE, [])

    for at in range(1, calls + 1, 5):
        for late in (False, True):
            assert _killed(at, late)[0] == whole, (at, late)
