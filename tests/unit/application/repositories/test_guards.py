"""Guards: who holds a content, and who competes for a slot, compared-and-set with each decision."""

import pytest

from mneme.application.repositories.guards import Guards, facts_changed
from mneme.domain.errors import WriteConflict
from mneme.domain.scope import VisibleScope
from tests.doubles.world import World

PARTITION = "acme#u-1"
PLACE = VisibleScope("A#planner", 3)


def _content(world: World, place: VisibleScope = PLACE, said: str = "h"):  # type: ignore[no-untyped-def]
    return Guards(world.tables).content(world.acme, PARTITION, place, said)


def _slot(world: World, place: VisibleScope = PLACE, key: str = "k"):  # type: ignore[no-untyped-def]
    return Guards(world.tables).fact_key(world.acme, PARTITION, place, key)


def _do(world: World, *actions) -> None:  # type: ignore[no-untyped-def]
    world.tables.transact(world.acme, actions)


def test_a_content_nobody_has_said_is_held_by_nobody(world: World) -> None:
    assert _content(world).memory_id is None


def test_a_content_is_held_by_the_memory_that_said_it_first(world: World) -> None:
    first, second = _content(world), _content(world)
    _do(world, first.hold("m-1"))

    with pytest.raises(WriteConflict):
        _do(world, second.hold("m-2"))

    assert _content(world).memory_id == "m-1"


def test_a_content_changes_hands_only_from_the_holder_that_was_seen(world: World) -> None:
    _do(world, _content(world).hold("m-1"))
    seen, late = _content(world), _content(world)
    _do(world, seen.hold("m-2"))

    with pytest.raises(WriteConflict):
        _do(world, late.hold("m-3"))

    assert _content(world).memory_id == "m-2"


def test_only_its_holder_lets_go_of_a_content(world: World) -> None:
    _do(world, _content(world).hold("m-1"))
    with pytest.raises(WriteConflict):
        _do(world, _content(world).release("m-2"))

    _do(world, _content(world).release("m-1"))

    assert _content(world).memory_id is None
    _do(world, _content(world).release("m-1"))  # letting go twice is no fault


def test_a_slot_nobody_fills_is_empty_at_version_zero(world: World) -> None:
    assert (_slot(world).memory_ids, _slot(world).version) == (frozenset(), 0)


def test_every_joining_moves_the_slots_version_even_of_a_member(world: World) -> None:
    for memory_id in ("m-1", "m-2", "m-1"):
        _do(world, _slot(world).join(memory_id))

    assert (_slot(world).memory_ids, _slot(world).version) == (frozenset({"m-1", "m-2"}), 3)


def test_a_family_that_leaves_a_slot_moves_its_version_for_who_had_seen_it(world: World) -> None:
    _do(world, _slot(world).join("m-1"))
    _do(world, _slot(world).join("m-2"))
    late = _slot(world)

    _do(world, _slot(world).leave("m-1"))

    assert (_slot(world).memory_ids, _slot(world).version) == (frozenset({"m-2"}), 3)
    with pytest.raises(WriteConflict):
        _do(world, late.join("m-3"))


def test_the_last_family_leaves_an_empty_slot_that_can_be_filled_again(world: World) -> None:
    _do(world, _slot(world).join("m-1"))
    _do(world, _slot(world).leave("m-1"))

    assert (_slot(world).memory_ids, _slot(world).version) == (frozenset(), 2)
    _do(world, _slot(world).join("m-2"))
    assert _slot(world).memory_ids == frozenset({"m-2"})


def test_who_relies_on_no_change_before_it_counts_its_own_all_the_same(world: World) -> None:
    seen = Guards(world.tables).scope(world.acme, PARTITION, PLACE)
    _do(world, facts_changed(PARTITION, PLACE))
    _do(world, facts_changed(PARTITION, PLACE))

    assert Guards(world.tables).scope(world.acme, PARTITION, PLACE).version == 2
    with pytest.raises(WriteConflict):
        _do(world, seen.advance())


@pytest.mark.parametrize("joined_before", [0, 1])
def test_of_two_that_saw_the_same_slot_one_comes_second(world: World, joined_before: int) -> None:
    for number in range(joined_before):
        _do(world, _slot(world).join(f"m-{number}"))
    one, other = _slot(world), _slot(world)
    _do(world, one.join("m-8"))

    with pytest.raises(WriteConflict):
        _do(world, other.join("m-9"))


@pytest.mark.parametrize(
    "elsewhere",
    [VisibleScope("A#planner", 4), VisibleScope("A#coach", 3), VisibleScope("G", 3)],
)
def test_guards_of_another_scope_or_epoch_are_others(world: World, elsewhere) -> None:  # type: ignore[no-untyped-def]
    _do(world, _content(world).hold("m-1"), _slot(world).join("m-1"))

    assert _content(world, elsewhere).memory_id is None
    assert _slot(world, elsewhere).version == 0


def test_a_scope_counts_its_changes_one_after_the_other(world: World) -> None:
    def counted():  # type: ignore[no-untyped-def]
        return Guards(world.tables).scope(world.acme, PARTITION, PLACE)

    seen, late = counted(), counted()
    _do(world, seen.advance())

    with pytest.raises(WriteConflict):
        _do(world, late.advance())

    _do(world, counted().advance())
    assert (seen.version, counted().version) == (0, 2)


def test_the_changes_of_one_scope_and_epoch_are_no_other_s(world: World) -> None:
    guards = Guards(world.tables)
    _do(world, guards.scope(world.acme, PARTITION, PLACE).advance())

    others = [VisibleScope("A#planner", 4), VisibleScope("A#coach", 3), VisibleScope("G", 3)]
    versions = [guards.scope(world.acme, PARTITION, place).version for place in others]

    assert versions == [0, 0, 0]
