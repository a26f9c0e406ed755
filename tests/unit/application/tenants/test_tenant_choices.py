"""What tenants choose for themselves: seen at once by who set it, and set all or not at all."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import SetTo, Update, Value
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.tenants.tenant_choices import Choices
from mneme.domain.capacity import DEFAULT_LIMITS, Limit
from mneme.domain.errors import InternalFault, Unavailable, WriteConflict
from mneme.domain.reinforcement import Strengthening
from mneme.domain.sensitive.policy import SensitivePolicy
from tests.doubles.watched import Fuse, Notes, Watched
from tests.doubles.world import World, a_tenant

NONE = Choices(
    providers=None, sensitive=None, episode_days=None, include_turns=None, strengthened_by=None
)
ALL = Choices(
    providers=("bedrock",),
    sensitive=SensitivePolicy.REJECT,
    episode_days=7,
    include_turns=True,
    strengthened_by=Strengthening.USE,
    capacity={Limit.TOTAL: 9, Limit.IMPORTANT: 50},
    opt_in=True,
)


def test_what_is_set_holds_at_once_in_the_process_that_set_it(world: World) -> None:
    assert world.tenant_choices.of(world.acme) == NONE

    world.tenant_choices.change(world.acme, NONE, ALL)

    assert world.tenant_choices.of(world.acme) == ALL
    assert world.sensitive_policies.of(world.acme) is SensitivePolicy.REJECT

    world.tenant_choices.change(world.acme, ALL, NONE)

    assert world.tenant_choices.of(world.acme) == NONE


def test_all_that_differs_is_set_in_one_write(world: World) -> None:
    notes = Notes()
    watched = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, notes)))  # type: ignore[arg-type]

    watched.tenant_choices.change(world.acme, NONE, ALL)
    watched.tenant_choices.change(world.acme, ALL, ALL)

    assert [method for method, _ in notes.calls] == ["transact"]


def test_what_is_written_without_an_answer_is_known_all_the_same(world: World) -> None:
    lost = Fuse(2, late=True, fault=lambda: Unavailable("no answer"))
    unlucky = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, lost)))
    assert unlucky.tenant_choices.of(world.acme) == NONE

    with pytest.raises(Unavailable):
        unlucky.tenant_choices.change(world.acme, NONE, ALL)

    assert unlucky.tenant_choices.of(world.acme) == ALL


@pytest.mark.parametrize("days", [-1, 3651])
def test_days_that_are_none_leave_every_choice_as_it_was(world: World, days: int) -> None:
    with pytest.raises(ValueError, match="0 to"):
        world.tenant_choices.change(world.acme, NONE, replace(ALL, episode_days=days))

    assert World(world.durable).tenant_choices.of(world.acme) == NONE


def test_what_others_set_meanwhile_stays(world: World) -> None:
    World(world.durable).episode_retention.set(world.acme, 30)

    world.tenant_choices.change(world.acme, NONE, replace(NONE, include_turns=False))

    after = World(world.durable).tenant_choices.of(world.acme)
    assert after == replace(NONE, include_turns=False, episode_days=30)


def test_a_tenant_that_is_gone_is_no_place_for_choices(world: World) -> None:
    with pytest.raises(WriteConflict):
        world.tenant_choices.change(a_tenant("nobody"), NONE, ALL)


@pytest.mark.parametrize("attribute", [
    "model_providers", "sensitive_content", "episode_days", "include_turns", "strengthened_by",
    "capacity",
])  # fmt: skip
def test_a_damaged_choice_is_a_fault_whichever_it_is(world: World, attribute: str) -> None:
    damage = SetTo(attribute, 1.5)
    world.tables.transact(world.acme, [Update(TENANTS, tenant_key(world.acme), (damage,))])

    with pytest.raises(InternalFault, match="damaged"):
        world.tenant_choices.of(world.acme)


@pytest.mark.parametrize(
    "damage", [{"total": -1}, {"total": True}, {"totals": 9}, {"total": "9"}, ["total"], "total"]
)
def test_damaged_limits_are_a_fault_and_never_a_guess(world: World, damage: Value) -> None:
    change = SetTo("capacity", damage)
    world.tables.transact(world.acme, [Update(TENANTS, tenant_key(world.acme), (change,))])

    with pytest.raises(InternalFault, match="damaged"):
        world.tenant_limits.of(world.acme)


def test_limits_that_are_not_named_are_as_the_deployment_says(world: World) -> None:
    world.tenant_choices.change(world.acme, NONE, replace(NONE, capacity={Limit.APP: 7}))

    assert world.tenant_limits.of(world.acme).values == {**DEFAULT_LIMITS, Limit.APP: 7}
