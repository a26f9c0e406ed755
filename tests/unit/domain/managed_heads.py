"""A head to manage, as plain as can be."""

from dataclasses import replace
from datetime import UTC, datetime

from mneme.domain.memory import Head, Kind, MemType, Ownership, Provenance, Status, WeightAnchor
from mneme.domain.scope import Level, Scope

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
COACH = Scope(Level.APP, "coach")


def a_head(**parts: object) -> Head:
    """Return an active fact of an app, told now."""
    head = Head(
        memory_id="m",
        scope=COACH,
        epoch=1,
        key_epoch=1,
        status=Status.ACTIVE,
        revision=1,
        ownership=Ownership.USER,
        mem_type=MemType.SEMANTIC,
        kind=Kind.FACT,
        provenance=Provenance.AUTOMATIC,
        is_important=False,
        anchor=WeightAnchor(0.8, NOW),
        class_cap=0.8,
        observed_at=NOW,
        valid_at=NOW,
        invalid_at=None,
        expire_at=None,
        created_at=NOW,
        changed_at=NOW,
    )
    return replace(head, **parts)  # type: ignore[arg-type]
