"""Cryptographic erasure shown: every store is copied before, and decryption is tried afterwards.

All stores but `keys` are brought back, and whatever is sealed in them is tried with every key that
anybody could still get at. With a copy of `keys` it opens: for as long as the certificate says.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest

from infra.tables import TABLES
from mneme.adapters.aes_gcm_cipher import AesGcmCipher
from mneme.application.ports.table_store import Item, Put
from mneme.application.repositories.key_ring import UserKeys
from mneme.application.repositories.memory_repository import RevisionRef
from mneme.application.repositories.row_keys import KEYS, key_epoch_of, user_of
from mneme.domain.errors import InternalFault, NotFound
from mneme.domain.job import JobName
from tests.doubles.certified import CLOUD, a_cloud, certified, handed_out, night, verified
from tests.doubles.managing import told
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.whole_life import counts_of, live
from tests.doubles.world import USER, World

SINCE = "Told since, with a key of its own"
BEFORE = {"Milk", "Faded G", "I live in Oslo.", "I like figs."}

Copy = tuple[dict[str, list[Item]], dict[tuple[str, str, str], bytes]]


@pytest.fixture
def world() -> World:
    return live(a_cloud())


def _objects(world: World) -> dict[tuple[str, str, str], bytes]:
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    return blobs.objects


def _copy(world: World) -> Copy:
    return {table.name: world.rows(table.name) for table in TABLES}, dict(_objects(world))


def _bring_back(world: World, copy: Copy, *tables: str) -> None:
    """Bring back tables as they were copied, and all objects."""
    rows, objects = copy
    for table in tables:
        for item in rows[table]:
            world.durable.backend.tables.transact(world.acme, [Put(table, item)])
    _objects(world).update(objects)


ALL_BUT_KEYS = tuple(table.name for table in TABLES if table.name != KEYS)


def _revisions(world: World) -> list[RevisionRef]:
    heads, _ = world.memories.heads_page(world.acme, USER, None, 1000)
    return [(head.memory_id, one) for head in heads for one in range(1, head.revision + 1)]


def _words(world: World) -> Iterator[str]:
    """Yield what a process can read: revisions, archived ones too, and what writes carry."""
    for ref in _revisions(world):
        with suppress(InternalFault):
            for one in world.memories.revisions(world.acme, USER, [ref]).values():
                yield one.content
    for row in world.rows("operations"):
        if str(row["sk"]).startswith("TASK#") and row["pk"] == f"acme#{USER}":
            task = world.read_task(world.acme, USER, str(row["task_id"]))
            with suppress(InternalFault, NotFound):
                data = world.tasks.attachments.find(world.acme, USER, task, task.payload)
                if data is not None:
                    yield data.decode()


@dataclass
class EveryKey:
    """A cipher that tries all keys that are known, whichever it is called with."""

    keys: list[bytes]
    cipher: AesGcmCipher
    tried: int = 0

    def open(self, key: bytes, sealed: bytes, context: bytes) -> bytes:
        """Return what one of them opens. Raises InternalFault if none does."""
        for one in self.keys:
            self.tried += 1
            with suppress(InternalFault):
                return self.cipher.open(one, sealed, context)
        raise InternalFault("no key opens it")

    def seal(self, key: bytes, plaintext: bytes, context: bytes) -> bytes:
        """Seal nothing."""
        raise AssertionError


def _keys_left(world: World) -> list[bytes]:
    """Return every key that can be got at: those of `keys`, of all users, and the tenant's own."""
    left = [*world.keys.branch_keys._keys(world.acme).keys]
    for row in world.rows(KEYS):
        if "wrapped" in row:
            epoch = key_epoch_of(str(row["sk"]))
            own = world.keys.keys_for(world.acme, user_of(str(row["pk"])), epoch)
            left += [own.content, own.hashing, own.rotation]
    return left


def _trying_everything(world: World) -> tuple[World, EveryKey]:
    """Return a process that does not stop at a missing key, and tries all others instead."""
    thief = World(world.durable)
    cipher = EveryKey(_keys_left(world), AesGcmCipher(world.ids))
    thief.__dict__["cipher"] = cipher
    nameless = UserKeys(0, b"", b"", b"")
    thief.keys.find = lambda *_: nameless  # type: ignore[method-assign]
    return thief, cipher


def test_with_everything_but_the_keys_nothing_opens_with_any_key_that_is_left(
    world: World,
) -> None:
    copy, before = _copy(world), set(_words(world))
    assert before >= BEFORE
    assert any("large teas" in one for one in before)

    certified(world)
    told(world, SINCE)
    _bring_back(world, copy, *ALL_BUT_KEYS)
    thief, cipher = _trying_everything(world)

    assert set(_words(thief)) == {SINCE}
    assert len(_revisions(thief)) > 10
    assert cipher.tried > 10 * len(cipher.keys)


def test_with_a_copy_of_the_keys_all_of_it_opens_and_the_certificate_states_that_window(
    world: World,
) -> None:
    copy, before = _copy(world), set(_words(world))

    statement = certified(world)["statement"]
    _bring_back(world, copy, *ALL_BUT_KEYS, KEYS)

    assert set(_words(World(world.durable))) == before
    destroyed = datetime.fromisoformat(statement["keys"]["1"]["destroyed_at"])
    (table,) = [table for table in TABLES if table.name == KEYS]
    window = statement["residues"]["key_backups"]
    assert timedelta(days=table.recovery_days) == CLOUD.keys == timedelta(days=1)
    assert window["lapses_at"] == (destroyed + CLOUD.keys).isoformat()
    assert "copy of that table made before" in window["readable"]


def test_a_purge_keeps_what_was_copied_readable_for_thirty_days_and_says_so(world: World) -> None:
    copy, before = _copy(world), set(_words(world))

    statement = certified(world, JobName.PURGE)["statement"]
    assert statement["claim"] == "keys_dated"
    _bring_back(world, copy, "heads", "revisions", "operations", "users")
    assert set(_words(World(world.durable))) == before

    night(world, days=30.5)

    assert not set(_words(World(world.durable))) & BEFORE
    assert handed_out(world, "purge-2")["statement"]["claim"] == "keys_destroyed"


@pytest.mark.parametrize("name", [JobName.ERASE, JobName.PURGE])
def test_it_counts_what_was_in_the_stores_and_completes_when_the_longest_residue_lapses(
    world: World, name: JobName
) -> None:
    there = counts_of(world)
    assert all(there.values())

    first = certified(world, name)
    assert first["statement"]["destroyed"] == {store.value: n for store, n in there.items()}

    last: dict[str, Any] = first
    while last["statement"]["status"] != "complete":
        complete_at = datetime.fromisoformat(last["statement"]["complete_at"])
        night(world)
        last = handed_out(world, f"{name}-2")
        now = world.clock.now()
        assert (last["statement"]["status"] == "complete") is (complete_at <= now), now
    assert verified(world, last) == []
    lapses = [one["lapses_at"] for one in last["statement"]["residues"].values()]
    assert last["statement"]["complete_at"] == max(lapses)
