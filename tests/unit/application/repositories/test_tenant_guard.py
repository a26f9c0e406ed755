"""The last gate before the tables: no tenant reaches another's rows, whatever is asked."""

import pytest

from mneme.application.ports.table_store import (
    Action,
    Check,
    Delete,
    Key,
    Missing,
    Put,
    Query,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories.row_keys import DUE_INDEX
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context
from tests.doubles.world import World

ACME = internal_context("acme")
OWN, FOREIGN = "acme#u-1", "globex#u-1"
LOOKALIKES = ["globex#u-1", "globex", "acmes#u-1", "acme%23#u", "#acme", "", "%61cme#u", "ACME#u-1"]


def _actions(partition: str) -> list[Action]:
    key = Key(partition, "s")
    return [
        Put("heads", {"pk": partition, "sk": "s"}),
        Update("heads", key, (SetTo("a", 1),)),
        Delete("heads", key),
        Check("heads", key, Missing("pk")),
    ]


@pytest.fixture
def tables(world: World) -> TableStore:
    return world.tables


@pytest.mark.parametrize("foreign", LOOKALIKES)
def test_no_operation_reaches_a_partition_of_anybody_else(
    world: World, tables: TableStore, foreign: str
) -> None:
    asked = [
        lambda: tables.get(ACME, "heads", Key(foreign, "s")),
        lambda: tables.batch_get(ACME, "heads", [Key(OWN, "s"), Key(foreign, "s")]),
        lambda: tables.query(ACME, Query("heads", foreign)),
        lambda: tables.query(ACME, Query("heads", foreign, index="changed")),
        *(lambda a=action: tables.transact(ACME, [a]) for action in _actions(foreign)),
        *(lambda a=action: tables.transact(ACME, [*_other(), a]) for action in _actions(foreign)),
    ]

    for ask in asked:
        with pytest.raises(InternalFault):
            ask()

    assert world.rows("heads") == []


def _other() -> list[Action]:
    return [Put("heads", {"pk": OWN, "sk": "other"})]


def test_every_operation_reaches_the_tenants_own_rows(tables: TableStore) -> None:
    for action in _actions(OWN)[:3]:
        tables.transact(ACME, [action])
    tables.transact(ACME, _other())

    assert tables.get(ACME, "heads", Key(OWN, "other")) is not None
    assert len(tables.batch_get(ACME, "heads", [Key(OWN, "other"), Key(OWN, "s")])) == 1
    assert len(tables.query(ACME, Query("heads", OWN)).items) == 1
    assert tables.query(ACME, Query("heads", OWN, index="changed")).items == ()


@pytest.mark.parametrize("nobody", [SYSTEM, TenantContext(""), internal_context("")])
def test_a_context_without_a_tenant_reaches_no_row(
    world: World, tables: TableStore, nobody: TenantContext
) -> None:
    for partition in (OWN, "#u-1", "tasks-0"):
        asked = [
            lambda p=partition: tables.get(nobody, "heads", Key(p, "s")),
            lambda p=partition: tables.batch_get(nobody, "heads", [Key(p, "s")]),
            lambda p=partition: tables.query(nobody, Query("heads", p)),
            lambda p=partition: tables.transact(nobody, _actions(p)[:1]),
        ]
        for ask in asked:
            with pytest.raises(InternalFault):
                ask()

    assert world.rows("heads") == []


def _due(shard: str = "tasks-0") -> Query:
    return Query("operations", shard, index=DUE_INDEX, consistent=False)


def test_scheduled_work_may_list_what_is_due_by_keys_only(tables: TableStore) -> None:
    row = {"pk": OWN, "sk": "s", "due_shard": "tasks-0", "due_at": 5, "secret": "x"}
    tables.transact(ACME, [Put("operations", row)])

    (item,) = tables.query(SYSTEM, _due()).items

    assert item == {"pk": OWN, "sk": "s", "due_shard": "tasks-0", "due_at": 5}


@pytest.mark.parametrize("name", ["acme", "tasks-0", ""])
def test_nobody_else_may_list_what_is_due(tables: TableStore, name: str) -> None:
    # Not even a tenant that is called as a shard is.
    with pytest.raises(InternalFault):
        tables.query(internal_context(name), _due())


def test_a_refusal_names_neither_key_nor_tenant(tables: TableStore) -> None:
    with pytest.raises(InternalFault) as refused:
        tables.get(ACME, "heads", Key(FOREIGN, "s"))

    assert "globex" not in refused.value.message
