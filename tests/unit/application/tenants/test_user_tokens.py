"""A user token is good for one user, a while, and no more than the API key it was issued under."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from mneme.application.tenants.api_key_rows import KeyTerms
from mneme.application.tenants.user_tokens import LONGEST_LIFETIME, TokenWish
from mneme.domain.errors import InvalidRequest, NotAllowed, NotAuthenticated, NotFound
from mneme.domain.tenancy import Grant, TenantContext
from mneme.domain.token_claims import SKEW
from tests.doubles.world import World

TERMS = KeyTerms(frozenset({Grant.RECALL, Grant.WRITE}), frozenset({"coach", "planner"}))
QUARTER = timedelta(minutes=15)


@pytest.fixture
def wish(world: World) -> TokenWish:
    """Return the plainest wish, under a key of two apps."""
    key = world.tenants.api_keys.issue(world.acme, TERMS)
    return TokenWish(key.key_id, "u-1", QUARTER)


def _refused(world: World, token: str) -> bool:
    try:
        world.credentials.recognize(token)
    except NotAuthenticated:
        return True
    return False


def test_a_token_is_its_users_and_may_do_what_its_key_may(world: World, wish: TokenWish) -> None:
    token = world.user_tokens.issue(world.acme, wish)

    found = world.credentials.recognize(token)

    assert found.expires_at == world.clock.now() + QUARTER + SKEW
    assert replace(found.caller, credential_id="") == TenantContext(
        "acme", TERMS.grants, TERMS.apps, "u-1"
    )


def test_a_token_may_be_good_for_less(world: World, wish: TokenWish) -> None:
    less = replace(
        wish, grants=frozenset({Grant.RECALL}), apps=frozenset({"coach"}), session_id="s-1"
    )

    caller = world.credentials.recognize(world.user_tokens.issue(world.acme, less)).caller

    assert (caller.grants, caller.apps) == ({Grant.RECALL}, {"coach"})
    assert (caller.user_id, caller.session_id) == ("u-1", "s-1")


@pytest.mark.parametrize("apps", [("coach", "planner"), ()])
def test_a_token_of_a_session_says_in_which_app_it_is(world: World, apps: tuple[str, ...]) -> None:
    key_id = world.tenants.api_keys.issue(world.acme, KeyTerms(frozenset(Grant))).key_id
    wish = TokenWish(key_id, "u-1", QUARTER, session_id="s-1")

    with pytest.raises(InvalidRequest) as refused:
        world.user_tokens.issue(world.acme, replace(wish, apps=frozenset(apps)))

    assert refused.value.field == "apps"
    for one in (None, frozenset({"coach"})):
        token = world.user_tokens.issue(world.acme, replace(wish, apps=one))
        assert world.credentials.recognize(token).caller.apps == one


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"grants": frozenset({Grant.MANAGE})}, "scopes"),
        ({"grants": frozenset(Grant)}, "scopes"),
        ({"apps": frozenset({"coach", "tutor"})}, "apps"),
    ],
)
def test_a_token_is_never_good_for_more(
    world: World, wish: TokenWish, more: dict[str, Any], field: str
) -> None:
    with pytest.raises(NotAllowed) as refused:
        world.user_tokens.issue(world.acme, replace(wish, **more))

    assert refused.value.field == field


@pytest.mark.parametrize(
    "lifetime", [timedelta(), timedelta(seconds=-1), LONGEST_LIFETIME + timedelta(seconds=1)]
)
def test_a_token_that_would_live_too_long_or_not_at_all_is_not_made(
    world: World, wish: TokenWish, lifetime: timedelta
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        world.user_tokens.issue(world.acme, replace(wish, lifetime=lifetime))

    assert refused.value.field == "lifetime_seconds"


def test_a_token_is_refused_from_its_end_on(world: World, wish: TokenWish) -> None:
    token = world.user_tokens.issue(world.acme, wish)
    world.durable.clock.advance((QUARTER + SKEW).total_seconds() - 1)
    assert not _refused(world, token)

    world.durable.clock.advance(1)

    assert _refused(world, token)


@pytest.mark.parametrize("end", ["revoked", "rotated", "suspended", "token key"])
def test_a_token_ends_with_its_api_key_its_tenant_and_the_key_it_is_signed_with(
    world: World, wish: TokenWish, end: str
) -> None:
    token = world.user_tokens.issue(world.acme, wish)
    match end:
        case "revoked":
            world.tenants.api_keys.revoke(world.acme, wish.key_id)
        case "rotated":
            world.tenants.api_keys.rotate(world.acme, wish.key_id, timedelta())
        case "suspended":
            world.tenants.suspend(world.acme, suspended=True)
        case _:
            world.token_keys.rotate(world.acme)

    assert _refused(world, token)


def test_after_a_rotation_new_tokens_are_good_and_old_ones_stay_refused(
    world: World, wish: TokenWish
) -> None:
    old = world.user_tokens.issue(world.acme, wish)
    world.token_keys.rotate(world.acme)
    world.token_keys.rotate(world.acme)

    new = world.user_tokens.issue(world.acme, wish)

    assert (_refused(world, old), _refused(world, new)) == (True, False)


def test_the_signing_secret_is_kept_sealed(world: World, wish: TokenWish) -> None:
    world.user_tokens.issue(world.acme, wish)

    secret = world.token_keys.signing(world.acme)

    assert secret.secret not in b"".join(
        value for row in world.rows("tenants") for value in row.values() if isinstance(value, bytes)
    )
    assert repr(secret.secret) not in repr(secret)


@pytest.mark.parametrize("end", ["revoked", "unknown", "expired"])
def test_no_token_is_made_under_a_key_that_works_no_more(
    world: World, wish: TokenWish, end: str
) -> None:
    key_id = wish.key_id
    if end == "revoked":
        world.tenants.api_keys.revoke(world.acme, key_id)
    if end == "unknown":
        key_id = "0" * 26
    if end == "expired":
        world.tenants.api_keys.rotate(world.acme, key_id, timedelta())

    with pytest.raises(NotFound):
        world.user_tokens.issue(world.acme, replace(wish, key_id=key_id))


def test_a_token_under_another_tenants_name_is_refused(world: World, wish: TokenWish) -> None:
    globex = world.tenants.create("globex")
    key = world.tenants.api_keys.issue(globex, TERMS)
    world.user_tokens.issue(globex, replace(wish, key_id=key.key_id))
    token = world.user_tokens.issue(world.acme, wish)

    assert _refused(world, token.replace("mu_acme_", "mu_globex_"))
