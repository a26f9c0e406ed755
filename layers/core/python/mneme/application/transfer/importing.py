"""Who imports, and how what comes in is named here."""

from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.repositories.row_values import milliseconds
from mneme.domain.change import Actor
from mneme.domain.memory import Head, Revision, WeightAnchor
from mneme.domain.scope import Scope
from mneme.domain.tenancy import TenantContext
from mneme.domain.told_memory import ToldMemory
from mneme.domain.ulid import twin_ulid
from mneme.domain.user_state import UserState


@dataclass(frozen=True, slots=True)
class Importing:
    """Whose memories are written, how the user's row stands, and on whose behalf."""

    tenant: TenantContext
    user_id: str
    state: UserState
    actor: Actor

    def name(self, memory_id: str, scope: Scope) -> str:
        """Return how a memory is named here that is called so where it comes from."""
        epoch = self.state.effective_epoch(scope)
        return twin_ulid(memory_id, self.tenant.tenant_id, self.user_id, str(epoch))


def placed(of: Importing, line: ToldMemory, now: datetime) -> Head:
    """Return the head where it belongs; nothing of it is of a day to come that was done.

    It is newer to the index than all that this may still hold of one so named that was purged:
    no memory moves as often as once a millisecond.
    """
    told = line.head
    return replace(
        told,
        memory_id=of.name(told.memory_id, told.scope),
        epoch=of.state.effective_epoch(told.scope),
        key_epoch=of.state.epoch,
        anchor=WeightAnchor(told.anchor.value, min(told.anchor.at, now)),
        created_at=min(told.created_at, now),
        changed_at=min(told.changed_at, now),
        deleted_at=_by(now, told.deleted_at),
        last_recalled_at=_by(now, told.last_recalled_at),
        last_used_at=_by(now, told.last_used_at),
        index_version=milliseconds(now),
        past_since=_by(now, _past_since(line)),
    )


def renamed(
    of: Importing, line: ToldMemory, said: Revision, own: Container[str], now: datetime
) -> Revision:
    """Return a revision that names itself, and what it is linked to, as they are named here.

    What is there by its old name is the user's `own`, and is linked to by that.
    """

    def here(memory_id: str) -> str:
        if memory_id in own:
            return memory_id
        return of.name(memory_id, line.elsewhere.get(memory_id, line.head.scope))

    return replace(
        said,
        memory_id=of.name(said.memory_id, line.head.scope),
        created_at=min(said.created_at, now),
        conflicts_with=tuple(sorted(map(here, said.conflicts_with))),
        supersedes=tuple(sorted(map(here, said.supersedes))),
        superseded_by=None if said.superseded_by is None else here(said.superseded_by),
    )


def _past_since(line: ToldMemory) -> datetime | None:
    """Return since when the oldest of what a line tells is past: by then it is purged some day."""
    if len(line.revisions) == 1:
        return None
    replaced = line.revisions[1].created_at
    return min(line.head.past_since or replaced, replaced)


def _by(now: datetime, at: datetime | None) -> datetime | None:
    return None if at is None else min(at, now)
