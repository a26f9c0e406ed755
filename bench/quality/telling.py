"""Tells a stack a conversation, over HTTP."""

from collections.abc import Iterator, Sequence

from bench.client import Client
from bench.quality.locomo import Conversation, Turn
from bench.quality.run import QualityRun
from bench.waiting import await_tasks

MESSAGES_AN_ADD = 20
TASK_SECONDS = 900.0


def remember(client: Client, conversation: Conversation, run: QualityRun) -> None:
    """Add its sessions, and return when every task has ended. Raises TooLateError."""
    tasks = []
    for turns in _portions(conversation):
        with run.add.measure():
            answer = client.call(
                "add",
                user_id=conversation.id,
                session_id=turns[0].session,
                idempotency_key=f"from {turns[0].id}",
                messages=[_message(turn) for turn in turns],
            )
        tasks.append(answer["task_id"])
    run.tasks += await_tasks(client, conversation.id, tasks, TASK_SECONDS)


def _portions(conversation: Conversation) -> Iterator[Sequence[Turn]]:
    for session in conversation.sessions():
        for start in range(0, len(session), MESSAGES_AN_ADD):
            yield session[start : start + MESSAGES_AN_ADD]


def _message(turn: Turn) -> dict[str, str]:
    # Both speakers are people, so neither is the assistant.
    return {
        "message_id": turn.id,
        "role": "user",
        "name": turn.speaker,
        "content": turn.text,
        "time": turn.time.isoformat(),
    }
