"""The capacity of benchmarks: nobody is to be evicted from a set that is larger than a user's."""

import json

from mneme.domain.capacity import MOST_MEMORIES, Limit, shown_limits

_LIMITS = dict.fromkeys((Limit.TOTAL, Limit.GLOBAL, Limit.APP), MOST_MEMORIES)

RAISED = shown_limits(_LIMITS)


def raised(**sections: object) -> dict[str, str]:
    """Return the environment with raised limits, and with these sections of thresholds."""
    return {"MNEME_THRESHOLDS": json.dumps({"tenants": {"capacity": _LIMITS}, **sections})}


ENVIRONMENT = raised()
"""For the stacks and processes of benchmarks."""

TOLD: dict[str, object] = {"limits": f"raised: {RAISED}"}
"""What a benchmark prints of it."""
