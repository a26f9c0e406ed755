"""An API key is shown once, kept as a hash, and recognized only as long as it should be."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.application.ports.table_store import Delete, Key, Remove, SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, api_key_key, tenant_key
from mneme.domain.errors import InternalFault, InvalidRequest, NotAuthenticated, WriteConflict
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.made import later
from tests.doubles.watched import Fuse, Watched
from tests.doubles.world import Durable, World, a_tenant

WRITE = frozenset({Grant.WRITE})


def _change(world: World, key: str | None, *changes) -> None:  # type: ignore[no-untyped-def]
    """Change the row of a key, or of the tenant."""
    place = tenant_key(world.acme) if key is None else api_key_key(world.acme, key.split("_")[2])
    world.tables.transact(world.acme, [Update(TENANTS, place, tuple(changes))])


def test_a_new_key_is_recognized_as_its_tenant_with_its_grants(world: World) -> None:
    key = world.tenants.issue_key(world.acme, frozenset({Grant.WRITE, Grant.RECALL}))

    caller = world.tenants.recognize(key)

    assert caller == TenantContext(
        "acme", frozenset({Grant.WRITE, Grant.RECALL}), credential_id=key.split("_")[2]
    )


@pytest.mark.parametrize("apps", [frozenset({"planner", "coach"}), frozenset()])
def test_a_key_bound_to_apps_knows_them_even_if_they_are_none(world: World, apps) -> None:  # type: ignore[no-untyped-def]
    key = world.tenants.issue_key(world.acme, WRITE, apps=apps)

    assert world.tenants.recognize(key).apps == apps


def test_only_a_hash_of_the_secret_is_kept(world: World) -> None:
    key = world.tenants.issue_key(world.acme, WRITE)
    secret = key.rsplit("_", 1)[1]

    assert re.fullmatch(r"mk_acme_[0-9A-Z]{26}_[0-9a-f]{64}", key)
    assert secret not in str(world.rows("tenants"))
    assert bytes.fromhex(secret) not in [row.get("hash") for row in world.rows("tenants")]


def test_two_keys_of_one_tenant_are_different_and_both_work(world: World) -> None:
    keys = {world.tenants.issue_key(world.acme, WRITE) for _ in range(2)}

    assert len(keys) == 2
    assert {world.tenants.recognize(key).tenant_id for key in keys} == {"acme"}


def _altered(key: str) -> dict[str, str]:
    prefix, tenant, key_id, secret = key.split("_")
    return {
        "empty": "",
        "no key at all": "hello",
        "without its secret": f"{prefix}_{tenant}_{key_id}_",
        "another secret": f"{prefix}_{tenant}_{key_id}_{'0' * 64}",
        "another key id": f"{prefix}_{tenant}_{'0' * 26}_{secret}",
        "another tenant": f"{prefix}_globex_{key_id}_{secret}",
        "an unknown tenant": f"{prefix}_nobody_{key_id}_{secret}",
        "capitals": f"{prefix}_ACME_{key_id}_{secret}",
        "a longer secret": f"{key}0",
        "a line behind": f"{key}\n",
        "a space before": f" {key}",
        "other digits": f"{prefix}_{tenant}_{key_id}_{'٠' * 64}",
        "a path": f"{prefix}_acme#TENANT_{key_id}_{secret}",
        "very long": "mk_" + "a" * 100_000,
    }


@pytest.mark.parametrize("change", sorted(_altered("mk_acme_id_secret")))
def test_any_other_text_is_no_key(world: World, change: str) -> None:
    world.tenants.create("globex")
    key = world.tenants.issue_key(world.acme, WRITE)

    with pytest.raises(NotAuthenticated):
        world.tenants.recognize(_altered(key)[change])


def test_a_key_works_until_the_instant_it_expires(world: World) -> None:
    key = world.tenants.issue_key(world.acme, WRITE, expires_at=later(days=1))
    world.durable.clock.set(later(days=1) - timedelta(milliseconds=1))
    assert world.tenants.recognize(key).tenant_id == "acme"

    world.durable.clock.set(later(days=1))

    with pytest.raises(NotAuthenticated):
        world.tenants.recognize(key)


def test_a_revoked_key_is_refused_at_once(world: World) -> None:
    key = world.tenants.issue_key(world.acme, WRITE)
    _change(world, key, SetTo("revoked", True))

    with pytest.raises(NotAuthenticated):
        world.tenants.recognize(key)


@pytest.mark.parametrize("change", [SetTo("suspended", True), None])
def test_a_key_of_a_suspended_or_removed_tenant_is_refused(world: World, change) -> None:  # type: ignore[no-untyped-def]
    key = world.tenants.issue_key(world.acme, WRITE)
    if change is None:
        world.tables.transact(world.acme, [Delete(TENANTS, tenant_key(world.acme))])
    else:
        _change(world, None, change)

    with pytest.raises(NotAuthenticated):
        world.tenants.recognize(key)


@pytest.mark.parametrize("change", [SetTo("apps", "planner"), Remove("hash")])
def test_a_damaged_key_row_opens_nothing(world: World, change) -> None:  # type: ignore[no-untyped-def]
    key = world.tenants.issue_key(world.acme, WRITE, apps=frozenset({"planner"}))
    _change(world, key, change)

    with pytest.raises(InternalFault):
        world.tenants.recognize(key)


def test_making_a_tenant_again_leaves_its_keys_as_they_are(world: World) -> None:
    before = world.rows("tenants")

    world.tenants.create("acme")

    assert world.rows("tenants") == before


@pytest.mark.parametrize("late", [False, True])
def test_a_tenant_is_made_with_its_key_or_not_at_all(late: bool) -> None:
    durable = World().durable
    contended = Fuse(1, late, fault=WriteConflict)
    broken = World(durable, lambda s: _watched(s, contended))
    with pytest.raises(WriteConflict):
        broken.tenants.create("globex")

    assert _sorts(durable) == ({"TENANT", "BRANCH_KEY"} if late else set())
    World(durable).tenants.create("globex")
    assert _sorts(durable) == {"TENANT", "BRANCH_KEY"}


@pytest.mark.parametrize("missing", ["TENANT", "BRANCH_KEY"])
def test_a_tenant_that_lacks_its_row_or_its_key_is_completed(world: World, missing: str) -> None:
    world.tenants.create("globex")
    world.tables.transact(a_tenant("globex"), [Delete(TENANTS, Key("globex", missing))])

    world.tenants.create("globex")

    assert _sorts(world.durable) == {"TENANT", "BRANCH_KEY"}


def _sorts(durable: Durable) -> set[str]:
    rows = World(durable).rows("tenants")
    return {str(row["sk"]) for row in rows if row["pk"] == "globex"}


@pytest.mark.parametrize("name", ["", "ACME", "a_b", "a#b", "-a", "a" * 64, "*", "a b", "ä"])
def test_a_tenant_needs_a_plain_name(world: World, name: str) -> None:
    with pytest.raises(InvalidRequest):
        world.tenants.create(name)


def _watched(stores, watcher):  # type: ignore[no-untyped-def]
    return replace(stores, tables=Watched(stores.tables, watcher))
