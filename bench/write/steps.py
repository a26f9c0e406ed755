"""How long each step of the write path takes: the use cases in this process, ports timed."""

import json
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.made_talk import talk
from bench.write.stopwatch import Stopwatch
from bench.write.timed_services import TimedServices
from mneme.application.messages import EVOLUTION, EXTRACTION
from mneme.contracts.http.add import AddRequest
from mneme.domain.tenancy import internal_context

USERS = 8
TENANT = internal_context("bench")
ACCEPT, EXTRACT, EVOLVE, INDEX = "accept", "extract", "evolve", "index"


@dataclass(frozen=True)
class Steps:
    """Times of all phases over these adds, and the facts that came of them."""

    watch: Stopwatch
    adds: int
    facts: int


def measure(adds: int) -> Steps:
    """Time `adds` conversations of about 2 KB, one after the other, half of them Chinese."""
    watch = Stopwatch()
    with tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder:
        services = TimedServices(Path(folder), watch)
        services.tenants.create(TENANT.tenant_id)
        path = _Path(services, watch)
        for number in range(min(USERS, adds)):  # loads the model, makes the users' keys
            path.walk(number)
        watch.forget()
        facts = sum(path.walk(USERS + number) for number in range(adds))
    return Steps(watch, adds, facts)


class _Path:
    """Carries conversations from the request's body to the index."""

    def __init__(self, services: TimedServices, watch: Stopwatch) -> None:
        self._services = services
        self._watch = watch

    def walk(self, number: int) -> int:
        """Carry one conversation; return how many facts came of it."""
        services, watch = self._services, self._watch
        said = talk(number, chinese=number % 2 == 1)
        user = f"user-{number % USERS}"
        body = json.dumps({"user_id": user, "messages": said.messages}, ensure_ascii=False)
        with watch.phase(ACCEPT):
            task_id = self._accept(user, body.encode())
        services.deliver(EXTRACTION, partial(watch.phase, EXTRACT))
        services.deliver(EVOLUTION, partial(watch.phase, EVOLVE))
        services.index(partial(watch.phase, INDEX))
        return len(services.read_task(TENANT, user, task_id).results)

    def _accept(self, user: str, body: bytes) -> str:
        with self._watch.part("validate"):
            request = AddRequest.model_validate_json(body)
            conversation = request.conversation(self._services.clock.now())
        return self._services.accept_add(TENANT, user, conversation, None).task_id


def rows(steps: Steps) -> list[list[str]]:
    """Return a row for each part of each phase: calls and milliseconds an add, and the share."""
    whole = sum(steps.watch.seconds.values())
    return [
        [
            phase,
            part,
            f"{steps.watch.calls[phase, part] / steps.adds:.1f}",
            f"{seconds * 1000 / steps.adds:.2f}",
            f"{seconds / whole:.1%}",
        ]
        for phase in (ACCEPT, EXTRACT, EVOLVE, INDEX)
        for (of_phase, part), seconds in steps.watch.seconds.items()
        if of_phase == phase
    ]


HEADER = ["phase", "part", "calls an add", "ms an add", "share"]
