"""Keys of tenants and users: one data key an epoch, cached for five minutes, never revived."""

import threading
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Delete, SetTo, Update
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.application.repositories.row_keys import (
    KEYS,
    TENANTS,
    branch_key_key,
    epoch_key,
    user_partition,
)
from mneme.domain.errors import InternalFault, WriteConflict
from tests.doubles.made import a_fact
from tests.doubles.watched import Fuse, Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World, a_tenant


def _keys(world: World, user: str = USER, epoch: int = 1) -> UserKeys:
    return world.keys.keys_for(world.acme, user, epoch)


def _place(world: World, epoch: int = 1):  # type: ignore[no-untyped-def]
    return epoch_key(user_partition(world.acme, USER), epoch)


def _beside(world: World, watcher: object) -> World:
    return World(world.durable, lambda s: replace(s, tables=Watched(s.tables, watcher)))  # type: ignore[arg-type]


def test_another_process_finds_the_same_keys(world: World) -> None:
    assert _keys(World(world.durable)) == _keys(world)
    assert len(world.rows("keys")) == 1


def test_every_user_epoch_tenant_and_purpose_has_keys_of_its_own(world: World) -> None:
    world.tenants.create("globex")
    found = [
        _keys(world),
        _keys(world, "u-2"),
        _keys(world, epoch=2),
        world.keys.keys_for(a_tenant("globex"), USER, 1),
    ]

    secrets = {key for keys in found for key in (keys.content, keys.hashing, keys.rotation)}
    assert len(secrets) == 3 * len(found)
    assert {len(secret) for secret in secrets} == {32}


def test_a_racing_creation_ends_with_one_data_key(world: World) -> None:
    both_missed = threading.Barrier(2, timeout=10)
    found: list[UserKeys] = []
    racers = [_beside(world, Interlude(writes_to(KEYS), both_missed.wait)) for _ in range(2)]
    threads = [threading.Thread(target=lambda w=w: found.append(_keys(w))) for w in racers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found[0] == found[1]
    assert len(world.rows("keys")) == 1


def test_a_store_under_contention_lets_the_creation_be_tried_again(world: World) -> None:
    unlucky = _beside(world, Fuse(3, fault=WriteConflict))

    with pytest.raises(WriteConflict):
        _keys(unlucky)

    assert _keys(unlucky) == _keys(world)


def test_keys_are_cached_for_five_minutes_and_no_longer(world: World) -> None:
    notes = Notes()
    watched = _beside(world, notes)
    _keys(watched)
    calls, unwrapped = len(notes.calls), world.durable.backend.key_service.unwrapped

    world.durable.clock.advance(minutes=5)
    _keys(watched)
    assert (len(notes.calls), world.durable.backend.key_service.unwrapped) == (calls, unwrapped)

    world.durable.clock.advance(seconds=1)
    _keys(watched)
    assert len(notes.calls) > calls
    assert world.durable.backend.key_service.unwrapped == unwrapped + 1


def test_keys_are_forgotten_in_time_by_a_process_whose_own_clock_stood_still(world: World) -> None:
    notes = Notes()
    watched = _beside(world, notes)
    _keys(watched)
    calls = len(notes.calls)

    with world.durable.clock.aside():
        world.durable.clock.advance(minutes=5, seconds=1)
    _keys(watched)

    assert len(notes.calls) > calls


def test_a_destroyed_key_is_gone_for_readers_once_the_cache_has_forgotten_it(
    world: World,
) -> None:
    result = world.decide(a_fact())
    world.tables.transact(world.acme, [Delete(KEYS, _place(world))])
    world.durable.clock.advance(seconds=301)

    found = world.memories.revisions(world.acme, USER, [(result.memory_id, 1)])

    assert found == {}
    assert world.keys.find(world.acme, USER, 1) is None
    assert world.rows("keys") == []


def test_a_reader_of_a_user_never_seen_makes_no_key(world: World) -> None:
    assert world.keys.find(world.acme, "nobody", 1) is None
    assert world.rows("keys") == []


def test_a_tenant_without_a_branch_key_has_no_keys(world: World) -> None:
    with pytest.raises(InternalFault):
        world.keys.keys_for(a_tenant("nobody"), USER, 1)


@pytest.mark.parametrize("wrapped", ["text", b"", b"\x01" + bytes(60)])
def test_a_damaged_data_key_is_a_fault_and_not_replaced(world: World, wrapped) -> None:  # type: ignore[no-untyped-def]
    _keys(world)
    world.tables.transact(world.acme, [Update(KEYS, _place(world), (SetTo("wrapped", wrapped),))])

    with pytest.raises(InternalFault):
        _keys(World(world.durable))

    assert world.rows("keys")[0]["wrapped"] == wrapped


def test_a_data_key_moved_to_another_user_does_not_open(world: World) -> None:
    _keys(world)
    (row,) = world.rows("keys")
    stolen = epoch_key(user_partition(world.acme, "thief"), 1)
    copied = Update(KEYS, stolen, (SetTo("wrapped", row["wrapped"]),))
    world.tables.transact(world.acme, [copied])

    with pytest.raises(InternalFault):
        _keys(world, "thief")


def test_a_branch_key_of_another_tenant_does_not_open(world: World) -> None:
    world.tenants.create("globex")
    rows = {row["pk"]: row for row in world.rows("tenants") if row["sk"] == "BRANCH_KEY"}
    stolen = Update(
        TENANTS, branch_key_key(world.acme), (SetTo("wrapped", rows["globex"]["wrapped"]),)
    )
    world.tables.transact(world.acme, [stolen])

    with pytest.raises(InternalFault):
        _keys(World(world.durable))


def test_keys_do_not_show_in_a_traceback(world: World) -> None:
    keys = _keys(world)

    assert keys.content.hex() not in repr(keys)
    assert repr(keys.content) not in repr(keys)
    assert isinstance(world.keys, KeyRing)
