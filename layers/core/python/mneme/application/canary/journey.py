"""A caller's way through the public API: what watches a service from without.

A memory is told, worked on, recalled, deleted, and not recalled any more.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.public_api import PublicApi
from mneme.domain.errors import InternalFault
from mneme.domain.task import TaskState

PATIENCE_SECONDS = 60.0
"""How long each step may take that waits for others; promised is far less."""
POLL_SECONDS = 0.5
MOST_CHARACTERS = 200
_SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "so", "ti", "vu", "za")
_SYLLABLES_OF_A_NAME = 8

Result = TypeVar("Result")


class JourneyEnded(InternalFault):
    """A step did not end as it must; the message names it and what it was told."""


@dataclass
class Journey:
    """One way through the API, by a user of the day's own who has nothing but made-up cats.

    `took` has the milliseconds of each step that ended well.
    """

    api: PublicApi
    clock: Clock
    ids: Ids
    took: dict[str, int] = field(default_factory=dict)

    def go(self) -> None:
        """Go the whole way. Raises JourneyEnded at the first step that fails, or Unavailable."""
        self._user_id = f"canary-{self.clock.now():%Y-%m-%d}"
        self._name = made_up_name(self.ids)
        task_id = self._step("add", self._tell)
        memory_ids = self._step("task", lambda: self._made_by(task_id))
        self._step("recall", lambda: self._recalled(there=True))
        self._step("delete", lambda: self._delete(memory_ids))
        self._step("recall after delete", lambda: self._recalled(there=False))

    def _step(self, name: str, work: Callable[[], Result]) -> Result:
        begun = self.clock.monotonic()
        try:
            result = work()
        except JourneyEnded as failure:
            raise JourneyEnded(f"{name}: {failure.message}") from failure
        self.took[name] = round((self.clock.monotonic() - begun) * 1000)
        return result

    def _tell(self) -> str:
        content = f"My cat is called {self._name}."
        said = {"message_id": self._name, "role": "user", "content": content}
        return str(self._ask("add", messages=[said])["task_id"])

    def _made_by(self, task_id: str) -> list[str]:
        """Return the memories that a task made, once it is DONE."""
        task: dict[str, Any] = {}

        def ended() -> bool:
            task.update(self._ask("task", task_id=task_id))
            return TaskState(task["state"]).final

        self._wait_until(ended, "it has not ended")
        made = [one["memory_id"] for one in task["results"] if one["memory_id"]]
        if task["state"] != TaskState.DONE or not made:
            raise JourneyEnded(f"it ended {task['state']} with {len(made)} memories")
        return made

    def _recalled(self, *, there: bool) -> None:
        def as_expected() -> bool:
            # By its name, or others that were left by turns that failed might stand before it.
            query = f"Is there a cat called {self._name}?"
            memories = self._ask("recall", query=query)["memories"]
            return any(self._name in one["content"] for one in memories) is there

        self._wait_until(as_expected, "it is not found" if there else "it is still found")

    def _delete(self, memory_ids: list[str]) -> None:
        for memory_id in memory_ids:
            self._ask("delete", memory_id=memory_id)

    def _ask(self, verb: str, **body: Any) -> dict[str, Any]:
        """Return the data of a success; raises JourneyEnded for any other answer."""
        reply = self.api.ask(verb, {"user_id": self._user_id, **body})
        if reply.envelope.get("code") == 0:
            return dict(reply.envelope["data"])
        code, told, trace = (reply.envelope.get(name) for name in ("code", "msg", "trace_id"))
        what = f"{verb} was answered by {reply.status}: code {code}, {told}"
        raise JourneyEnded(f"{what[:MOST_CHARACTERS]} (trace {trace})")

    def _wait_until(self, condition: Callable[[], bool], otherwise: str) -> None:
        deadline = self.clock.monotonic() + PATIENCE_SECONDS
        while not condition():
            if self.clock.monotonic() > deadline:
                raise JourneyEnded(f"{otherwise} after {PATIENCE_SECONDS:.0f} s")
            self.clock.sleep(POLL_SECONDS)


def made_up_name(ids: Ids) -> str:
    """Return a name that is most likely told for the first time."""
    chosen = ids.secret(_SYLLABLES_OF_A_NAME)
    return "".join(_SYLLABLES[one % len(_SYLLABLES)] for one in chosen).capitalize()
