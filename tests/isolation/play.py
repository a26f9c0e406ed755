"""Plays a program on a deployment, keeping what callers were told of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mneme.domain.tenancy import TenantContext
from tests.doubles.world import a_tenant
from tests.isolation.cast import Cast
from tests.isolation.deployment import Answer, Deployment
from tests.isolation.moody import Mood
from tests.isolation.oracle import OK, Oracle, Seen
from tests.isolation.programs import ACTORS, CITIES, Actor, Delivery, Home, Way, Write
from tests.isolation.questions import Asked, Options

_VERBS = {Way.ADD: "add", Way.AT_ONCE: "add_structured", Way.BY_TASK: "add_structured"}


@dataclass
class Play:
    """One program on one deployment.

    `tasks` holds the write behind each task that was named, `homes` where each memory that was
    named is at home.
    """

    cast: Cast
    deployment: Deployment
    oracle: Oracle = field(default_factory=Oracle)
    tasks: dict[str, Write] = field(default_factory=dict)
    homes: dict[str, Home] = field(default_factory=dict)

    @classmethod
    def of(cls, cast: Cast, deployment: Deployment | None = None) -> "Play":
        """Return a play on a deployment of the cast's tenants."""
        return cls(cast, deployment or Deployment(cast.tenants))

    def caller(self, actor: Actor) -> TenantContext:
        """Return a credential of the actor's whole tenant."""
        return a_tenant(self.cast.tenants[actor.tenant])

    def perform(
        self,
        program: Iterable[Write],
        chosen: Callable[[Write], bool] = lambda _: True,
        mood: Mood = Mood.WELL,
    ) -> None:
        """Send the chosen writes; time passes and the platform works for the others as well.

        `mood` is how the index answers evolution's searches.
        """
        self.deployment.index.mood = mood
        for write in program:
            self.deployment.durable.clock.advance(1)
            if chosen(write):
                self.send(write)
            if write.delivery is not Delivery.NOTHING:
                self.deployment.deliver_all_queues()
            if write.delivery is Delivery.ALL:
                self.deployment.settle()
        self.deployment.deliver_all_queues()
        self.deployment.index.mood = Mood.WELL

    def request(self, write: Write, caller: TenantContext | None = None) -> Answer:
        """Send a write, whatever comes of it."""
        caller = caller or self.caller(write.actor)
        return self.deployment.call(_VERBS[write.way], caller, write.body(self.cast))

    def send(self, write: Write, caller: TenantContext | None = None) -> None:
        """Send a write that the caller is allowed to make, and note what is answered."""
        answer = self.request(write, caller)
        assert answer.code == self.oracle.tell(write)
        if answer.code != OK:
            assert answer.data == {"field": "idempotency_key"}
        elif answer.data.get("memory_id"):
            self._note(answer.data["memory_id"], write.home)
        else:
            told = self.tasks.setdefault(answer.data["task_id"], write)
            assert told.actor == write.actor, "a task of somebody else was named"

    def ask(
        self, actor: Actor, asked: Asked, options: Options, caller: TenantContext | None = None
    ) -> Answer:
        """Recall, with index and embedder in the mood of the options."""
        deployment = self.deployment
        deployment.index.mood = options.mood
        deployment.embedder.down = options.mood is Mood.WORDLESS
        body = {"user_id": self.cast.users[actor.user], "scope": asked.body(self.cast)}
        body |= options.body(deployment.clock.now())
        answer = deployment.call("recall", caller or self.caller(actor), body)
        deployment.index.mood = Mood.WELL
        deployment.embedder.down = False
        return answer

    def check(
        self, actor: Actor, asked: Asked, options: Options, caller: TenantContext | None = None
    ) -> int:
        """Assert that exactly what must be seen is seen; return how much that is."""
        answer = self.ask(actor, asked, options, caller)
        seen = Counter(map(Seen.of, _told(answer.memories)))
        expected = self.oracle.sees(actor, asked, options)
        assert (seen - expected, expected - seen) == (Counter(), Counter()), "leaked, missed"
        for memory in answer.memories:
            assert (memory["explain"] is not None) == options.explain
            home = self.homes.get(memory["memory_id"])
            assert home is None or home in asked.homes(actor)
        return seen.total()

    def read_tasks(self) -> None:
        """Read every task as everyone: only its own user finds it, and it has done its work."""
        for task_id, write in self.tasks.items():
            for actor in ACTORS:
                body = {"user_id": self.cast.users[actor.user], "task_id": task_id}
                answer = self.deployment.call("task", self.caller(actor), body)
                if actor != write.actor:
                    assert (answer.code, answer.data) == (40401, {"field": "task_id"})
                    continue
                assert answer.data["state"] == "DONE"
                for result in answer.data["results"]:
                    self._note(result["memory_id"], write.home)

    def _note(self, memory_id: str, home: Home) -> None:
        assert self.homes.setdefault(memory_id, home) == home, "one memory has two homes"


def _told(memories: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return memories without the revisions that a repetition made which told more than words.

    What was told in between decides whether it does; a value of a slot may rightly come back.
    """
    once = {
        (each["memory_id"], each["revision"] if each["content"].startswith(CITIES) else None): each
        for each in memories
    }
    return list(once.values())
