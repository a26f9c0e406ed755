"""What is taken out of a change log on purpose leaves its chain whole."""

import pytest

from mneme.application.audit.audit_logs import UsersLog
from mneme.application.repositories.change_log import sanitize_action
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.row_keys import CHANGE_LOG
from mneme.domain.audit_flaw import Flaw
from mneme.domain.change import Actor, ChangeRecord, Operation
from tests.doubles.audited import PARTITION, a_changed_world, flaws, gone, put, records
from tests.doubles.made import GLOBAL, NOW, a_fact
from tests.doubles.managing import told
from tests.doubles.world import USER, World, a_tenant


@pytest.fixture
def world() -> World:
    return a_changed_world()


def asked(world: World, *memory_ids: str, reason: str = "purged") -> None:
    """Note a purge of these memories; without any, one that names none."""
    told = "outdated" if memory_ids else reason
    record = ChangeRecord(Operation.PURGE, memory_ids, None, None, told, Actor.SYSTEM, NOW)
    world.commits.carry_out(world.acme, USER, Commit((), (record,)))


def test_sanitizing_keeps_the_chain_whole(world: World) -> None:
    rows = records(world)
    asked(world)

    for number in range(1, len(rows) + 1):
        world.tables.transact(world.acme, [sanitize_action(PARTITION, number)])

    assert flaws(world) == []
    assert all("sources" not in row and "salt" not in row for row in records(world)[:-1])


def test_what_is_sanitized_is_held_as_ever(world: World) -> None:
    asked(world)
    world.tables.transact(world.acme, [sanitize_action(PARTITION, 2)])
    row = records(world)[1]

    put(world, {**row, "reason": "because"})

    assert flaws(world) == [(Flaw.ALTERED, 2)]


def test_what_was_sanitized_unasked_is_named(world: World) -> None:
    rows = records(world)
    asked(world, str(rows[1]["memory_ids"][0]))  # type: ignore[index]

    for number in (2, len(rows)):
        world.tables.transact(world.acme, [sanitize_action(PARTITION, number)])

    assert flaws(world) == [(Flaw.UNASKED, len(rows))]


def test_a_purge_of_an_app_asks_for_no_more_than_it_names(world: World) -> None:
    asked(world, reason="app_purged")

    world.tables.transact(world.acme, [sanitize_action(PARTITION, 2)])

    assert flaws(world) == [(Flaw.UNASKED, 2)]


def test_a_log_older_than_chains_is_chained_from_its_next_record_on(world: World) -> None:
    chained = {"link", "salt", "commitment", "said", "key", "chain", "memory_key"}
    for row in world.rows(CHANGE_LOG):
        put(world, {name: value for name, value in row.items() if name not in chained})
    old = len(records(world))
    assert world.audit.logs.user(world.acme, USER).report.unchained == old

    told(world, "Likes chains")

    assert world.audit.logs.user(world.acme, USER).report.unchained == old
    assert flaws(world) == []
    gone(world, old - 1)
    assert flaws(world) == [(Flaw.MISSING, old - 1)]


def test_logs_of_two_users_cannot_stand_for_each_other(world: World) -> None:
    told(world, "Likes tea", user_id="u-2")
    told(world, "Likes tea", user_id="u-3")
    (theirs,) = [r for r in world.rows(CHANGE_LOG) if r["pk"] == "acme#u-3" and r["sk"] != "@head"]
    put(world, {**theirs, "pk": "acme#u-2"})

    report = world.audit.logs.user(world.acme, "u-2").report

    assert Flaw.ALTERED in {one.flaw for one in report.found}


def test_each_tenant_is_verified_by_itself(world: World) -> None:
    world.tenants.create("globex")
    world.write_structured(a_tenant("globex"), "u-9", GLOBAL, a_fact("Likes tea"))

    (only,) = world.audit.logs.every("globex")

    assert isinstance(only, UsersLog)
    assert (only.tenant_id, only.user_id, only.report.records) == ("globex", "u-9", 1)
