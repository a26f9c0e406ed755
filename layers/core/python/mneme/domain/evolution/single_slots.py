"""Slots that hold one value at a time: only these may a model name, for a newer value replaces.

An allergy or a hobby is no such slot: the second one would put the first out of sight.
"""

import re

SINGLE_SLOTS = (
    "name",
    "birthday",
    "pronouns",
    "home_city",
    "home_country",
    "employer",
    "job",
    "project",
    "school",
    "partner",
    "relationship_status",
    "diet",
    "time_zone",
    "native_language",
)
CHOSEN = re.compile(r"(?:preferred|favorite)_[a-z][a-z0-9_]{1,40}")


def is_single_slot(name: str) -> bool:
    """Return whether the slot is known, or one of those for what somebody prefers."""
    return name in SINGLE_SLOTS or CHOSEN.fullmatch(name) is not None
