"""Users with little room, and with as much as they like."""

from collections.abc import Iterable

from mneme.domain.capacity import MOST_MEMORIES, CapacityLimits, Limit
from mneme.domain.counting import Count, Counter, counted, counters_of
from mneme.domain.job import JobOwner
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import done
from tests.doubles.world import TENANT, USER, World

GLOBAL_COUNTER = Counter("G", 1)
TOTAL_COUNTER = Counter("TOTAL", 1)


def limit(world: World, **limits: int) -> None:
    """Give the tenant these limits, by the names of settings; `everywhere` is that of GLOBAL."""
    named = {Limit("global" if name == "everywhere" else name): n for name, n in limits.items()}
    world.tenant_limits.set(world.acme, named)


def unlimit(world: World) -> None:
    """Let the tenant's users have as many memories as they like."""
    world.tenant_limits.set(
        world.acme, dict.fromkeys(set(Limit) - {Limit.IMPORTANT}, MOST_MEMORIES)
    )


def standing(world: World, *counters: Counter) -> list[int]:
    """Return how many memories stand in counters, as the store says."""
    found = world.counters.of(world.acme, USER, counters)
    return [found[counter].memories for counter in counters]


def patrolled(world: World) -> list[Counter]:
    """Have lowered limits met, by the jobs that are asked for; return what was above one."""
    state = world.users.state(world.acme, USER)
    heads, _ = world.memories.heads_page(world.acme, USER, None, 1000)
    meet_limits = world.jobs.reconcile.meet_limits
    above = meet_limits.above(world.acme, state, heads)
    assert meet_limits(world.acme, USER, state, heads) == len(above)
    owner = JobOwner(TENANT, USER)
    for job in world.jobs.show.every(owner):
        if not job.state.final:
            done(world, job.job_id, owner)
    return above


def is_kept(world: World) -> bool:
    """Return whether counters equal rows, the log is dense and no limit is exceeded."""
    exceeded = list(_exceeded(world, world.tenant_limits.of(world.acme)))
    return (stored_counts(world), log_is_dense(world), exceeded) == (true_counts(world), True, [])


def _exceeded(world: World, limits: CapacityLimits) -> Iterable[Counter]:
    heads, _ = world.memories.heads_page(world.acme, USER, None, 1000)
    counters = {counter for head in heads if counted(head) for counter in counters_of(head)}
    for counter, count in world.counters.of(world.acme, USER, counters).items():
        most = limits.of(counter) or Count(MOST_MEMORIES, MOST_MEMORIES)
        if count.memories > most.memories or count.important > most.important:
            yield counter
