"""Which counters a memory moves: one row per dimension and epoch, changed with the memory."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mneme.domain.memory import Head, Kind, Status
from mneme.domain.scope import GLOBAL_KEY, app_scope_key, split_key

TOTAL = "TOTAL"
DERIVED_KINDS = frozenset({Kind.PROFILE, Kind.SUMMARY, Kind.CONTINUITY, Kind.TURN})


class Room(StrEnum):
    """Of what kind a dimension is."""

    TOTAL = "TOTAL"
    GLOBAL = "GLOBAL"
    APP = "APP"
    SESSION = "SESSION"
    CONSTRAINT = "CONSTRAINT"
    PERSONA = "PERSONA"


_ROOM_OF_FIRST_PART = {
    TOTAL: Room.TOTAL,
    GLOBAL_KEY: Room.GLOBAL,
    "A": Room.APP,
    "S": Room.SESSION,
    Kind.CONSTRAINT.value: Room.CONSTRAINT,
    Kind.PERSONA.value: Room.PERSONA,
}


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter: a dimension of one epoch."""

    dimension: str
    epoch: int

    @property
    def room(self) -> Room:
        """Return of what kind its dimension is."""
        return _ROOM_OF_FIRST_PART[split_key(self.dimension)[0]]


@dataclass(frozen=True, slots=True)
class Count:
    """How many memories stand in a counter, and how many of them are important."""

    memories: int = 0
    important: int = 0


def counted(head: Head) -> bool:
    """Return whether the memory takes room: ACTIVE and not derived."""
    return head.status is Status.ACTIVE and head.kind not in DERIVED_KINDS


def counters_of(head: Head) -> tuple[Counter, Counter]:
    """Return the two counters a counted memory stands in: TOTAL and its own dimension.

    PERSONA (by app) and CONSTRAINT have quotas of their own; all else is counted by scope. TOTAL
    belongs to the user's epoch, the own dimension to the scope's.
    """
    return Counter(TOTAL, head.key_epoch), Counter(_own_dimension(head), head.epoch)


def count_changes(before: Iterable[Head], after: Iterable[Head]) -> dict[Counter, Count]:
    """Return by how much each counter moves when heads change; unmoved counters are left out."""
    moves: dict[Counter, Count] = defaultdict(Count)
    for heads, step in ((before, -1), (after, 1)):
        for head in filter(counted, heads):
            for counter in counters_of(head):
                old = moves[counter]
                important = old.important + step * head.is_important
                moves[counter] = Count(old.memories + step, important)
    return {counter: move for counter, move in moves.items() if move != Count()}


def _own_dimension(head: Head) -> str:
    if head.kind is Kind.CONSTRAINT:
        return Kind.CONSTRAINT.value
    if head.kind is Kind.PERSONA:
        app_id = head.scope.app_id
        return f"{Kind.PERSONA.value}#{GLOBAL_KEY if app_id is None else app_scope_key(app_id)}"
    return head.scope.key
