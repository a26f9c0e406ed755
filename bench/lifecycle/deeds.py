"""What people do on a day with memories, how often, and what they may be answered with."""

from mneme.domain.errors import InternalFault, Unavailable

APPS = ("planner", "coach", "shop")
DEEDS = (
    (22, "recall"),
    (8, "use"),
    (12, "correct"),
    (14, "delete"),
    (14, "restore"),
    (4, "roll_back"),
    (6, "session"),
    (5, "converse"),
    (1, "clear"),
    (3, "mark"),
    (2, "switch_app"),
    (1, "purge"),
)
MOST = 50
"""As many as a recall returns: among strong memories a weak one is far down, whoever names it."""

REFUSED = (InternalFault, Unavailable)
"""What nobody may be answered with: all else that is refused, is by right."""
