"""Which policy holds for a tenant: read seldom, never guessed."""

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.repositories.tenant_rows import ROW_SECONDS
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import Grant
from tests.doubles.world import World, a_tenant

REDACT, REJECT, ALLOW = SensitivePolicy.REDACT, SensitivePolicy.REJECT, SensitivePolicy.ALLOW


def test_a_tenant_without_a_word_of_its_own_has_the_deployments(world: World) -> None:
    assert world.sensitive_policies.of(world.acme) is REDACT
    assert World(sensitive=REJECT).sensitive_policies.of(world.acme) is REJECT


@pytest.mark.parametrize("policy", SensitivePolicy)
def test_a_tenants_own_policy_holds_for_it_alone(world: World, policy: SensitivePolicy) -> None:
    world.tenants.create("globex")
    world.sensitive_policies.set(world.acme, policy)

    assert world.sensitive_policies.of(world.acme) is policy
    assert world.sensitive_policies.of(a_tenant("globex")) is REDACT


def test_a_change_takes_effect_within_a_minute_and_can_be_taken_back(world: World) -> None:
    policies = world.sensitive_policies
    policies.set(world.acme, REJECT)
    assert policies.of(world.acme) is REJECT

    policies.set(world.acme, None)
    world.durable.clock.advance(ROW_SECONDS + 1)

    assert policies.of(world.acme) is REDACT


def test_a_policy_keeps_the_rest_of_the_tenants_row(world: World) -> None:
    key = world.tenants.issue_key(world.acme, frozenset({Grant.WRITE}))
    world.sensitive_policies.set(world.acme, ALLOW)

    assert world.tenants.recognize(key).tenant_id == "acme"


def test_a_tenant_that_does_not_exist_gets_no_policy(world: World) -> None:
    with pytest.raises(WriteConflict):
        world.sensitive_policies.set(a_tenant("nobody"), ALLOW)


def test_a_word_that_is_no_policy_is_a_fault_and_no_permission(world: World) -> None:
    place = tenant_key(world.acme)
    change = SetTo("sensitive_content", "everything")
    world.tables.transact(world.acme, [Update(TENANTS, place, (change,))])

    with pytest.raises(InternalFault):
        world.sensitive_policies.of(world.acme)
