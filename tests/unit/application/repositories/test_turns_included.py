"""Whether a recall returns messages is said by the recall, else by its tenant's row."""

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.repositories.tenant_rows import ROW_SECONDS
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.memory import Kind
from tests.doubles.recall_world import RecallWorld
from tests.doubles.world import World, a_tenant

SAID = "Green tea, please"


@pytest.fixture
def told() -> RecallWorld:
    world = RecallWorld()
    world.put(SAID, kind=Kind.TURN)
    return world


@pytest.mark.parametrize(
    ("asked", "of_tenant", "found"),
    [
        (None, None, []),
        (None, True, [SAID]),
        (None, False, []),
        (True, False, [SAID]),
        (False, True, []),
    ],
)
def test_a_recall_that_does_not_say_follows_its_tenant(
    told: RecallWorld, asked: bool | None, of_tenant: bool | None, found: list[str]
) -> None:
    told.turns_included.set(told.acme, of_tenant)

    assert told.says("green tea", include_turns=asked) == found


def test_a_choice_holds_for_one_tenant_and_can_be_taken_back(world: World) -> None:
    world.tenants.create("globex")
    world.turns_included.set(world.acme, True)
    assert world.turns_included.of(world.acme)
    assert not world.turns_included.of(a_tenant("globex"))

    world.turns_included.set(world.acme, None)
    world.durable.clock.advance(ROW_SECONDS + 1)

    assert not world.turns_included.of(world.acme)


def test_a_word_that_is_no_choice_is_a_fault(world: World) -> None:
    change = SetTo("include_turns", "yes")
    world.tables.transact(world.acme, [Update(TENANTS, tenant_key(world.acme), (change,))])

    with pytest.raises(InternalFault):
        world.turns_included.of(world.acme)


def test_a_tenant_that_does_not_exist_gets_no_choice(world: World) -> None:
    with pytest.raises(WriteConflict):
        world.turns_included.set(a_tenant("nobody"), True)
