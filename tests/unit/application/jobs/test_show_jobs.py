"""A caller sees the jobs about its own users, and that there are others nowhere."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Key
from mneme.domain.errors import InternalFault, NotFound
from mneme.domain.job import JobName, JobOwner
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context
from tests.doubles.counted_work import CountedWork
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
