"""Recalls and uses are counted both; which of them strengthens is the tenant's choice."""

from datetime import datetime

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Head
from mneme.domain.reinforcement import Strengthening
from mneme.domain.weight import WeightPolicy, current_weight
from tests.doubles.made import NOW, a_fact, later
from tests.doubles.world import USER, World, a_tenant

WEIGHTS = WeightPolicy()


def _recalled(*memory_ids: str, at: datetime = NOW, tenant: str = "acme") -> ReinforcementMessage:
    return ReinforcementMessage(tenant, USER, at, memory_ids)


def _used(*memory_ids: str, at: datetime = NOW) -> ReinforcementMessage:
    return ReinforcementMessage("acme", USER, at, memory_ids, used=True)


def _head(world: World) -> Head:
    (held,) = world.held()
    return held.head


def test_by_default_a_use_is_counted_and_a_hit_strengthens(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    faded = current_weight(_head(world), later(days=30), WEIGHTS)

    assert world.reinforce([_used(memory_id, at=later(days=30))]) == 1
    counted = _head(world)
    world.reinforce([_recalled(memory_id, at=later(days=30))])

    assert current_weight(counted, later(days=30), WEIGHTS) == pytest.approx(faded)
    assert (counted.used_count, counted.last_used_at) == (1, later(days=30))
    assert current_weight(_head(world), later(days=30), WEIGHTS) == pytest.approx(faded + 0.10)


def test_where_the_tenant_says_so_a_hit_is_counted_and_a_use_strengthens(world: World) -> None:
    world.strengthened_by.set(world.acme, Strengthening.USE)
    memory_id = world.decide(a_fact()).memory_id
    faded = current_weight(_head(world), later(days=30), WEIGHTS)

    world.reinforce([_recalled(memory_id, at=later(days=30))])
    counted = _head(world)
    world.reinforce([_used(memory_id, at=later(days=30))])

    assert current_weight(counted, later(days=30), WEIGHTS) == pytest.approx(faded)
    assert counted.recall_count == 1
    assert current_weight(_head(world), later(days=30), WEIGHTS) == pytest.approx(faded + 0.10)


def test_hits_and_uses_of_a_batch_take_one_write_a_memory_and_no_second_delivery(
    world: World,
) -> None:
    memory_id = world.decide(a_fact()).memory_id
    batch = [_recalled(memory_id), _used(memory_id), _used(memory_id, at=later(seconds=9))]

    assert [world.reinforce(batch), world.reinforce(batch)] == [1, 0]

    head = _head(world)
    assert (head.recall_count, head.used_count, head.version) == (1, 2, 2)


def test_a_tenant_whose_choice_is_damaged_keeps_no_other_waiting(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    world.tenants.create("globex")
    damage = Update(TENANTS, tenant_key(a_tenant("globex")), (SetTo("strengthened_by", "luck"),))
    world.tables.transact(a_tenant("globex"), [damage])
    batch = [_recalled("m", tenant="globex"), _recalled(memory_id)]
    noted: list[tuple[str, str]] = []

    done = world.reinforce(batch, lambda *of: noted.append((of[0].tenant_id, str(of[2]))))

    assert (done, _head(world).recall_count) == (1, 1)
    ((tenant_id, fault),) = noted
    assert tenant_id == "globex"
    assert "what strengthens" in fault


def test_what_is_wrong_is_raised_where_nobody_takes_note(world: World) -> None:
    damage = Update(TENANTS, tenant_key(world.acme), (SetTo("strengthened_by", "luck"),))
    world.tables.transact(world.acme, [damage])

    with pytest.raises(InternalFault, match="what strengthens"):
        world.reinforce([_recalled("m")])


def test_a_recall_leaves_the_date_of_a_memory_as_it_is(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    before = _head(world).due

    world.reinforce([_recalled(memory_id, at=later(days=60))])

    assert before is not None
    assert _head(world).due == before
