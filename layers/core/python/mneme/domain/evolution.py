"""The deterministic evolver: what becomes of one fact, given what the guards found (DESIGN §8).

No decision destroys anything, and automation does not overrule people: only a fact of an equal or
higher provenance, observed no earlier, takes the place of a current one. Any other stays beside it
and both are marked as in conflict.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision


class Reason(StrEnum):
    """Why it was decided so: a code for the change record, never content."""

    SAME_CONTENT = "same_content"
    NEWER_FOR_KEY = "newer_for_key"
    OLDER_OBSERVATION = "older_observation"
    LOWER_PROVENANCE = "lower_provenance"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Known:
    """A memory of the same scope that a guard named; `revision` is the one the guard stands for."""

    memory_id: str
    revision: int
    status: Status
    provenance: Provenance
    observed_at: datetime


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do. `target` is the memory to skip for or to update; None for a new one.

    Each memory in `conflicts_with` is to be marked as in conflict with the new one, and the new one
    with it.
    """

    decision: Decision
    target: str | None
    reason: Reason
    conflicts_with: tuple[str, ...] = ()


def decide(fact: Fact, same_content: Known | None, same_key: Known | None) -> Verdict:
    """Return what becomes of the fact.

    `same_content` holds the same text, `same_key` fills the fact's slot now. Of facts observed at
    the same instant the one decided later wins, so decide them in the order of their messages.
    """
    if same_content is not None and _is_current(same_content, same_key):
        return Verdict(Decision.SKIP, same_content.memory_id, Reason.SAME_CONTENT)
    if same_key is None or same_key.status is not Status.ACTIVE:
        return Verdict(Decision.ADD, None, Reason.NEW)
    if fact.provenance.rank < same_key.provenance.rank:
        return _beside(same_key, Reason.LOWER_PROVENANCE)
    if fact.observed_at < same_key.observed_at:
        return _beside(same_key, Reason.OLDER_OBSERVATION)
    return Verdict(Decision.UPDATE, same_key.memory_id, Reason.NEWER_FOR_KEY)


def _is_current(same_content: Known, same_key: Known | None) -> bool:
    """Whether the content still holds: not only in a revision that its own memory has left behind.

    "Lives in Rome", "lives in Oslo", "lives in Rome" must end in Rome.
    """
    if same_content.status is not Status.ACTIVE:
        return False
    left_behind = (
        same_key is not None
        and same_key.memory_id == same_content.memory_id
        and same_key.revision > same_content.revision
    )
    return not left_behind


def _beside(same_key: Known, reason: Reason) -> Verdict:
    return Verdict(Decision.ADD, None, reason, conflicts_with=(same_key.memory_id,))
