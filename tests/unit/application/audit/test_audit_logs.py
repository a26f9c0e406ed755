"""A change log tells when anything of it was changed, and where (DESIGN §16)."""

from itertools import combinations

import pytest

from mneme.application.ports.table_store import Delete, Key, Put
from mneme.application.repositories.row_keys import CHANGE_LOG, REVISIONS, user_partition
from mneme.domain.audit_flaw import Flaw
from tests.doubles.audited import PARTITION, a_changed_world, flaws, flipped, gone, put, records
from tests.doubles.world import USER, World


@pytest.fixture
def world() -> World:
    return a_changed_world()


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


@pytest.mark.parametrize("name", ["sequence", "link", "key", "chain", "first", "memory_key"])
def test_a_head_that_was_changed_is_seen(world: World, name: str) -> None:
    (head,) = [row for row in world.rows(CHANGE_LOG) if row["sk"] == "@head"]
    put(world, {**head, name: flipped(head.get(name, 1))})

    assert flaws(world)


def test_a_log_without_its_head_is_seen(world: World) -> None:
    world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key(PARTITION, "@head"))])

    assert [flaw for flaw, _ in flaws(world)] == [Flaw.HEAD]


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
    row = world.rows(REVISIONS)[0]
    damaged = {**row, "sealed": flipped(row["sealed"])}
    world.tables.transact(world.acme, [Put(REVISIONS, damaged)])

    assert [flaw for flaw, _ in flaws(world)] == [Flaw.WORDS]
