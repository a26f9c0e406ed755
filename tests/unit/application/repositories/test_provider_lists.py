"""Which providers may see a tenant's content: its row decides, for both kinds of questions."""

from collections.abc import Sequence

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.repositories.tenant_rows import ROW_SECONDS
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.task import TaskState
from tests.doubles.made import said
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import World, a_tenant

NOTHING = '{"facts": []}'


def lists(world: World, *default: str) -> ProviderLists:
    return ProviderLists(world.tenant_rows, default)


def test_a_tenant_without_a_list_uses_the_deployments(world: World) -> None:
    assert lists(world, "bedrock", "local").allowed(world.acme) == ("bedrock", "local")


@pytest.mark.parametrize("own", [["local"], ["local", "bedrock"], []])
def test_a_tenants_own_list_replaces_the_default_for_it_alone(
    world: World, own: Sequence[str]
) -> None:
    world.tenants.create("globex")
    lists(world).set(world.acme, tuple(own))

    assert lists(world, "bedrock").allowed(world.acme) == tuple(own)
    assert lists(world, "bedrock").allowed(a_tenant("globex")) == ("bedrock",)


def test_a_change_takes_effect_within_a_minute_and_can_be_taken_back(world: World) -> None:
    lists(world).set(world.acme, ())
    assert lists(world, "bedrock").allowed(world.acme) == ()

    lists(world).set(world.acme, None)
    world.durable.clock.advance(ROW_SECONDS + 1)

    assert lists(world, "bedrock").allowed(world.acme) == ("bedrock",)


def test_a_list_that_is_none_is_a_fault_and_no_permission(world: World) -> None:
    place = tenant_key(world.acme)
    change = SetTo("model_providers", "all of them")
    world.tables.transact(world.acme, [Update(TENANTS, place, (change,))])

    with pytest.raises(InternalFault):
        lists(world, "bedrock").allowed(world.acme)


def test_a_tenant_that_does_not_exist_gets_no_list(world: World) -> None:
    with pytest.raises(WriteConflict):
        lists(world).set(a_tenant("nobody"), ("bedrock",))


@pytest.mark.parametrize(("own", "asked"), [([], False), (["other"], False), (["model"], True)])
def test_no_provider_sees_what_its_tenant_does_not_allow(own: list[str], asked: bool) -> None:
    model = ScriptedModel(NOTHING)
    world = World(model=model)
    lists(world).set(world.acme, tuple(own))

    task = world.remember(said("I live in Berlin."))

    assert task.state is TaskState.DONE
    assert bool(model.calls) is asked
    assert world.contents() == ([] if asked else ["I live in Berlin."])
