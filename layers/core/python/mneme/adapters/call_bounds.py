"""How long a call of AWS may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallBounds:
    """Seconds to wait for an answer, and how often a call is tried in all.

    A client's time-outs are fixed when it is made, so they cannot be a request's own. Who has a
    deadline gives a call up itself; these bounds end what then goes on behind its back.
    """

    read_seconds: float = 3.0
    tries: int = 3


DEFAULT_BOUNDS = CallBounds()
