"""The capacity of benchmarks: nobody is to be evicted from a set that is larger than a user's."""

from mneme.domain.capacity import MOST_MEMORIES, Limit, shown_limits

RAISED = shown_limits(dict.fromkeys((Limit.TOTAL, Limit.GLOBAL, Limit.APP), MOST_MEMORIES))

ENVIRONMENT = {"MNEME_CAPACITY": RAISED}
"""For the stacks and processes of benchmarks."""

TOLD: dict[str, object] = {"limits": f"raised: {RAISED}"}
"""What a benchmark prints of it."""
