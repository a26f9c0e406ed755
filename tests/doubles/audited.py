"""A change log of many changes, and what is done to it behind its back."""

from mneme.application.ports.table_store import Delete, Item, Key, Put, Value
from mneme.application.repositories.row_keys import CHANGE_LOG
from mneme.domain.audit_flaw import Flaw
from mneme.domain.memory import Source
from tests.doubles.made import a_fact, later, said
from tests.doubles.managing import told, update
from tests.doubles.world import USER, World

PARTITION = "acme#u-1"


def a_changed_world() -> World:
    """Return a world in which much was changed, by many, at once and one by one."""
    world = World()
    world.remember(said("I live in Oslo.", "I adopted a cat named Tom."))
    world.decide(a_fact("Lives in Rome", fact_key="home_city", observed_at=later(hours=1)))
    memory_id = told(world, "Likes tea", sources=(Source("s-1", "m1"), Source(None, "m2")))
    update(world, memory_id, content="Likes coffee")
    world.switch_memory(world.acme, USER, "planner", False)
    world.manage.delete.one(world.acme, USER, memory_id, None)
    return world


def records(world: World) -> list[dict[str, Value]]:
    """Return the records of the user, in order."""
    rows = [dict(row) for row in world.rows(CHANGE_LOG) if row["pk"] == PARTITION]
    return sorted((row for row in rows if row["sk"] != "@head"), key=lambda row: str(row["sk"]))


def flaws(world: World) -> list[tuple[Flaw, int]]:
    """Return what a verifier finds of the user's log."""
    report = world.audit.logs.user(world.acme, USER).report
    return [(one.flaw, one.sequence) for one in report.found]


def put(world: World, row: Item) -> None:
    """Write a row of the log, whatever is there."""
    world.tables.transact(world.acme, [Put(CHANGE_LOG, row)])


def gone(world: World, number: int) -> None:
    """Delete a record."""
    place = Key(PARTITION, f"{number:012d}")
    world.tables.transact(world.acme, [Delete(CHANGE_LOG, place)])


def flipped(value: Value) -> Value:
    """Return the value with as little changed as can be."""
    if isinstance(value, str):
        return value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value[:-1], flipped(value[-1])] if value else ["x"]
    raise TypeError(type(value))
