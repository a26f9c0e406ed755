"""Faults seen in other memory layers, by their numbers, each with what is of its kind."""

import threading

import pytest

from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Source, Status
from mneme.domain.recollection import RecallQuery
from mneme.domain.task import Decision, Task, TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.evolving import a_task, answered, decisions, evolve, heads, history, recalled
from tests.doubles.made import GLOBAL, a_fact, later, said
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.watched import Fuse, Interlude, Killed, writes_to
from tests.doubles.willful_evolver import WillfulWorld
from tests.doubles.world import USER, World, a_tenant
from tests.unit.application.evolve.test_evolution_races import beside

FLAT_WHITE = a_fact("Rana drinks oat-milk flat whites")


def told(world: World, text: str, day: int, **parts: object) -> Task:
    """Tell something on a day."""
    world.durable.clock.set(later(days=day))
    at = {"session_id": f"s-{day}", "accepted_at": later(days=day), **parts}
    return world.remember(said(text, **at))


@pytest.mark.parametrize("second", [FLAT_WHITE.text, "Rana drinks oat-milk flat whites."])
def test_p01_two_workers_that_both_found_nothing_add_once(world: World, second: str) -> None:
    tasks = [a_task(world, a_fact(text)) for text in (FLAT_WHITE.text, second)]
    both_looked = threading.Barrier(2, timeout=20)

    def work(task: Task) -> None:
        process = beside(world.durable, Interlude(writes_to(HEADS), both_looked.wait))
        process.hand(EVOLUTION, process.message(task))

    threads = [threading.Thread(target=work, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    ended = [world.read_task(world.acme, USER, task.task_id) for task in tasks]
    (held,) = world.held()
    assert sorted(decisions(ended[0]) + decisions(ended[1])) == [Decision.ADD, Decision.SKIP]
    assert {task.results[0][1].memory_id for task in ended} == {held.head.memory_id}
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


PIZZAS = tuple(f"I like {kind} pizza" for kind in ("ham", "corn", "leek", "kale", "crab"))


def test_p05_invented_targets_of_a_model_lose_no_fact_and_touch_nobody(world: World) -> None:
    evolve(world, *map(a_fact, PIZZAS), mode=Mode.APPEND)
    invented = answered(
        {"fact": 6, "decision": "UPDATE", "targets": [12], "text": "I like all pizza"},
        {"fact": 7, "decision": "DELETE", "targets": ["x"]},
        {"fact": 8, "decision": "UPDATE", "targets": None},
    )
    before = world.held()
    told_now = ("I like plum pizza", "I like rice pizza", "I like egg pizza")

    process = World(world.durable, model=ScriptedModel(invented))
    task = evolve(process, *map(a_fact, told_now))

    assert (task.state, decisions(task)) == (TaskState.DONE, [Decision.ADD] * 3)
    assert [one for one in world.held() if one.revision.content not in told_now] == before


@pytest.mark.parametrize("decision", [Decision.UPDATE, Decision.DELETE, Decision.MERGE])
def test_p05_an_id_of_another_user_is_no_target_either(decision: Decision) -> None:
    world = World()
    foreign = world.decide(FLAT_WHITE, user_id="u-2")

    def whim(case: Case) -> Proposal:
        return Proposal(decision, (foreign.memory_id,), case.fact.text)

    result = WillfulWorld(whim, world.durable).decide(FLAT_WHITE)

    (theirs,) = world.held(user_id="u-2")
    assert result.decision is Decision.ADD
    assert (theirs.head.status, theirs.head.revision) == (Status.ACTIVE, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Lisbon.", "I live in Berlin."),
        ("I live in Lisbon.", "I moved from Lisbon to Berlin."),
        ("I like coffee.", "I do not like coffee."),
        ("我住在深圳。", "我搬到广州了。"),
    ],
)
def test_p17_deleting_the_current_value_leaves_its_predecessor_in_the_past(
    world: World, before: str, after: str
) -> None:
    told(world, before, 0)
    told(world, after, 30)
    found = heads(world)
    world.set_head(found[after].memory_id, status="DELETED", index_version=9)
    world.durable.clock.set(later(days=60))

    assert recalled(world, before) == []
    told(world, before, 61, accepted_at=later(days=10))
    assert heads(world)[before].status is not Status.DELETED


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [
        ("K is on project Alpha", "K was moved to project Beta", "project"),
        ("K lives in W", "K moved from W to E", "where does K live?"),
        ("The rating is Baa2", "The rating is Baa1", "rating"),
        ("K is on project Alpha", "K moved from project Alpha to project Beta", "project"),
        ("用户住在深圳", "用户从深圳搬到了广州", "用户住在哪里"),
        ("I use Slack", "I switched from Slack to Teams", "Slack or Teams"),
    ],
)
def test_p19_p20_any_wording_of_a_change_gives_one_value_now_and_the_other_before(
    before: str, after: str, asked: str
) -> None:
    world = EmbeddedWorld()
    evolve(world, a_fact(before))
    world.durable.clock.set(later(days=30))

    evolve(world, a_fact(after, observed_at=later(days=30)))

    said_once = {one.content: one for one in history(world)}
    whatever = {"min_relevance": 0.0}  # what holds is asked here, not how it ranks
    assert recalled(world, asked, **whatever) == [after]
    assert recalled(world, asked, as_of=later(days=10), **whatever) == [before]
    both = recalled(world, asked, include_superseded=True, **whatever)
    assert both == sorted([before, after])
    assert said_once[before].invalid_at == said_once[after].valid_at == later(days=30)
    assert said_once[after].invalid_at is None


def test_p25_the_same_text_of_two_owners_is_two_memories(world: World) -> None:
    world.tenants.create("globex")
    owners = [(world.acme, USER), (world.acme, "u-2"), (a_tenant("globex"), USER)]
    for tenant, user in owners:
        world.write_structured(tenant, user, GLOBAL, FLAT_WHITE)
    (mine,) = world.held()
    world.set_head(mine.head.memory_id, status="DELETED", index_version=2)
    world.index_changes(world.change_feed.read(HEADS, None, 100).changes)

    assert [_reads(world, *owner) for owner in owners] == [0, 1, 1]


def _reads(world: World, tenant: TenantContext, user_id: str) -> int:
    query = RecallQuery(user_id=user_id, text="oat-milk flat whites")
    return len(world.recall(tenant, query).memories)


@pytest.mark.parametrize("queue", [EXTRACTION, EVOLUTION])
def test_p33_a_message_delivered_twice_around_a_crash_stores_once(world: World, queue: str) -> None:
    task = world.accept_add(world.acme, USER, said(FLAT_WHITE.text), "key")
    if queue == EVOLUTION:
        world.hand(EXTRACTION, world.message(task))
    with pytest.raises(Killed):
        beside(world.durable, Fuse(9, late=True)).hand(queue, world.message(task))

    for _ in range(2):
        world.hand(queue, world.message(task))
    world.work()
    for _ in range(2):
        recalled(world, "flat whites")

    assert world.accept_add(world.acme, USER, said(FLAT_WHITE.text), "key").task_id == task.task_id
    assert world.contents() == [FLAT_WHITE.text]
    assert recalled(world, "flat whites") == [FLAT_WHITE.text]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@pytest.mark.parametrize("late_first", [False, True])
def test_p37_a_merge_keeps_the_first_date_and_every_source(world: World, late_first: bool) -> None:
    old = a_fact("I like ham pizza", observed_at=later(days=-700), sources=(Source("a", "1"),))
    new = a_fact("I like corn pizza", observed_at=later(days=-150), sources=(Source("b", "2"),))

    evolve(world, *((new, old) if late_first else (old, new)))

    (held,) = world.held()
    assert held.head.valid_at == held.revision.valid_at == later(days=-700)
    assert set(held.revision.sources) == {Source("a", "1"), Source("b", "2")}
