"""A tenant's requests are counted over all processes, cheaply, and never beyond its quota."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.tenants.request_quotas import (
    RACE_SECONDS,
    REST_SECONDS,
    ROUNDS,
    RequestQuotas,
)
from mneme.domain.errors import InternalFault, NotFound, Throttled, Unavailable, WriteConflict
from mneme.domain.quotas import Quota, Window
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.watched import Fuse, Notes, Watched, Watcher
from tests.doubles.world import World, a_tenant

MINUTE = Quota(Grant.RECALL, Window.MINUTE, 600)
DAY = Quota(Grant.RECALL, Window.DAY, 700)


@dataclass
class LostRaces:
    """Another process touches the counter at the very moment, so many times."""

    times: int

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """Lose the race for a write."""
        if method == "transact" and self.times:
            self.times -= 1
            raise WriteConflict

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """Do nothing."""


def _process(world: World, watcher: Watcher | None = None) -> RequestQuotas:
    tables = world.tables if watcher is None else Watched(world.tables, watcher)
    return RequestQuotas(tables, world.clock)  # type: ignore[arg-type]


def _let_through(world: World, process: RequestQuotas, asked: int, *quotas: Quota) -> int:
    through = 0
    for _ in range(asked):
        try:
            process.take(world.acme, Grant.RECALL, quotas)
        except Throttled:
            continue
        through += 1
    return through


@pytest.mark.parametrize("requests", [0, 1, 3, 49, 51, 100, 600])
def test_one_process_lets_exactly_the_quota_through(world: World, requests: int) -> None:
    quota = replace(MINUTE, requests=requests)

    assert _let_through(world, _process(world), requests + 5, quota) == requests


def test_several_processes_together_let_no_more_than_the_quota_through(world: World) -> None:
    processes = [_process(world) for _ in range(7)]

    through = [_let_through(world, one, 1, MINUTE) for _ in range(200) for one in processes]

    assert sum(through) == MINUTE.requests


def test_a_slice_that_a_process_keeps_is_all_that_others_may_miss(world: World) -> None:
    _let_through(world, _process(world), 1, MINUTE)

    through = _let_through(world, _process(world), 700, MINUTE)

    assert through == MINUTE.requests - MINUTE.slice


def test_fifty_writes_a_window_count_all_its_requests(world: World) -> None:
    notes = Notes()

    _let_through(world, _process(world, notes), 600, MINUTE)

    assert len(notes.calls) == 50
    assert [len(actions) for actions in notes.transactions] == [1] * 50


def test_who_is_refused_costs_no_call_until_the_window_is_over(world: World) -> None:
    notes = Notes()
    process = _process(world, notes)
    _let_through(world, process, 601, MINUTE)
    before = len(notes.calls)

    assert _let_through(world, process, 50, MINUTE) == 0

    assert len(notes.calls) == before


def test_a_refusal_tells_when_to_come_again_and_then_lets_in(world: World) -> None:
    process = _process(world)
    world.durable.clock.advance(17)
    _let_through(world, process, 600, MINUTE)

    with pytest.raises(Throttled) as refused:
        process.take(world.acme, Grant.RECALL, [MINUTE])

    assert refused.value.data == {"retry_after": 43}
    world.durable.clock.advance(43)
    process.take(world.acme, Grant.RECALL, [MINUTE])


def test_the_quota_of_a_day_outlasts_its_minutes(world: World) -> None:
    process = _process(world)
    through = 0
    for _ in range(3):
        through += _let_through(world, process, 650, MINUTE, DAY)
        world.durable.clock.advance(60)

    assert through == DAY.requests
    with pytest.raises(Throttled, match="this day"):
        process.take(world.acme, Grant.RECALL, [MINUTE, DAY])


def test_a_quota_that_is_raised_lets_in_at_once_who_was_refused(world: World) -> None:
    process = _process(world)
    _let_through(world, process, 601, MINUTE)

    assert _let_through(world, process, 200, replace(MINUTE, requests=700)) == 100


def test_who_loses_races_for_a_slice_is_refused_for_a_moment_not_for_the_window(
    world: World,
) -> None:
    process = _process(world, LostRaces(ROUNDS))

    with pytest.raises(Throttled) as refused:
        process.take(world.acme, Grant.RECALL, [DAY])

    assert refused.value.data == {"retry_after": RACE_SECONDS}
    assert _let_through(world, process, 800, DAY) == DAY.requests


def test_classes_and_tenants_are_counted_apart(world: World) -> None:
    process = _process(world)
    _let_through(world, process, 600, MINUTE)
    write = replace(MINUTE, grant=Grant.WRITE, requests=1)

    process.take(world.acme, Grant.WRITE, [MINUTE, write])
    process.take(a_tenant("globex"), Grant.RECALL, [MINUTE])

    with pytest.raises(Throttled, match="`write`"):
        process.take(world.acme, Grant.WRITE, [MINUTE, write])


def test_without_a_quota_nothing_is_counted(world: World) -> None:
    notes = Notes()

    assert _let_through(world, _process(world, notes), 10) == 10

    assert notes.calls == []


def test_a_counter_expires_after_its_window(world: World) -> None:
    _let_through(world, _process(world), 1, MINUTE, DAY)

    now = world.clock.now().timestamp()
    ends = {row["sk"]: row["expires_at"] - now for row in world.rows("quotas")}
    assert sorted(ends.values()) == [3600 + 60, 3600 + 12 * 3600]


def test_a_counter_that_does_not_answer_is_left_alone_for_a_while(world: World) -> None:
    fuse = Fuse(1, fault=lambda: Unavailable("the table store did not answer"))
    process = _process(world, fuse)
    with pytest.raises(Unavailable):
        process.take(world.acme, Grant.RECALL, [MINUTE])

    assert _let_through(world, process, 700, MINUTE) == 700
    assert fuse.calls == 1
    world.durable.clock.advance(REST_SECONDS + 1)

    assert _let_through(world, process, 700, MINUTE) == 600


def test_a_request_is_let_through_while_it_cannot_be_counted(world: World) -> None:
    fuse = Fuse(1, fault=lambda: Unavailable("the table store did not answer"))
    admission = replace(world.admission, quotas=_process(world, fuse))

    admission(world.acme, Grant.RECALL, (MINUTE,))

    assert fuse.calls == 1


def test_what_an_operator_set_is_told_with_the_credential(world: World) -> None:
    key = world.tenants.issue_key(world.acme, frozenset({Grant.RECALL}))

    world.tenants.limit(world.acme, (DAY, MINUTE), "k" * 20)

    found = world.credentials.recognize(key)
    assert (found.quotas, found.usage_key) == ((DAY, MINUTE), "k" * 20)
    world.tenants.limit(world.acme, (), None)
    found = world.credentials.recognize(key)
    assert (found.quotas, found.usage_key) == ((), None)


def test_only_a_tenant_that_exists_has_quotas(world: World) -> None:
    with pytest.raises(NotFound):
        world.tenants.limit(TenantContext("hoem"), (MINUTE,), None)
    with pytest.raises(NotFound):
        world.tenants.limits(TenantContext("hoem"))


@pytest.mark.parametrize("stored", ["600", {"recall": 600}, {"recall": {"hour": 1}}])
def test_damaged_quotas_let_nobody_in(world: World, stored: object) -> None:
    key = world.tenants.issue_key(world.acme, frozenset({Grant.RECALL}))
    change = SetTo("quotas", stored)  # type: ignore[arg-type]
    world.tables.transact(world.acme, [Update(TENANTS, tenant_key(world.acme), (change,))])

    with pytest.raises(InternalFault):
        world.credentials.recognize(key)
