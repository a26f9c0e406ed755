"""How long each step of the write path takes: the use cases in this process, ports timed."""

import json
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.made_talk import talk
from bench.write.stopwatch import Stopwatch
from bench.write.timed_services import TimedServices
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.contracts.http.add import AddRequest
from mneme.domain.tenancy import internal_context

USERS = 8
TENANT = internal_context("bench")
PHASES = ACCEPT, EXTRACT, EVOLVE, INDEX = "accept", "extract", "evolve", "index"


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
    """Return a row for each part of each phase: calls, time and CPU an add, and the share."""
    spent = steps.watch.spent
    whole = sum(of_one.cpu for of_one in spent.values())
    in_order = [(key, spent[key]) for phase in PHASES for key in spent if key[0] == phase]
    return [
        [
            phase,
            part,
            f"{of_one.calls / steps.adds:.1f}",
            f"{of_one.wall * 1000 / steps.adds:.2f}",
            f"{of_one.cpu * 1000 / steps.adds:.2f}",
            f"{of_one.cpu / whole:.1%}",
        ]
        for (phase, part), of_one in in_order
    ] + [_whole(steps)]


def _whole(steps: Steps) -> list[str]:
    spent = steps.watch.spent.values()
    wall = sum(of_one.wall for of_one in spent) * 1000 / steps.adds
    cpu = sum(of_one.cpu for of_one in spent) * 1000 / steps.adds
    return ["all", f"{steps.facts / steps.adds:.1f} facts", "", f"{wall:.2f}", f"{cpu:.2f}", ""]


HEADER = ["phase", "part", "calls an add", "ms an add", "CPU ms", "share of CPU"]
