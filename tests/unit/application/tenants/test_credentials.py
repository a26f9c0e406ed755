"""What is presented is told apart by its first letters; verbs of privacy look at it once more."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.tenants.api_key_rows import KeyTerms, KeyText
from mneme.application.tenants.user_tokens import TokenWish
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.issuer import KIND, Issuer
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import World

TERMS = KeyTerms(frozenset({Grant.PRIVACY}))


@pytest.fixture
def key(world: World) -> KeyText:
    """Return a key for privacy."""
    return world.tenants.api_keys.issue(world.acme, TERMS)


def _caller_of(world: World, kind: str, key: KeyText) -> TenantContext:
    if kind == "key":
        return world.credentials.recognize(key.text).caller
    if kind == "token":
        wish = TokenWish(key.key_id, "u-1", timedelta(minutes=5))
        return world.credentials.recognize(world.user_tokens.issue(world.acme, wish)).caller
    world.oidc_tokens.describe(world.acme, KIND)
    return world.credentials.recognize(Issuer(world).token()).caller


@pytest.mark.parametrize(
    "text", ["", "mk", "mx_acme_1", "MK_acme_1", "mo", "eyJhbGciOiJub25lIn0.e30."]
)
def test_what_is_no_credential_is_refused(world: World, text: str) -> None:
    with pytest.raises(NotAuthenticated):
        world.credentials.recognize(text)


@pytest.mark.parametrize("kind", ["key", "token", "issuer"])
def test_a_good_credential_is_confirmed_by_one_read(kind: str) -> None:
    notes = Notes()
    world = World()
    key = world.tenants.api_keys.issue(world.acme, TERMS)
    caller = _caller_of(world, kind, key)
    world.__dict__.pop("credentials", None)
    world.__dict__["tables"] = Watched(world.tables, notes)

    world.credentials.confirm(caller)

    assert [method for method, _ in notes.calls] == ["batch_get"]


ENDS: dict[str, Callable[[World, KeyText], object]] = {
    "suspended": lambda world, _: world.tenants.suspend(world.acme, suspended=True),
    "revoked": lambda world, key: world.tenants.api_keys.revoke(world.acme, key.key_id),
    "rotated": lambda world, key: world.tenants.api_keys.rotate(
        world.acme, key.key_id, timedelta()
    ),
    "replaced": lambda world, _: world.oidc_tokens.describe(
        world.acme, replace(KIND, issuer="https://login.example.org/")
    ),
    "narrowed": lambda world, _: world.oidc_tokens.describe(
        world.acme, replace(KIND, grants=frozenset({Grant.RECALL}))
    ),
    "dropped": lambda world, _: world.oidc_tokens.describe(world.acme, None),
    "tokens ended": lambda world, _: world.token_keys.rotate(world.acme),
}


@pytest.mark.parametrize(
    ("kind", "end"),
    [
        ("key", "suspended"),
        ("key", "revoked"),
        ("key", "rotated"),
        ("token", "suspended"),
        ("token", "revoked"),
        ("token", "tokens ended"),
        ("issuer", "suspended"),
        ("issuer", "dropped"),
        ("issuer", "replaced"),
        ("issuer", "narrowed"),
    ],
)
def test_a_credential_that_has_ended_meanwhile_is_not_confirmed(
    world: World, key: KeyText, kind: str, end: str
) -> None:
    caller = _caller_of(world, kind, key)

    ENDS[end](world, key)

    with pytest.raises(NotAuthenticated):
        world.credentials.confirm(caller)


def test_an_api_key_outlives_the_key_of_tokens(world: World, key: KeyText) -> None:
    caller = _caller_of(world, "key", key)

    world.token_keys.rotate(world.acme)

    world.credentials.confirm(caller)


@pytest.mark.parametrize("credential", ["", "internal", "0" * 26, "TENANT"])
def test_who_was_never_recognized_is_not_confirmed(world: World, credential: str) -> None:
    with pytest.raises(NotAuthenticated):
        world.credentials.confirm(TenantContext("acme", credential_id=credential))


@pytest.mark.parametrize("grant", list(Grant))
def test_only_verbs_of_privacy_look_at_the_credential_once_more(
    world: World, key: KeyText, grant: Grant
) -> None:
    caller = _caller_of(world, "key", key)
    world.tenants.api_keys.revoke(world.acme, key.key_id)

    if grant is not Grant.PRIVACY:
        world.admission(caller, grant, ())
        return
    with pytest.raises(NotAuthenticated):
        world.admission(caller, grant, ())


def test_the_gateways_key_of_the_tenant_is_told(world: World, key: KeyText) -> None:
    assert world.credentials.recognize(key.text).usage_key is None
    change = Update(TENANTS, tenant_key(world.acme), (SetTo("usage_key", "u" * 40),))
    world.tables.transact(world.acme, [change])

    assert world.credentials.recognize(key.text).usage_key == "u" * 40
