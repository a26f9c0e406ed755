"""Looks after what waits: late tasks, deferred ones and idle sessions, each by its schedule."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.application.repositories.task_rows import DueFor
from mneme.runtime.faults import without_texts
from mneme.runtime.scheduled import ScheduleName, note_turn
from mneme.runtime.sweep_services import services

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Run one sweep of the kind that the event's schedule asks for."""
    if event.get("schedule") == ScheduleName.IDLE_SESSIONS:
        logger.info("idle sessions", extra={"ended": services().end_idle_sessions()})
    else:
        resumes = event.get("schedule") == ScheduleName.RESUME
        sent = services().sweep_tasks(DueFor.RESUMING if resumes else DueFor.WATCHING)
        logger.info("resumed" if resumes else "swept", extra={"tasks": sent})
    note_turn(services(), event)
