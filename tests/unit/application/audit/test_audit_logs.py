"""A change log tells when anything of it was changed, and where (DESIGN §16)."""

from collections.abc import Callable
from itertools import combinations

import pytest

from mneme.application.audit.audit_logs import LostLogs, UsersLog
from mneme.application.ports.table_store import Delete, Item, Key, Put, Value
from mneme.application.repositories.change_log import sanitize_action
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.row_keys import CHANGE_LOG, REVISIONS, user_partition
from mneme.domain.audit_flaw import Flaw
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.memory import Source
from tests.doubles.made import GLOBAL, NOW, a_fact, later, said
from tests.doubles.managing import told, update
from tests.doubles.world import USER, World, a_tenant

PARTITION = "acme#u-1"


@pytest.fixture
def world() -> World:
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
    world.tables.transact(world.acme, [Put(CHANGE_LOG, row)])


def gone(world: World, number: int) -> None:
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


def test_an_untouched_log_has_no_flaw(world: World) -> None:
    report = world.audit.logs.user(world.acme, USER).report

    assert (report.found, report.unchained, report.unchecked) == ((), 0, 0)
    assert report.records == len(records(world)) > 6


def test_a_flipped_byte_in_any_field_of_any_record_is_named(world: World) -> None:
    tried = 0
    for number, row in enumerate(records(world), start=1):
        for name in row.keys() - {"pk", "sk"}:
            put(world, {**row, name: flipped(row[name])})
            assert {at for _, at in flaws(world)} == {number}, name
            put(world, row)
            tried += 1
    assert tried > 80
    assert flaws(world) == []


def test_a_field_that_comes_or_goes_is_named(world: World) -> None:
    for number, row in enumerate(records(world), start=1):
        for name in row.keys() - {"pk", "sk"}:
            put(world, {key: value for key, value in row.items() if key != name})
            assert number in [at for _, at in flaws(world)], name
        put(world, {**row, "told_by": "nobody"})
        assert flaws(world) == [(Flaw.ALTERED, number)]
        put(world, row)


def test_each_deleted_record_is_named(world: World) -> None:
    for number, row in enumerate(records(world), start=1):
        gone(world, number)
        assert flaws(world) == [(Flaw.MISSING, number)]
        put(world, row)


def test_any_two_records_that_change_places_are_named(world: World) -> None:
    rows = records(world)
    for one, other in combinations(rows, 2):
        put(world, {**one, "sk": other["sk"]})
        put(world, {**other, "sk": one["sk"]})
        named = [at for _, at in flaws(world)]
        assert {int(str(one["sk"])), int(str(other["sk"]))} <= set(named)
        put(world, one)
        put(world, other)
    assert flaws(world) == []


def test_a_record_put_in_at_the_end_is_named_by_the_head(world: World) -> None:
    last = records(world)[-1]
    put(world, {**last, "sk": f"{len(records(world)) + 1:012d}"})

    assert Flaw.HEAD in [flaw for flaw, _ in flaws(world)]


@pytest.mark.parametrize("name", ["sequence", "link", "key", "chain", "first"])
def test_a_head_that_was_changed_is_seen(world: World, name: str) -> None:
    (head,) = [row for row in world.rows(CHANGE_LOG) if row["sk"] == "@head"]
    put(world, {**head, name: flipped(head.get(name, 1))})

    assert flaws(world)


def test_a_log_without_its_head_is_seen(world: World) -> None:
    world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key(PARTITION, "@head"))])

    assert [flaw for flaw, _ in flaws(world)] == [Flaw.HEAD]


def cut(world: World, kept: int) -> None:
    """Cut the tail as whoever has the tables can: the head says what is left is all."""
    (head,) = [row for row in world.rows(CHANGE_LOG) if row["sk"] == "@head"]
    rows = records(world)
    for number in range(kept + 1, len(rows) + 1):
        gone(world, number)
    put(world, {**head, "sequence": kept, "link": rows[kept - 1]["link"]})


def test_a_tail_that_was_cut_is_named_by_the_digest_alone(world: World) -> None:
    world.audit.write_digests()
    logged = len(records(world))

    cut(world, 3)

    assert flaws(world) == [(Flaw.CUT, 4)]
    (found,) = world.audit.logs.user(world.acme, USER).report.found
    assert found.last == logged


def test_a_cut_is_seen_after_later_digests_and_later_records(world: World) -> None:
    world.audit.write_digests()
    logged = len(records(world))
    cut(world, 3)
    world.durable.clock.advance(days=1)
    world.audit.write_digests()
    for n in range(logged):
        told(world, f"Fact {n}")

    assert flaws(world) == [(Flaw.REPLACED, logged)]


def test_a_cut_of_what_came_after_the_last_digest_is_seen_by_nobody(world: World) -> None:
    world.audit.write_digests()
    logged = len(records(world))
    told(world, "One more")

    cut(world, logged)

    assert flaws(world) == []


def test_a_log_that_is_gone_as_a_whole_is_missed_by_its_digest(world: World) -> None:
    told(world, "Likes tea", user_id="u-2")
    world.audit.write_digests()
    for number in range(1, len(records(world)) + 1):
        gone(world, number)
    world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key(PARTITION, "@head"))])

    one, lost = world.audit.logs.every(None)

    assert isinstance(one, UsersLog)
    assert (one.user_id, one.report.found) == ("u-2", ())
    assert isinstance(lost, LostLogs)
    assert len(lost.chains) == 1


def test_a_days_digest_is_written_once_and_names_no_user(world: World) -> None:
    assert world.audit.write_digests() == 1
    assert world.audit.write_digests() == 0

    (digest,) = world.durable.backend.digests.objects.values()  # type: ignore[attr-defined]
    assert b"u-1" not in digest


def revised(world: World, change: Callable[[dict[str, Value]], dict[str, Value]]) -> None:
    """Change the revision that was written first behind the back of the change log."""
    row = min(world.rows(REVISIONS), key=lambda row: str(row["created_at"]))
    world.tables.transact(world.acme, [Put(REVISIONS, change(dict(row)))])


def test_words_that_are_not_those_that_were_recorded_are_named(world: World) -> None:
    ids = [str(row["memory_ids"][0]) for row in records(world) if row["reason"] == "corrected"]  # type: ignore[index]
    (number,) = [n for n, row in enumerate(records(world), 1) if row["reason"] == "corrected"]
    ref = (ids[0], 2)
    revision = world.memories.revisions(world.acme, USER, [ref])[ref]
    keys = world.keys.keys_for(world.acme, USER, 1)
    forged = type(revision)(**{**_fields(revision), "content": "Likes poison"})
    partition = user_partition(world.acme, USER)
    row = world.memories.rows.row(partition, forged, keys)
    world.tables.transact(world.acme, [Put(REVISIONS, row)])

    assert flaws(world) == [(Flaw.WORDS, number)]


def _fields(one: object) -> dict[str, object]:
    return {name: getattr(one, name) for name in one.__dataclass_fields__}  # type: ignore[attr-defined]


def test_a_revision_that_does_not_open_is_named_and_the_others_are_held(world: World) -> None:
    revised(world, lambda row: {**row, "sealed": flipped(row["sealed"])})

    assert [flaw for flaw, _ in flaws(world)] == [Flaw.WORDS]


def asked(world: World, *memory_ids: str) -> None:
    """Note a purge of these memories, or of everything."""
    record = ChangeRecord(Operation.PURGE, memory_ids, None, None, "outdated", Actor.SYSTEM, NOW)
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
