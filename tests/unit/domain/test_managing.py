"""Who reaches what, what is still there, and what a restored memory becomes."""

from datetime import timedelta

import pytest

from mneme.domain.change import Actor
from mneme.domain.due import Retention
from mneme.domain.errors import NotAllowed, NotFound
from mneme.domain.managing import (
    actor_of,
    is_there,
    reaches,
    require_reach,
    restored_status,
)
from mneme.domain.memory import Head, Provenance, Status
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import Grant, TenantContext
from mneme.domain.user_state import UserState
from tests.doubles.made import NOW, a_head, an_app

KEPT = Retention()
COACH = an_app("coach")
BOUND = TenantContext("acme", frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))
WHOLE = TenantContext("acme", frozenset({Grant.MANAGE}))


@pytest.mark.parametrize(
    ("scope", "refusal"),
    [
        (COACH, None),
        (Scope(Level.SESSION, "coach", "s"), None),
        (Scope(Level.APP, "coach2"), NotFound),
        (Scope(Level.SESSION, None, "coach"), NotFound),
        (Scope(Level.GLOBAL), NotAllowed),
        (Scope(Level.GLOBAL, "coach"), NotAllowed),
    ],
)
def test_a_credential_bound_to_apps_reaches_what_only_they_see(
    scope: Scope, refusal: type[Exception] | None
) -> None:
    head = a_head(scope=scope)

    assert reaches(WHOLE, head)
    assert reaches(BOUND, head) == (refusal is None)
    if refusal is not None:
        with pytest.raises(refusal):
            require_reach(BOUND, head)


def test_what_was_purged_is_not_there_in_any_state() -> None:
    heads = [a_head(scope=COACH, status=status) for status in Status]

    for state in (UserState(epoch=2), UserState(scope_epochs={"A#coach": 2})):
        assert not any(is_there(head, state, NOW, KEPT) for head in heads)
    assert all(is_there(head, UserState(), NOW, KEPT) for head in heads)


def test_what_was_deleted_is_there_for_thirty_days() -> None:
    deleted = a_head(status=Status.DELETED, deleted_at=NOW)
    end = NOW + timedelta(days=30)

    assert is_there(deleted, UserState(), end - timedelta(microseconds=1), KEPT)
    assert not is_there(deleted, UserState(), end, KEPT)


@pytest.mark.parametrize(
    ("head", "superseded", "status"),
    [
        (a_head(status=Status.ARCHIVED), True, Status.ACTIVE),
        (a_head(status=Status.DELETED), False, Status.ACTIVE),
        (a_head(status=Status.DELETED, invalid_at=NOW), False, Status.ACTIVE),
        (a_head(status=Status.DELETED, invalid_at=NOW), True, Status.SUPERSEDED),
        (a_head(status=Status.DELETED), True, Status.SUPERSEDED),
        (
            a_head(
                status=Status.DELETED,
                scope=Scope(Level.SESSION, "planner", "s-1"),
                invalid_at=NOW + timedelta(days=1),
            ),
            True,
            Status.SUPERSEDED,
        ),
        (
            a_head(status=Status.DELETED, invalid_at=NOW + timedelta(days=1)),
            True,
            Status.ACTIVE,
        ),
        (
            a_head(status=Status.DELETED, provenance=Provenance.CANDIDATE),
            False,
            Status.CANDIDATE,
        ),
    ],
)
def test_a_restored_memory_is_what_it_was(head: Head, superseded: bool, status: Status) -> None:
    assert restored_status(head, superseded, NOW) is status


def test_a_users_own_token_never_acts_as_an_administrator() -> None:
    every = frozenset(Grant)

    assert actor_of(TenantContext("acme", every)) is Actor.ADMIN
    assert actor_of(TenantContext("acme", every, user_id="u")) is Actor.USER
    assert actor_of(WHOLE) is Actor.USER
