"""A user of a deployed stage who has something in every store, told in one word."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.e2e.caller import Caller, eventually
from tests.isolation.forgotten_transfers import file_of

APP = {"app_id": "planner", "level": "APP"}
SESSION = {"app_id": "planner", "session_id": "s-1", "level": "SESSION"}
QUEUED = 3


@dataclass
class FullLife:
    """What a user tells, each time with the word in it, and the tasks that wait in the end."""

    caller: Caller
    user_id: str
    word: str
    waiting: list[str] = field(default_factory=list)
    failed: str = ""

    def ask(self, verb: str, **body: Any) -> dict[str, Any]:
        """Ask something that must be answered well."""
        return self.caller.data(verb, user_id=self.user_id, **body)

    def remember(self) -> None:
        """Leave memories in each scope, edited and deleted ones, and an episode."""
        kept = self._write("Likes", fact_key=f"taste of {self.word}", custom_tags={"of": self.word})
        self._write("Plans", **APP)
        self._write("Speaks of", **SESSION)
        gone = self._write("Hates")
        self.ask("update", memory_id=kept, content=f"Adores {self.word}")
        self.ask("delete", memory_id=gone)
        task = self._say("m1")
        self._until(lambda: self.state(task) == "DONE")

    def transfer(self) -> str:
        """Bring an archived memory in and take all out; return the file that was written."""
        self._end(self.ask("user/import", **file_of(f"Collects {self.word}"))["job_id"])
        export = self._end(self.ask("user/export")["job_id"])
        return httpx.get(export["download"]["url"], timeout=60).raise_for_status().text

    def fail(self) -> None:
        """Say something while the worker fails."""
        self.failed = self._say("m2")

    def queue(self) -> None:
        """Say something while the worker rests."""
        self.waiting = [self._say(f"m{number}") for number in range(3, 3 + QUEUED)]

    def forget(self, verb: str) -> str:
        """Purge or erase; return the job."""
        job: str = self.ask(verb)["job_id"]
        return job

    def finish(self, job_id: str) -> None:
        """Wait for the job, and for what had waited in the queue."""
        self._end(job_id)
        self._until(lambda: {self.state(one) for one in self.waiting} == {"DROPPED"})

    def state(self, task_id: str) -> str:
        """Return what became of a task."""
        return str(self.ask("task", task_id=task_id)["state"])

    def _write(self, verb: str, **more: Any) -> str:
        told = {"content": f"{verb} {self.word}", "skip_evolution": True, **more}
        return str(self.ask("add_structured", **told)["memory_id"])

    def _say(self, message_id: str) -> str:
        content = f"I am a {self.word}, and I live in Oslo."
        said = {"message_id": message_id, "role": "user", "name": self.word, "content": content}
        named = {"app_id": "planner", "session_id": "s-1"}
        return str(self.ask("add", messages=[said], **named)["task_id"])

    def _end(self, job_id: str) -> dict[str, Any]:
        self._until(lambda: self.ask("job", job_id=job_id)["state"] == "DONE")
        return self.ask("job", job_id=job_id)

    def _until(self, condition: Callable[[], bool]) -> None:
        assert eventually(condition)
