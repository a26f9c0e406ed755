"""Reading memories: of one user at a time, consistently, in batches that the store allows."""

from dataclasses import replace

import pytest

from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.row_keys import CHANGED_INDEX
from mneme.application.repositories.row_values import members
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Kind
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import USER, World, a_tenant


def test_heads_and_revisions_are_found_by_id_and_the_unknown_are_left_out(world: World) -> None:
    known = world.decide(a_fact()).memory_id

    heads = world.memories.heads(world.acme, USER, [known, "unknown", known])
    revisions = world.memories.revisions(world.acme, USER, [(known, 1), (known, 2), ("x", 1)])

    assert set(heads) == {known}
    assert set(revisions) == {(known, 1)}


def test_nothing_asked_for_is_nothing_read(world: World) -> None:
    assert world.memories.heads(world.acme, USER, []) == {}
    assert world.memories.revisions(world.acme, USER, []) == {}


def test_a_memory_of_another_user_or_tenant_is_not_found(world: World) -> None:
    world.tenants.create("globex")
    memory_id = world.decide(a_fact()).memory_id

    for tenant, user in ((world.acme, "u-2"), (a_tenant("globex"), USER)):
        assert world.memories.heads(tenant, user, [memory_id]) == {}
        assert world.memories.revisions(tenant, user, [(memory_id, 1)]) == {}


def test_more_ids_than_one_batch_holds_are_read_in_several() -> None:
    notes = Notes()
    world = World(World().durable, lambda s: replace(s, tables=Watched(s.tables, notes)))
    for start in range(0, 128, 64):
        texts = [f"This is message number {n}." for n in range(start, start + 64)]
        world.remember(said(*texts, session_id=f"s-{start}"))
    ids = [held.head.memory_id for held in world.held(Kind.TURN)]
    notes.calls.clear()

    heads = world.memories.heads(world.acme, USER, ids)

    batches = [len(arguments[2]) for method, arguments in notes.calls if method == "batch_get"]
    assert len(heads) == len(ids) == 128
    assert batches == [100, 28]


def test_heads_come_in_pages_until_the_cursor_ends(world: World) -> None:
    ids = sorted(world.decide(a_fact(f"Likes number {n}")).memory_id for n in range(5))

    found, cursor = world.memories.heads_page(world.acme, USER, None, 2)
    while cursor is not None:
        page, cursor = world.memories.heads_page(world.acme, USER, cursor, 2)
        found += page

    assert [head.memory_id for head in found] == ids


def test_the_newest_heads_come_first_page_by_page(world: World) -> None:
    ids = sorted(world.decide(a_fact(f"Likes number {n}")).memory_id for n in range(5))

    found, cursor = world.memories.newest_heads(world.acme, USER, limit=2)
    while cursor is not None:
        page, cursor = world.memories.newest_heads(world.acme, USER, limit=2, cursor=cursor)
        found += page

    heads = [one.read() for one in found]
    assert [head.memory_id for head in heads] == ids[::-1]
    assert [(one.kind, one.is_important, one.anchor) for one in found] == [
        (head.kind, head.is_important, head.anchor) for head in heads
    ]


def test_the_heads_changed_last_come_newest_first(world: World) -> None:
    ids = []
    for number in range(4):
        world.durable.clock.advance(minutes=1)
        ids.append(world.decide(a_fact(f"Likes number {number}")).memory_id)

    recent = world.memories.recently_changed(world.acme, USER, 3)

    assert [head.memory_id for head in recent] == ids[:0:-1]


def test_turns_have_an_order_of_their_own(world: World) -> None:
    fact = world.decide(a_fact()).memory_id
    world.durable.clock.advance(minutes=1)
    world.remember(said("Good morning.", "How are you?"))
    turns = {held.head.memory_id for held in world.held(Kind.TURN)}

    facts_changed = world.memories.changed_last(world.acme, USER, 10)
    turns_changed = world.memories.changed_last(world.acme, USER, 10, turns=True)

    assert [memory_id for memory_id, _ in facts_changed] == [fact]
    assert len(turns_changed) == 2
    assert {memory_id for memory_id, _ in turns_changed} == turns


def test_a_head_that_vanishes_behind_the_index_is_left_out(world: World) -> None:
    notes = Notes()
    world.decide(a_fact())
    watched = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, notes)))

    watched.memories.recently_changed(world.acme, USER, 10)

    (query,) = [arguments[1] for method, arguments in notes.calls if method == "query"]
    assert (query.index, query.consistent) == (CHANGED_INDEX, True)


@pytest.mark.parametrize("value", ["a", ["a"], 7])
def test_a_set_of_another_type_is_a_fault(value) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InternalFault):
        members({"names": value}, "names")


def test_every_row_of_heads_is_a_head(world: World) -> None:
    world.remember(said("I live in Oslo.", "I like tea."))
    world.write_structured(world.acme, USER, GLOBAL, a_fact())

    assert len([head_of(row) for row in world.rows("heads")]) == 5
