"""A user near a limit who ate a lot, and a model that makes one of it."""

import json
from typing import Any

from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.job import Job, JobName, JobOwner
from mneme.domain.memory import MemType, Source, Status
from mneme.domain.scope import Scope
from mneme.domain.tenancy import TenantContext
from tests.doubles.lifecycle import done
from tests.doubles.limited import limit
from tests.doubles.made import GLOBAL
from tests.doubles.managing import head_of, told
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)
MEALS = ("noodles", "pizza with cheese", "sushi on 3 May")
JOINED = "I often ordered noodles, pizza with cheese and sushi on 3 May."


class Joining:
    """A language model that answers each question with the same text, about these numbers."""

    def __init__(self, text: str | None = JOINED, numbers: Any = (1, 2, 3)) -> None:
        self.answer: str | Exception = json.dumps({"text": text, "numbers": list(numbers)})
        self.prompts: list[Prompt] = []

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        self.prompts.append(prompt)
        if isinstance(self.answer, Exception):
            raise self.answer
        return Completion(self.answer, "m", 300, 40)


def a_world(model: Joining, **limits: int) -> World:
    world = World(model=model)
    limit(world, **(limits or {"everywhere": 3}))
    return world


def meals(world: World, scope: Scope = GLOBAL, what: Any = MEALS, **parts: Any) -> list[str]:
    """Tell of meals, each from a message of its own, the first first."""
    ids = []
    for number, meal in enumerate(what):
        source = (Source("s-1", f"m{number}"),)
        parts = {"mem_type": MemType.EPISODIC, "sources": source, **parts}
        ids.append(told(world, f"I ordered {meal}.", scope, **parts))
        world.durable.clock.advance(hours=1)
        parts.pop("sources")
    return ids


def compressed(world: World) -> Job | None:
    """Reconcile, and let the compression that is asked for come to its end."""
    done(world, world.jobs.start.by_hand(JobName.RECONCILE, OWNER), OWNER)
    jobs = [one for one in world.jobs.show.every(OWNER) if one.name is JobName.COMPRESS]
    return done(world, jobs[0].job_id, OWNER) if jobs else None


def statuses(world: World, ids: list[str]) -> list[Status]:
    return [head_of(world, one).status for one in ids]
