"""Places where a user may have said something, and which of them a purge covers."""

from mneme.domain.purge import PurgeTarget
from mneme.domain.scope import Level, Scope
from tests.doubles.made import GLOBAL, an_app

LONG = "s" * 240
PLACES = {
    "global": GLOBAL,
    "planner": an_app("planner"),
    "coach": an_app("coach"),
    "planner/s-1": Scope(Level.SESSION, "planner", "s-1"),
    "planner/long": Scope(Level.SESSION, "planner", LONG),
    "coach/s-1": Scope(Level.SESSION, "coach", "s-1"),
    "coach/long": Scope(Level.SESSION, "coach", LONG),
    "/s-1": Scope(Level.SESSION, None, "s-1"),
    "/long": Scope(Level.SESSION, None, LONG),
}
TARGETS = {
    "planner": (PurgeTarget("planner"), {"planner", "planner/s-1", "planner/long"}),
    "coach": (PurgeTarget("coach"), {"coach", "coach/s-1", "coach/long"}),
    "session": (PurgeTarget("planner", "s-1"), {"planner/s-1"}),
    "long session": (PurgeTarget("coach", LONG), {"coach/long"}),
    "session of no app": (PurgeTarget(None, "s-1"), {"/s-1"}),
}
