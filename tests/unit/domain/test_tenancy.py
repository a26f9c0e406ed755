from itertools import product

import pytest

from mneme.domain.errors import NotAllowed
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import SYSTEM, Grant, TenantContext, internal_context


def context(
    grants: frozenset[Grant] = frozenset(Grant),
    apps: frozenset[str] | None = None,
    user_id: str | None = None,
) -> TenantContext:
    return TenantContext("acme", grants, apps, user_id)


@pytest.mark.parametrize(("held", "asked"), list(product(Grant, Grant)))
def test_a_credential_may_do_exactly_what_it_was_granted(held: Grant, asked: Grant) -> None:
    caller = context(frozenset({held}))

    if held is asked:
        caller.require(asked, "u1", None)
        caller.require_user(asked, "u1")
    else:
        with pytest.raises(NotAllowed):
            caller.require(asked, "u1", None)
        with pytest.raises(NotAllowed):
            caller.require_user(asked, "u1")


@pytest.mark.parametrize(
    ("bound_to", "asked", "allowed"),
    [(None, "u1", True), ("u1", "u1", True), ("u1", "u2", False), ("7", "07", False)],
)
def test_a_users_token_is_good_for_that_user_only(
    bound_to: str | None, asked: str, *, allowed: bool
) -> None:
    caller = context(user_id=bound_to)

    if allowed:
        caller.require(Grant.RECALL, asked, "app")
    else:
        with pytest.raises(NotAllowed) as refused:
            caller.require(Grant.RECALL, asked, "app")
        assert refused.value.field == "user_id"


@pytest.mark.parametrize(
    ("apps", "asked", "allowed"),
    [
        (None, None, True),
        (None, "a", True),
        (frozenset({"a", "b"}), "a", True),
        (frozenset({"a", "b"}), "c", False),
        (frozenset({"a", "b"}), None, False),
        (frozenset[str](), "a", False),
    ],
)
def test_a_credential_bound_to_apps_must_name_one_of_them(
    apps: frozenset[str] | None, asked: str | None, *, allowed: bool
) -> None:
    caller = context(apps=apps)

    if allowed:
        caller.require(Grant.WRITE, "u1", asked)
    else:
        with pytest.raises(NotAllowed) as refused:
            caller.require(Grant.WRITE, "u1", asked)
        assert refused.value.field == "app_id"


def test_a_credential_bound_to_apps_cannot_write_what_every_app_sees() -> None:
    caller = context(apps=frozenset({"a"}))

    caller.require_write("u1", Scope(Level.APP, "a"))
    caller.require_write("u1", Scope(Level.SESSION, "a", "s"))
    with pytest.raises(NotAllowed) as refused:
        caller.require_write("u1", Scope(Level.GLOBAL, "a"))

    assert refused.value.field == "level"


def test_a_credential_bound_to_a_session_cannot_close_it_as_others_see_what_is_kept() -> None:
    session = Scope(Level.SESSION, "a", "s")
    caller = TenantContext("acme", frozenset(Grant), frozenset({"a"}), session_id="s")

    caller.require_write("u1", session)
    with pytest.raises(NotAllowed) as refused:
        caller.require_close("u1", session)

    assert refused.value.field == "session_id"
    context(apps=frozenset({"a"})).require_close("u1", session)


@pytest.mark.parametrize(
    ("apps", "own"), [(None, {None}), (("a",), {"a"}), (("a", "b"), set()), ((), set())]
)
def test_a_credential_of_a_session_is_of_one_app_or_of_none(
    apps: tuple[str, ...] | None, own: set[str | None]
) -> None:
    bound = None if apps is None else frozenset(apps)
    caller = TenantContext("acme", frozenset(Grant), bound, session_id="s")

    reached = {app_id for app_id in (None, "a", "b") if caller.reaches_app(app_id)}

    assert reached == own
    for app_id in {None, "a", "b"} - own:
        with pytest.raises(NotAllowed):
            caller.require(Grant.RECALL, "u1", app_id, "s")


def test_a_credential_of_the_whole_tenant_writes_at_every_level() -> None:
    caller = context(frozenset({Grant.WRITE}))

    for level in Level:
        caller.require_write("u1", Scope(level, "a", "s"))


@pytest.mark.parametrize("grant", Grant)
@pytest.mark.parametrize("worker", [internal_context("acme"), SYSTEM])
def test_workers_hold_no_grant_of_any_caller(worker: TenantContext, grant: Grant) -> None:
    with pytest.raises(NotAllowed):
        worker.require(grant, "u1", None)


def test_a_worker_acts_for_its_own_tenant() -> None:
    assert internal_context("acme").tenant_id == "acme"
