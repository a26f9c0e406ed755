"""A tenant that leaves, as an operator and the platform let it go."""

from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.privacy.offboard_work import OffboardOrder
from mneme.application.tenants.erase_tenant import SETTLED
from mneme.application.tenants.list_tenants import TenantState
from mneme.domain.job import Job, JobName
from tests.doubles.lifecycle import done
from tests.doubles.world import TENANT, World

JOB = "offboard-acme@1"


def marked(world: World) -> TenantState:
    """Suspend the tenant, and let it be marked once nobody can be let in any more."""
    world.tenants.suspend(world.acme, suspended=True)
    world.durable.clock.advance(seconds=SETTLED.total_seconds())
    return world.erase_tenant(world.acme)


def begun(world: World, job_id: str = JOB) -> str:
    """Begin the job that erases the users of a marked tenant; return its id."""
    state = world.erase_tenant(world.acme)
    assert state.erasing_at is not None
    order = OffboardOrder(TENANT, state.erasing_at)
    world.jobs.start.once(JobName.OFFBOARD, EVERYBODY, job_id, order.encode())
    return job_id


def users_erased(world: World) -> Job:
    """Let the job, and those of its users, come to their ends."""
    return done(world, begun(world))


def erased(world: World) -> TenantState:
    """Erase the tenant altogether."""
    marked(world)
    users_erased(world)
    return world.erase_tenant(world.acme)
