"""The rules of management: whose memories a credential reaches, and which are still there."""

from datetime import datetime
from enum import StrEnum

from mneme.domain.change import Actor
from mneme.domain.due import FLEETING, Retention
from mneme.domain.errors import NotAllowed, NotFound
from mneme.domain.memory import Head, Provenance, Status
from mneme.domain.scope import Level
from mneme.domain.tenancy import Grant, TenantContext
from mneme.domain.user_state import UserState
from mneme.domain.visibility import has_expired


class Asked(StrEnum):
    """What a caller asked for: the reason in the change record."""

    CORRECTED = "corrected"
    METADATA = "metadata"
    DELETED = "deleted"
    RESTORED = "restored"
    ROLLED_BACK = "rolled_back"


def actor_of(tenant: TenantContext) -> Actor:
    """Return on whose behalf a caller manages: an administrator's credential tells itself apart."""
    by_admin = Grant.ADMIN in tenant.grants and tenant.user_id is None
    return Actor.ADMIN if by_admin else Actor.USER


def is_there(head: Head, state: UserState, now: datetime, kept: Retention) -> bool:
    """Return whether the memory exists for management: not purged, nor deleted for good.

    What was kept for as long as messages are, or a day for the next session, is gone as well.
    """
    if head.epoch != state.effective_epoch(head.scope):
        return False
    if head.kind in FLEETING and has_expired(head, now):
        return False
    return head.status is not Status.DELETED or is_recoverable(head, now, kept)


def is_recoverable(head: Head, now: datetime, kept: Retention) -> bool:
    """Return whether a deleted memory can still be restored."""
    return now < (head.deleted_at or head.changed_at) + kept.of(Status.DELETED)


def restored_status(head: Head, superseded: bool, now: datetime) -> Status:
    """Return what a deleted or archived memory becomes when it is restored: what it was.

    Restoring never makes current what another memory had superseded, and confirms no candidate.
    """
    if head.status is not Status.DELETED:
        return Status.ACTIVE
    if head.provenance is Provenance.CANDIDATE:
        return Status.CANDIDATE
    # What ends with another one on a day to come holds until then. What a session passed on has
    # its own interval still, and holds no longer.
    to_come = head.invalid_at is not None and head.invalid_at > now
    holds = to_come and head.scope.level is not Level.SESSION
    return Status.SUPERSEDED if superseded and not holds else Status.ACTIVE


def require_reach(tenant: TenantContext, head: Head) -> None:
    """Raise unless the credential may manage the memory.

    NotFound for a memory of another app or session: that it exists is none of the caller's
    business. What every app sees is known to a credential bound to some place, but not its to
    manage: NotAllowed.
    """
    if reaches(tenant, head):
        return
    if head.scope.level is Level.GLOBAL:
        raise NotAllowed(
            "the credential is bound to a place: it cannot manage GLOBAL", field="memory_id"
        )
    raise no_such_memory()


def reaches(tenant: TenantContext, head: Head) -> bool:
    """Return whether the credential may manage the memory."""
    scope = head.scope
    if tenant.session_id is not None and (
        scope.level is not Level.SESSION or scope.session_id != tenant.session_id
    ):
        return False
    if scope.level is Level.GLOBAL:
        return tenant.apps is None
    return tenant.reaches_app(scope.app_id)


def no_such_memory() -> NotFound:
    """Return the one answer for whatever is not there for this caller."""
    return NotFound("there is no such memory", field="memory_id")
