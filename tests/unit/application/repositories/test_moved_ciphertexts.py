"""What was sealed for one place opens in no other, though every key were the same.

A place is a tenant, a user, a memory, a revision of it, and what of it is sealed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

import pytest

from mneme.application.ports.table_store import Item, Put
from mneme.application.repositories.row_keys import CHANGE_LOG, KEYS, OPERATIONS, REVISIONS
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext
from tests.doubles.counting_ids import CountingIds
from tests.doubles.durable import Durable
from tests.doubles.lifecycle import lived
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.managing import MemoryPatch, MemoryUpdate
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.world import World, a_tenant

TENANTS, USERS = ("acme", "globex"), ("u-1", "u-2")
LARGE = said(*["large " * 2000] * 20, session_id=None)
NONCE = 12


class SameSecrets(CountingIds):
    """Gives everybody the same keys, as a broken source would, but nonces of their own."""

    def secret(self, length: int) -> bytes:
        """Return the same bytes each time, but for nonces."""
        return super().secret(length) if length == NONCE else bytes(length)


@dataclass(frozen=True)
class Sealed:
    """A row with something sealed in it."""

    table: str
    row: Item
    attribute: str

    @property
    def owner(self) -> tuple[TenantContext, str]:
        tenant, user_id = str(self.row["pk"]).split("#")
        return a_tenant(tenant), user_id

    def __repr__(self) -> str:
        """Return where it is."""
        return f"{self.table} {self.row['pk']} {self.row['sk']} {self.attribute}"


@pytest.fixture(scope="module")
def world() -> World:
    """Return a world in which users of the same names in two tenants have the same to hide."""
    world = World(Durable(ids=SameSecrets()))
    for name in TENANTS:
        world.tenants.create(name)
    for name, user_id in product(TENANTS, USERS):
        tenant = a_tenant(name)
        for text in ("Likes tea", "Likes milk"):
            wrote = world.write_structured(tenant, user_id, GLOBAL, a_fact(text))
            patch = MemoryUpdate(wrote.memory_id, MemoryPatch(content=f"{text} a lot"), None)
            world.manage.update(tenant, user_id, patch)
        passing = a_fact("Sleeps well", expire_at=world.clock.now())
        world.write_structured(tenant, user_id, GLOBAL, passing)
    lived(world, days=1, index=False)
    for name, user_id in product(TENANTS, USERS):
        for conversation in (said("I like tea."), said("I like milk."), LARGE):
            world.accept_add(a_tenant(name), user_id, conversation, None)
    return world


def _all(world: World, table: str, attribute: str) -> list[Sealed]:
    rows = (row for row in world.rows(table) if attribute in row)
    return [Sealed(table, row, attribute) for row in rows]


def _put(world: World, row: Item, table: str) -> None:
    tenant = a_tenant(str(row["pk"]).split("#")[0])
    world.durable.backend.tables.transact(tenant, [Put(table, row)])


Open = Callable[[World, Sealed], object]


def _revision(world: World, one: Sealed) -> object:
    ref = (str(one.row["memory_id"]), int(str(one.row["revision"])))
    return world.memories.revisions(*one.owner, [ref])[ref]


def _key(world: World, one: Sealed) -> object:
    return world.keys.find(*one.owner, int(str(one.row["sk"])))


def _chain(world: World, one: Sealed) -> object:
    if world.audit.logs.user(*one.owner).report.found:
        raise InternalFault("the log is not as it was written")
    return True


def _payload(world: World, one: Sealed) -> object:
    _, task_id, name = str(one.row["sk"]).split("#")
    task = world.tasks.find(*one.owner, task_id)
    assert task is not None
    return world.tasks.attachments.find(*one.owner, task, name)


CASES: dict[str, tuple[str, str, Open]] = {
    "words": (REVISIONS, "sealed", _revision),
    "vector": (REVISIONS, "vector", _revision),
    "data key": (KEYS, "wrapped", _key),
    "key of a chain": (CHANGE_LOG, "key", _chain),
    "conversation": (OPERATIONS, "sealed", _payload),
}


def _opens(world: World, one: Sealed, open_it: Open) -> bool:
    fresh = World(world.durable)  # no key is cached
    try:
        return open_it(fresh, one) is not None
    except InternalFault:
        return False


def _moved(world: World, one: Sealed, content: object, open_it: Open) -> bool:
    """Return whether something opens in the place of another, and put everything back."""
    _put(world, {**one.row, one.attribute: content}, one.table)  # type: ignore[dict-item]
    try:
        return _opens(world, one, open_it)
    finally:
        _put(world, one.row, one.table)


@pytest.mark.parametrize("case", CASES)
def test_what_was_sealed_for_one_place_opens_in_no_other(world: World, case: str) -> None:
    table, attribute, open_it = CASES[case]
    places = _all(world, table, attribute)
    assert {str(one.row["pk"]) for one in places} == {
        f"{tenant}#{user_id}" for tenant, user_id in product(TENANTS, USERS)
    }
    assert all(_opens(world, one, open_it) for one in places)

    for one, other in permutations(places, 2):
        assert not _moved(world, one, other.row[attribute], open_it), (one, other)


def test_words_and_vector_of_one_revision_do_not_open_as_each_other(world: World) -> None:
    for one in _all(world, REVISIONS, "vector"):
        vector = Sealed(REVISIONS, one.row, "sealed")
        assert not _moved(world, vector, one.row["vector"], _revision)
        assert not _moved(world, one, one.row["sealed"], _revision)


def test_an_object_of_one_place_opens_in_no_other(world: World) -> None:
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    for container, readers in (("archive", _archived), ("payloads", _carried)):
        objects = {name: data for name, data in blobs.objects.items() if name[1] == container}
        assert len(objects) == len(TENANTS) * len(USERS)
        known = [read() for read in readers(world)]
        assert all(known)
        for one, other in permutations(objects, 2):
            blobs.objects[one] = objects[other]
            assert sum(not _readable(read) for read in readers(world)) == 1, (one, other)
            blobs.objects[one] = objects[one]


def _readable(read: Callable[[], object]) -> bool:
    try:
        return read() is not None
    except InternalFault:
        return False


def _archived(world: World) -> Iterator[Callable[[], object]]:
    for row in world.rows(REVISIONS):
        if "archived" in row:
            one = Sealed(REVISIONS, row, "")
            yield lambda one=one: _revision(World(world.durable), one)  # type: ignore[misc]


def _carried(world: World) -> Iterator[Callable[[], object]]:
    for row in world.rows(OPERATIONS):
        if "blob" in row:
            one = Sealed(OPERATIONS, row, "")
            yield lambda one=one: _payload(World(world.durable), one)  # type: ignore[misc]


def test_the_same_keys_would_open_it_but_for_its_place(world: World) -> None:
    secrets = {
        world.keys.keys_for(a_tenant(name), user_id, 1).content
        for name, user_id in product(TENANTS, USERS)
    }

    assert len(secrets) == 1
