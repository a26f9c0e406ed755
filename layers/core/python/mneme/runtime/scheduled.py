"""Turns of schedules, counted: that one is missing is the sign that nobody calls."""

from enum import StrEnum
from typing import Any

from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import SYSTEM
from mneme.runtime.technology import Technology


class ScheduleName(StrEnum):
    """The schedules, as their events name them."""

    SWEEP = "sweep"
    RESUME = "resume"
    IDLE_SESSIONS = "idle_sessions"
    LIFECYCLE = "lifecycle"
    RECONCILE = "reconcile"
    EXPUNGE = "expunge"
    CERTIFY = "certify"
    JOBS = "jobs"
    AUDIT_DIGEST = "audit_digest"


def note_turn(made: Technology, event: dict[str, Any]) -> None:
    """Count that what a schedule asked for was done. Calls by hand are not counted."""
    if "schedule" in event:
        done = ScheduleName(event["schedule"])
        made.metrics.record(SYSTEM, [Measure(Measured.SCHEDULE_DONE, kind=done)])
