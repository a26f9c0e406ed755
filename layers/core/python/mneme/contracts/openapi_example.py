"""The shape of an example, and whom examples are about."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A request that the verb accepts, and the `data` of an answer to it."""

    request: dict[str, Any]
    answer: dict[str, Any]


USER = "alice"
TASK = "t_01KK2Z5V7Q8M3N4P5R6S7T8V9W"
JOB = "reconcile-2026-03-01T083000.000000"
MEMORY = "01KK2Z60ABCDEFGHJKMNPQRSTV"
OTHER = "01KK2Z61WXYZ0123456789ABCD"
