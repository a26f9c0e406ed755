"""How many programs are tried."""

import os
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, settings

Test = TypeVar("Test", bound=Callable[..., None])

SWITCH = "MNEME_ISOLATION_EXAMPLES"


def examples(quick: int) -> settings:
    """Return the settings of a property: a few programs, always the same, or so many new ones."""
    asked = os.environ.get(SWITCH)
    return settings(
        max_examples=int(asked) if asked else quick,
        derandomize=asked is None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
