"""One user's whole way through the deployed API: each step rests on what the one before left."""

import json
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.e2e.caller import Caller, eventually

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

OLD, NEW = "I am allergic to peanuts.", "I am allergic to walnuts."
QUESTION = "What is this person allergic to?"


@dataclass(frozen=True)
class Journey:
    """What a user says and asks."""

    caller: Caller
    user_id: str

    def ask(self, verb: str, **body: Any) -> dict[str, Any]:
        """Ask something that must be answered well."""
        return self.caller.data(verb, user_id=self.user_id, **body)

    def tell(self, message_id: str, content: str) -> dict[str, Any]:
        """Have a sentence learned, and return the memory that the task names."""
        said = {"message_id": message_id, "role": "user", "content": content}
        task_id = self.ask("add", messages=[said])["task_id"]
        task: dict[str, Any] = {}

        def ended() -> bool:
            task.update(self.ask("task", task_id=task_id))
            return task["state"] not in ("PENDING", "ACCEPTED", "EXTRACTING", "EVOLVING")

        assert eventually(ended)
        (fact,) = task["results"]
        assert (task["state"], fact["decision"]) == ("DONE", "ADD")
        return {"memory_id": fact["memory_id"]}

    def recalls(self) -> list[str]:
        """Return what is remembered, the index in step or not."""
        return self.caller.recalled(QUESTION, user_id=self.user_id, consistent=True)

    def lists(self) -> list[tuple[str, str]]:
        """Return all that the user sees, facts and messages, by kind and content."""
        shown = self.ask("user/list")["memories"]
        return sorted((one["kind"], one["content"]) for one in shown)

    def finish(self, job_id: str) -> dict[str, Any]:
        """Wait for a job, and return it."""
        assert eventually(lambda: self.ask("job", job_id=job_id)["state"] != "RUNNING")
        job = self.ask("job", job_id=job_id)
        assert (job["state"], job["progress"]["failed"]) == ("DONE", 0)
        return job


def test_what_is_told_is_recalled_corrected_forgotten_purged_and_learned_again(
    first: Caller,
) -> None:
    journey = Journey(first, "walter")

    memory = journey.tell("m1", OLD)
    assert journey.recalls() == [OLD]

    journey.ask("update", content=NEW, **memory)
    assert journey.recalls() == [NEW]
    history = journey.ask("history", **memory)["records"]
    assert [(one["operation"], one["version"]["content"]) for one in history] == [
        ("ADD", OLD),
        ("UPDATE", NEW),
    ]

    journey.ask("delete", **memory)
    assert journey.recalls() == []
    assert journey.lists() == [("TURN", OLD)]

    again = journey.tell("m2", OLD)
    assert again != memory
    assert journey.recalls() == [OLD]
    assert journey.lists() == [("FACT", OLD), ("TURN", OLD), ("TURN", OLD)]

    purge = journey.ask("user/purge")["job_id"]
    assert (journey.recalls(), journey.lists()) == ([], [])
    journey.finish(purge)
    assert (journey.recalls(), journey.lists()) == ([], [])

    journey.tell("m3", NEW)
    assert journey.recalls() == [NEW]
    assert journey.lists() == [("FACT", NEW), ("TURN", NEW)]

    export = journey.finish(journey.ask("user/export")["job_id"])
    fetched = httpx.get(export["download"]["url"], timeout=60).raise_for_status()
    _, *lines, footer = map(json.loads, fetched.text.splitlines())
    told = {(one["type"], one["revisions"][-1]["content"]) for one in lines}
    assert told == {("memory", NEW), ("message", NEW)}
    assert (footer["memories"], footer["messages"]) == (1, 1)
    assert OLD not in fetched.text
