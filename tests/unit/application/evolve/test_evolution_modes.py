"""The modes of evolution, and facts that cannot be committed (DESIGN §6, §8)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import pytest

from mneme.application.repositories.row_keys import GUARDS
from mneme.application.tasks.queue_messages import EVOLUTION
from mneme.domain.errors import ExtractionFailed, MnemeError, Unavailable
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision, TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import (
    a_task,
    answered,
    decisions,
    evolve,
    reasons,
    recalled,
    records,
)
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import a_fact, later
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import Durable, World

CHEESE = a_fact("I like cheese pizza")
CHICKEN = a_fact("I like chicken pizza", observed_at=later(days=1))


def test_in_append_mode_only_the_same_content_is_skipped(world: World) -> None:
    slot = {"fact_key": "pizza"}
    task = evolve(
        world,
        a_fact(CHEESE.text, **slot),
        a_fact("I love cheese pizza", **slot),
        a_fact(CHEESE.text, **slot),
        mode=Mode.APPEND,
    )

    assert decisions(task) == [Decision.ADD, Decision.ADD, Decision.SKIP]
    assert reasons(world)[0] == ("ADD", "appended")
    assert not any(held.head.unconsolidated for held in world.held())


def test_in_shadow_mode_the_decision_is_recorded_and_the_fact_appended(world: World) -> None:
    first = evolve(world, CHEESE)

    task = evolve(world, CHICKEN, mode=Mode.SHADOW)

    memory_id = first.results[0][1].memory_id
    assert decisions(task) == [Decision.ADD]
    assert world.contents() == [CHEESE.text, CHICKEN.text]
    assert records(world)[-1]["shadow"] == {
        "decision": "MERGE",
        "reason": "joined",
        "memory_ids": [memory_id],
    }
    assert "shadow" not in records(world)[0]


def test_in_shadow_mode_a_model_is_asked_as_well(world: World) -> None:
    evolve(world, CHEESE)
    model = ScriptedModel(answered({"fact": 2, "decision": "DELETE", "targets": [1]}))

    evolve(World(world.durable, model=model), CHICKEN, mode=Mode.SHADOW)

    assert records(world)[-1]["shadow"]["decision"] == "DELETE"  # type: ignore[call-overload, index]
    assert {held.head.status for held in world.held()} == {Status.ACTIVE}


def test_in_candidate_mode_everything_waits_to_be_confirmed(world: World) -> None:
    evolve(world, CHEESE)

    task = evolve(world, CHICKEN, CHEESE, mode=Mode.CANDIDATE)

    assert decisions(task) == [Decision.ADD, Decision.SKIP]
    assert [held.head.status for held in world.held()] == [Status.ACTIVE, Status.CANDIDATE]
    assert stored_counts(world) == true_counts(world)
    assert sum(memories for memories, _ in stored_counts(world).values()) == 2  # TOTAL and G
    assert recalled(world, "pizza", include_superseded=True) == [CHEESE.text]


def test_a_doubtful_fact_is_a_candidate_in_any_mode(world: World) -> None:
    home = a_fact("I live in Oslo", fact_key="home_city")
    evolve(world, home)
    doubt = {"provenance": Provenance.CANDIDATE, "observed_at": later(days=1)}

    task = evolve(world, a_fact("I live in Rome", fact_key="home_city", **doubt))

    assert decisions(task) == [Decision.ADD]
    assert reasons(world)[-1] == ("ADD", "not_certain")
    assert recalled(world, "live in") == ["I live in Oslo"]
    assert all(not held.revision.conflicts_with for held in world.held())


def test_when_off_no_fact_is_kept(world: World) -> None:
    task = evolve(world, CHEESE, mode=Mode.OFF)

    assert (task.state, task.results, world.held()) == (TaskState.DONE, (), [])


def test_modes_do_not_call_a_model_they_do_not_need(world: World) -> None:
    evolve(world, CHEESE)
    model = ScriptedModel()

    for mode in (Mode.APPEND, Mode.CANDIDATE, Mode.OFF):
        evolve(World(world.durable, model=model), CHICKEN, mode=mode)

    assert model.calls == 0


class _Picky(HashingEmbedder):
    """An embedder that refuses a batch with a certain text in it, and the text itself."""

    def __init__(self, fault: MnemeError) -> None:
        self.fault = fault
        self.asked = 0

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        self.asked += 1
        if any("bad" in text for text in texts):
            raise self.fault
        return super().embed(tenant, texts)


class _PickyWorld(World):
    def __init__(self, durable: Durable | None = None, fault: MnemeError | None = None) -> None:
        self._fault = fault or ExtractionFailed("unreadable")
        super().__init__(durable)

    @cached_property
    def embedder(self) -> _Picky:
        return _Picky(self._fault)


THREE = (CHEESE, a_fact("I have a bad knee"), a_fact("I have two sisters"))


def test_one_bad_fact_does_not_sink_its_batch() -> None:
    world = _PickyWorld()

    task = evolve(world, *THREE)

    assert world.contents() == ["I have two sisters", CHEESE.text]
    assert [number for number, _ in task.results] == [0, 2]
    assert task.state is TaskState.FAILED
    assert task.error is not None
    assert (task.error.code, task.error.message) == (50001, "unreadable")
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_a_failed_task_that_is_sent_again_tries_what_failed_and_nothing_else() -> None:
    world = _PickyWorld()
    failed = evolve(world, *THREE)
    better = World(world.durable)

    better.hand(EVOLUTION, replace(better.message(failed), attempt=failed.attempt + 1))

    ended = better.read_task(better.acme, "u-1", failed.task_id)
    assert (ended.state, decisions(ended)) == (TaskState.DONE, [Decision.ADD] * 3)
    assert len(better.held()) == 3


def test_a_fault_that_may_pass_keeps_the_order_of_the_messages() -> None:
    world = _PickyWorld(fault=Unavailable("the embedder is away"))
    task = a_task(world, *THREE)

    with pytest.raises(Unavailable):
        world.hand(EVOLUTION, world.message(task))

    assert world.contents() == [CHEESE.text]
    assert world.embedder.asked == 3  # the batch, the first, the second; the third would fail too


def test_a_fact_alone_is_not_embedded_twice() -> None:
    world = _PickyWorld()

    evolve(world, a_fact("I have a bad knee"))

    assert world.embedder.asked == 1


def test_a_doubt_that_is_told_again_is_one_candidate(world: World) -> None:
    doubt = a_fact("I live in Rome", fact_key="home_city", provenance=Provenance.CANDIDATE)

    told = [world.decide(replace(doubt, observed_at=later(days=day))) for day in range(3)]

    assert [one.decision for one in told] == [Decision.ADD, Decision.SKIP, Decision.SKIP]
    assert {one.memory_id for one in told} == {world.held()[0].head.memory_id}
    assert [held.head.status for held in world.held()] == [Status.CANDIDATE]


def test_what_is_certain_does_not_wait_with_a_candidate_that_says_the_same(world: World) -> None:
    doubt = a_fact("I live in Rome", provenance=Provenance.CANDIDATE)
    world.decide(doubt)

    sure = world.decide(a_fact("I live in Rome", observed_at=later(days=1)))

    assert sure.decision is Decision.ADD
    assert recalled(world, "Rome") == ["I live in Rome"]
    again = world.decide(replace(doubt, observed_at=later(days=2)))
    assert (again.decision, again.memory_id) == (Decision.SKIP, sure.memory_id)


def test_a_candidate_fills_no_slot_before_it_is_confirmed(world: World) -> None:
    doubt = {"fact_key": "home_city", "provenance": Provenance.CANDIDATE}

    for city in ("Rome", "Oslo", "Porto"):
        world.decide(a_fact(f"I live in {city}", **doubt))

    assert [row for row in world.rows(GUARDS) if str(row["sk"]).startswith("KEY#")] == []
