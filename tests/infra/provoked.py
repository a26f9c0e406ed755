"""A deployment that writes its metrics as the cloud reads them, and what brings it to write them.

Each provocation lets something go wrong in the application itself: what its functions write of it
is what an alarm must hear.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

from mneme.application.models.model_chain import ModelChain, ModelProvider
from mneme.application.ports.vector_index import Tombstone
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.capacity import Limit
from mneme.domain.circuit_breaker import BreakerPolicy
from mneme.domain.errors import ExtractionFailed, InternalFault, ModelOutage, Unavailable
from mneme.domain.job import LATENESS, TRIES, JobName, JobOwner
from mneme.domain.models.retry_policy import RetryPolicy
from mneme.runtime.emf_metrics import EmfMetrics
from tests.doubles.counted_work import CountedWork, begun, deliver
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import said
from tests.doubles.managing import indexed, told
from tests.doubles.model_world import FAULT, PROMPT, Allowed, UsageNotes
from tests.doubles.purging import OWNER, purge
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import TENANT, USER, World, a_tenant
from tests.infra.published import STAGE
from tests.isolation.deployment import Deployment
from tests.isolation.moody import Mood

ACME = a_tenant(TENANT)
ASK = {"user_id": USER, "query": "Who lives in Oslo?"}
WRITE = {"user_id": USER, "content": "Lives in Oslo", "skip_evolution": True}


class MeasuredDeployment(Deployment):
    """A deployment whose functions write lines on the standard output."""

    @cached_property
    def metrics(self) -> EmfMetrics:  # type: ignore[override]
        """What the functions write."""
        return EmfMetrics(STAGE)


class MeasuredWorld(World):
    """The same of services without handlers."""

    @cached_property
    def metrics(self) -> EmfMetrics:  # type: ignore[override]
        """What the functions write."""
        return EmfMetrics(STAGE)


class Silent:
    """Stands for any adapter that fails."""

    def __init__(self, fault: Exception) -> None:
        self._fault = fault

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return what raises."""

        def call(*_: object, **__: object) -> Any:
            raise self._fault

        return call


def tables_are_away() -> None:
    """Ask of tables that do not answer."""
    deployment = MeasuredDeployment([TENANT])
    deployment.tables.store.__dict__["store"] = Silent(Unavailable("away"))  # type: ignore[attr-defined]
    assert deployment.call("recall", ACME, ASK).code == 50002


def the_key_service_is_away() -> None:
    """Write for a tenant whose branch key cannot be opened just now."""
    _with_keys(Unavailable("the key service did not answer"))


def the_key_service_refuses() -> None:
    """Write for a tenant whose branch key may not be opened."""
    _with_keys(InternalFault("the key service refused a key"))


def _with_keys(fault: Exception) -> None:
    first = MeasuredWorld()
    second = MeasuredWorld(first.durable, lambda stores: replace(stores, key_service=Silent(fault)))
    with suppress(Unavailable, InternalFault):
        second.accept_add(second.acme, USER, said("I live in Oslo."), None)
        raise AssertionError("it was accepted")


def the_index_is_away() -> None:
    """Recall without the search index, until it is left alone."""
    deployment = MeasuredDeployment([TENANT])
    deployment.call("add_structured", ACME, WRITE)
    deployment.index.mood = Mood.DOWN
    for _ in range(6):
        assert deployment.call("recall", ACME, ASK).data["degraded"] == ["index_unavailable"]


def the_indexer_is_late() -> None:
    """Index what was written two minutes ago."""
    deployment = MeasuredDeployment([TENANT])
    deployment.call("add_structured", ACME, WRITE)
    written = deployment.clock.now()
    deployment.clock.advance(minutes=2)
    deployment.deliver_changes(made_at=written)


def workers_are_late() -> None:
    """Work on what was accepted a minute ago."""
    deployment = MeasuredDeployment([TENANT])
    message = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
    deployment.call("add", ACME, {"user_id": USER, "messages": [message]})
    deployment.clock.advance(minutes=1)
    deployment.deliver_all_queues()


def a_write_fails() -> None:
    """Give a task up after its last delivery."""
    world = MeasuredWorld()
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    world.work_on_task.give_up(world.message(task), ExtractionFailed("every try was cut off"))


def there_is_no_room() -> None:
    """Write a rule more than there is room for."""
    deployment = MeasuredDeployment([TENANT])
    deployment.tenant_limits.set(ACME, {Limit.CONSTRAINT: 1})
    deployment.call("add_structured", ACME, {**WRITE, "kind": "CONSTRAINT"})
    again = {**WRITE, "content": "Never call me sir", "kind": "CONSTRAINT"}
    assert deployment.call("add_structured", ACME, again).code == 42901


def the_index_lost_memories() -> None:
    """Compare a user whose memories are gone from the index."""
    world = MeasuredWorld()
    told(world, "Lives in Oslo")
    indexed(world)
    (held,) = world.held()
    partition = user_partition(world.acme, USER)
    lost = Tombstone(partition, held.head.memory_id, 1, held.head.index_version)
    world.backend.index.apply(world.acme, [lost])
    world.durable.clock.advance(hours=1)
    owner = JobOwner(TENANT, USER)
    done(world, world.jobs.start.by_hand(JobName.RECONCILE, owner), owner)


def a_page_never_ends() -> None:
    """Begin a page of a job as often as is tried."""
    world = MeasuredWorld()
    begun(world, CountedWork(shards=1, faults=[Unavailable("away")] * TRIES))
    for _ in range(TRIES + 1):
        with suppress(Unavailable):
            deliver(world)
        world.durable.clock.advance(seconds=LATENESS.total_seconds())


def no_job_ran_for_days() -> None:
    """Let what should have been archived wait for a run that is days late."""
    world = MeasuredWorld()
    told(world, "I like tea")
    lived(world, days=100, index=False)


def a_purge_takes_days() -> None:
    """Delete two days after the purge."""
    world = MeasuredWorld()
    told(world, "Lives in Oslo")
    job_id = purge(world)
    world.durable.clock.advance(days=2)
    done(world, job_id, OWNER)


def requests_are_not_counted() -> None:
    """Recall for a tenant with a quota, whose counter does not answer."""
    deployment = MeasuredDeployment([TENANT])
    counter = Silent(Unavailable("the table store did not answer"))
    deployment.__dict__["admission"] = replace(deployment.admission, quotas=counter)  # type: ignore[arg-type]
    assert deployment.call("recall", ACME, ASK).code == 0


def a_model_cannot_be_read() -> None:
    """Extract by a model that answers no JSON."""
    world = MeasuredWorld(model=ScriptedModel("rubbish", "rubbish"))
    world.remember(said("I live in Oslo."))


def a_model_keeps_failing() -> None:
    """Ask a provider until it is left alone."""
    world = MeasuredWorld()
    chain = ModelChain(
        [ModelProvider("first", ScriptedModel(FAULT))],
        Allowed(("first",)),
        UsageNotes(),
        world.clock,
        lambda _: None,
        lambda: 0.5,
        retries=RetryPolicy(),
        breaker=BreakerPolicy(failures=1),
        metrics=world.metrics,
    )
    with suppress(ModelOutage):
        chain.complete(world.acme, PROMPT, 20.0)


def a_sweep_ends_well() -> None:
    """Run a sweep of a schedule."""
    MeasuredDeployment([TENANT]).invoke("sweep", {"schedule": "sweep"})


PROVOCATIONS: dict[str, Callable[[], None]] = {
    "tables-unavailable": tables_are_away,
    "key-service-unavailable": the_key_service_is_away,
    "key-service-refused": the_key_service_refuses,
    "recall-degraded": the_index_is_away,
    "index-breaker": the_index_is_away,
    "index-lag": the_indexer_is_late,
    "slo-index-in-time-fast": the_indexer_is_late,
    "slo-commit-in-time-fast": workers_are_late,
    "tasks-failed": a_write_fails,
    "capacity-refused": there_is_no_room,
    "drift-repaired": the_index_lost_memories,
    "lifecycle-late": no_job_ran_for_days,
    "job-failed": a_page_never_ends,
    "purge-lag": a_purge_takes_days,
    "requests-uncounted": requests_are_not_counted,
    "model-ill-formed": a_model_cannot_be_read,
    "model-breaker": a_model_keeps_failing,
}
"""By the alarm that must fire once it happens often enough."""
