"""Stand-ins for ports where a test decides what the world says."""

from tests.doubles.counting_ids import CountingIds
from tests.doubles.fixed_clock import FixedClock

__all__ = ["CountingIds", "FixedClock"]
