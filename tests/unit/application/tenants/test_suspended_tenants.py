"""Nobody of a suspended tenant is let in; what was accepted before is still worked on."""

import pytest

from mneme.application.tenants.list_tenants import PAGE, TenantState
from mneme.domain.errors import NotAuthenticated, NotFound
from mneme.domain.task import TaskState
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.made import said
from tests.doubles.world import USER, World


def test_nobody_of_a_suspended_tenant_is_let_in_until_it_is_resumed(world: World) -> None:
    key = world.tenants.issue_key(world.acme, frozenset({Grant.WRITE}))
    world.tenants.suspend(world.acme, suspended=True)
    with pytest.raises(NotAuthenticated):
        world.tenants.recognize(key)

    world.tenants.suspend(world.acme, suspended=False)

    assert world.tenants.recognize(key).tenant_id == "acme"


def test_another_tenant_is_let_in_meanwhile(world: World) -> None:
    globex = world.tenants.create("globex")
    key = world.tenants.issue_key(globex, frozenset({Grant.WRITE}))

    world.tenants.suspend(world.acme, suspended=True)

    assert world.tenants.recognize(key).tenant_id == "globex"


def test_making_a_suspended_tenant_again_does_not_let_it_in(world: World) -> None:
    world.tenants.suspend(world.acme, suspended=True)

    world.tenants.create("acme")

    assert TenantState("acme", suspended=True) in world.list_tenants()


def test_what_was_accepted_before_a_suspension_is_worked_on(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)

    world.tenants.suspend(world.acme, suspended=True)
    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DONE


@pytest.mark.parametrize("suspended", [True, False])
def test_a_tenant_that_does_not_exist_is_not_made_by_suspending_it(
    world: World, suspended: bool
) -> None:
    with pytest.raises(NotFound):
        world.tenants.suspend(TenantContext("hoem"), suspended=suspended)

    assert [one.name for one in world.list_tenants()] == ["acme"]


def test_every_tenant_is_listed_once_however_many_there_are(world: World) -> None:
    names = {f"t{number:04}" for number in range(PAGE // 2 + 1)}
    for name in names:
        world.tenants.create(name)

    listed = [one.name for one in world.list_tenants()]

    assert len(listed) == len(set(listed))
    assert set(listed) == names | {"acme"}
