"""Begins the jobs of the day, dates memories anew when need be, sends pages again that are late."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.domain.job import JobName
from mneme.runtime.faults import without_texts
from mneme.runtime.job_functions import services
from mneme.runtime.scheduled import ScheduleName, note_turn

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Do what the event's schedule asks for; without one, look after what is late."""
    schedule = event.get("schedule", ScheduleName.JOBS)
    if schedule == ScheduleName.JOBS:
        jobs = services().jobs
        logger.info("jobs watched", extra={"sent": jobs.watch(), "redating": jobs.follow_dating()})
    else:
        begun = services().jobs.start.daily(JobName(schedule))
        logger.info("job begun" if begun else "job was begun", extra={"job": schedule})
    note_turn(services(), event)
