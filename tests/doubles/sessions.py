"""Sessions that know something, and how they end."""

from typing import Any

from mneme.domain.memory import Head, Kind, MemType, Source
from mneme.domain.scope import Level, Scope
from mneme.domain.task import Task
from tests.doubles.made import NOW, a_fact
from tests.doubles.world import USER, World

SESSION = Scope(Level.SESSION, "planner", "s-1")
APP = "A#planner"
DURABLE = "I am allergic to peanuts"
PASSING = "I went to the market with Ann"


def tell(world: World, text: str, scope: Scope = SESSION, user: str = USER, **parts: Any) -> str:
    """Write one memory of a session at once; return its id."""
    sources = (Source(scope.session_id, parts.pop("message", "m1")),)
    fact = a_fact(text, sources=sources, **{"observed_at": NOW, **parts})
    return world.write_structured(world.acme, user, scope, fact).memory_id


def tell_both(world: World, **parts: Any) -> tuple[str, str]:
    """Write what is durable and what passes; return their ids."""
    durable = tell(world, DURABLE, **parts)
    return durable, tell(world, PASSING, mem_type=MemType.EPISODIC, **parts)


def close(world: World, scope: Scope = SESSION, user: str = USER, **parts: Any) -> Task:
    """Close a session, let all work be done, and return what became of it."""
    task = world.accept_closing(world.acme, user, scope, **parts)
    world.work()
    return world.read_task(world.acme, user, task.task_id)


def heads(world: World, user: str = USER) -> dict[str, Head]:
    """Return all heads of a user but TURNs, by id."""
    found, _ = world.memories.heads_page(world.acme, user, None, 1000)
    return {head.memory_id: head for head in found if head.kind is not Kind.TURN}


def known_in(world: World, scope_key: str, user: str = USER) -> list[str]:
    """Return what is current in a scope, in order of the text."""
    current = [
        (head.memory_id, head.revision)
        for head in heads(world, user).values()
        if head.scope.key == scope_key and head.status == "ACTIVE"
    ]
    revisions = world.memories.revisions(world.acme, user, current)
    return sorted(revision.content for revision in revisions.values())
