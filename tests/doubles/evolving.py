"""Tasks whose facts wait for evolution, and what became of them."""

import json
from dataclasses import replace
from typing import Any

from mneme.application.accept.accept_structured import task_of_facts
from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import EVOLUTION
from mneme.application.tasks.task_codec import encode_facts
from mneme.domain.extraction.policy import Mode
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Revision
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Scope
from mneme.domain.task import Decision, Task, TaskState
from tests.doubles.made import GLOBAL
from tests.doubles.world import USER, World


def a_task(
    world: World,
    *facts: Fact,
    mode: Mode = Mode.DECIDE,
    scope: Scope = GLOBAL,
    user_id: str = USER,
) -> Task:
    """Return a task as extraction leaves it, whose facts are these."""
    state = world.users.state(world.acme, user_id)
    task_id, now = f"t_{world.ids.new()}", world.clock.now()
    accepted = task_of_facts(task_id, state, scope, len(facts), now)
    task = replace(accepted, state=TaskState.EVOLVING)
    data = encode_facts(scope, facts, mode)
    world.tasks.create(world.acme, user_id, task, data)
    return task


def evolve(world: World, *facts: Fact, **parts: Any) -> Task:
    """Let the evolution worker work on a task of these facts; return how it ended."""
    task = a_task(world, *facts, **parts)
    world.hand(EVOLUTION, world.message(task))
    return world.read_task(world.acme, USER, task.task_id)


def decisions(task: Task) -> list[Decision]:
    """Return what was decided about each fact, in order."""
    return [result.decision for _, result in task.results]


def heads(world: World) -> dict[str, Head]:
    """Return all heads by what their current revisions say."""
    return {held.revision.content: held.head for held in world.held()}


def history(world: World) -> list[Revision]:
    """Return every revision of every memory, oldest first."""
    refs = [
        (held.head.memory_id, number)
        for held in world.held()
        for number in range(1, held.head.revision + 1)
    ]
    found = world.memories.revisions(world.acme, USER, refs)
    return [found[ref] for ref in refs]


def records(world: World) -> list[Item]:
    """Return the change records, in order."""
    return [row for row in world.rows("change_log") if "operation" in row]


def reasons(world: World) -> list[tuple[str, str]]:
    """Return operation and reason of each change record, in order."""
    return [(str(row["operation"]), str(row["reason"])) for row in records(world)]


def recalled(world: World, text: str, **query: Any) -> list[str]:
    """Bring the index up to date, recall, and return what is said, in order of the text."""
    world.index_changes(world.change_feed.read(HEADS, None, 1000).changes)
    answer = world.recall(world.acme, RecallQuery(user_id=USER, text=text, **query))
    return sorted(one.revision.content for one in answer.memories)


def answered(*decided: dict[str, Any]) -> str:
    """Return a model's answer with these decisions; what is left out is as for ADD."""
    whole = [{"targets": [], "text": None, **one} for one in decided]
    return json.dumps({"decisions": whole}, ensure_ascii=False)
