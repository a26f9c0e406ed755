"""Every schedule, as data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """Invokes a function regularly, with `{"schedule": name}` as its event."""

    name: str
    purpose: str
    function: str
    every_seconds: int
    flexible_seconds: int = 0


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
)
