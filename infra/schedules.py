"""Every schedule, as data."""

from dataclasses import dataclass

DAY = 86_400


@dataclass(frozen=True)
class Schedule:
    """Invokes a function regularly, with `{"schedule": name}` as its event.

    `hour` (UTC) is when a daily one does so; at home, where it is whenever a day has passed.
    """

    name: str
    purpose: str
    function: str
    every_seconds: int
    flexible_seconds: int = 0
    hour: int | None = None


SCHEDULES = (
    Schedule("sweep", "send again what stayed PENDING for a minute", "sweep", every_seconds=60),
    Schedule("resume", "send what was put off while no model answered", "sweep", every_seconds=300),
    Schedule(
        "idle_sessions",
        "end sessions that nobody used for a day",
        "sweep",
        every_seconds=900,
        flexible_seconds=300,
    ),
    Schedule(
        "lifecycle",
        "archive what faded or expired, purge what was kept long enough",
        "job_scheduler",
        every_seconds=DAY,
        flexible_seconds=1800,
        hour=2,
    ),
    Schedule(
        "reconcile",
        "compare tables, index and counters of a seventh of all users",
        "job_scheduler",
        every_seconds=DAY,
        flexible_seconds=1800,
        hour=3,
    ),
    Schedule(
        "expunge",
        "rid the search index's files of what was deleted, after purges and once a week",
        "job_scheduler",
        every_seconds=DAY,
        flexible_seconds=1800,
        # The least is asked of the index then, and tombstones were swept before.
        hour=4,
    ),
    Schedule(
        "certify",
        "sign what certificates of erasures have to say that is new",
        "job_scheduler",
        every_seconds=DAY,
        flexible_seconds=1800,
        # After the night's comparison, which destroys the keys whose day has come, and after most
        # of what rids the index's files of what was deleted.
        hour=6,
    ),
    Schedule("jobs", "send again pages of jobs that are late", "job_scheduler", every_seconds=300),
    Schedule(
        "audit_digest",
        "take down what every change log has come to",
        "audit_digest",
        every_seconds=DAY,
        flexible_seconds=1800,
        hour=4,
    ),
)
