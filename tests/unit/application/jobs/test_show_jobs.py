"""A caller sees the jobs about its own users, and that there are others nowhere."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.application.ports.table_store import Key
from mneme.domain.errors import InternalFault, NotFound
from mneme.domain.job import JobName, JobOwner
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import SYSTEM, Grant, TenantContext, internal_context
from tests.doubles.counted_work import CountedWork
from tests.doubles.purging import EVERYTHING, purge
from tests.doubles.world import TENANT, USER, World, a_tenant


@pytest.fixture
def begun(world: World) -> tuple[World, str]:
    """Return a world with a job about the user, and its id."""
    world.jobs.__dict__["works"] = {JobName.RECONCILE: CountedWork()}
    job_id = world.jobs.start.by_hand(JobName.RECONCILE, JobOwner(TENANT, USER))
    return world, job_id


def test_a_job_about_a_user_is_shown_to_its_tenant(begun: tuple[World, str]) -> None:
    world, job_id = begun

    job = world.manage.jobs.of_user(world.acme, USER, job_id)

    assert (job.job_id, job.name, job.shards) == (job_id, JobName.RECONCILE, 2)


@pytest.mark.parametrize(
    ("tenant", "user_id"),
    [
        (a_tenant(TENANT), "u-2"),
        (a_tenant("other"), USER),
        (replace(a_tenant(TENANT), apps=frozenset({"planner"})), USER),
        (replace(a_tenant(TENANT), session_id="s-1"), USER),
    ],
)
def test_nobody_else_finds_it(
    begun: tuple[World, str], tenant: TenantContext, user_id: str
) -> None:
    world, job_id = begun

    with pytest.raises(NotFound) as refused:
        world.manage.jobs.of_user(tenant, user_id, job_id)

    assert refused.value.field == "job_id"


PRIVACY = frozenset({Grant.PRIVACY})
APP, SESSION = PurgeTarget("planner"), PurgeTarget("planner", "s-1")


@pytest.mark.parametrize(
    ("bound", "target", "seen"),
    [
        ({}, EVERYTHING, True),
        ({}, APP, True),
        ({"grants": PRIVACY}, EVERYTHING, True),
        ({"grants": PRIVACY}, SESSION, True),
        ({"grants": PRIVACY, "apps": frozenset({"planner"})}, EVERYTHING, False),
        ({"grants": PRIVACY, "apps": frozenset({"planner"})}, APP, True),
        ({"grants": PRIVACY, "apps": frozenset({"planner"})}, SESSION, True),
        ({"grants": PRIVACY, "apps": frozenset({"coach"})}, APP, False),
        ({"apps": frozenset({"planner"}), "session_id": "s-1"}, SESSION, True),
        ({"apps": frozenset({"planner"}), "session_id": "s-1"}, APP, False),
        ({"apps": frozenset({"planner"}), "session_id": "s-2"}, SESSION, False),
        ({"apps": frozenset({"coach"}), "session_id": "s-1"}, SESSION, False),
        ({"session_id": "s-1"}, SESSION, False),
        ({"session_id": "s-1"}, PurgeTarget(None, "s-1"), True),
    ],
)
def test_whoever_may_purge_there_sees_the_job_of_it(
    world: World, bound: dict[str, Any], target: PurgeTarget, seen: bool
) -> None:
    job_id = purge(world, target)
    caller = replace(a_tenant(TENANT), **bound)

    try:
        shown = world.manage.jobs.of_user(caller, USER, job_id).job_id == job_id
    except NotFound:
        shown = False

    assert shown is seen


def test_who_may_purge_and_not_manage_sees_no_job_that_others_begin(
    begun: tuple[World, str],
) -> None:
    world, job_id = begun

    with pytest.raises(NotFound):
        world.manage.jobs.of_user(replace(world.acme, grants=PRIVACY), USER, job_id)


def test_the_deployments_own_jobs_are_nobodys(world: World) -> None:
    world.jobs.__dict__["works"] = {JobName.LIFECYCLE: CountedWork()}
    world.jobs.start.daily(JobName.LIFECYCLE)

    for tenant in (world.acme, a_tenant("")):
        with pytest.raises((NotFound, InternalFault)):
            world.manage.jobs.of_user(tenant, USER, "lifecycle-2026-03-01")


def test_a_tenant_reaches_no_row_of_the_deployments_jobs_and_they_no_other(world: World) -> None:
    world.jobs.__dict__["works"] = {JobName.LIFECYCLE: CountedWork()}
    world.jobs.start.daily(JobName.LIFECYCLE)
    own = world.rows("jobs")
    assert {row["pk"] for row in own} == {"#"}

    for tenant in (world.acme, internal_context("")):
        with pytest.raises(InternalFault):
            world.tables.batch_get(tenant, "jobs", [_key(own[0])])
    with pytest.raises(InternalFault):
        world.tables.batch_get(SYSTEM, "users", [_key(own[0])])


def _key(row):  # type: ignore[no-untyped-def]
    return Key(row["pk"], row["sk"])
