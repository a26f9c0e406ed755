"""A tenant's own issuer: its tokens are good for that tenant, as its operator described them."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.domain.errors import InternalFault, NotAuthenticated, NotFound
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.issuer import (
    AUDIENCE,
    ISSUER,
    KIND,
    Issuer,
    by_hmac,
    ec_key,
    encoded,
    public_jwk,
    public_pem,
    rsa_key,
)
from tests.doubles.world import World


@pytest.fixture
def issuer(world: World) -> Issuer:
    """Return the issuer that acme's operator described."""
    world.oidc_tokens.describe(world.acme, KIND)
    return Issuer(world)


def _caller(world: World, token: str) -> TenantContext:
    return world.credentials.recognize(token).caller


def _refused(world: World, token: str) -> bool:
    try:
        _caller(world, token)
    except NotAuthenticated:
        return True
    return False


def test_a_token_of_the_issuer_is_its_users(world: World, issuer: Issuer) -> None:
    caller = _caller(world, issuer.token())

    assert replace(caller, credential_id="") == TenantContext("acme", KIND.grants, None, "u-1")
    assert caller.credential_id.startswith("oidc+")


@pytest.mark.parametrize("aud", [AUDIENCE, [AUDIENCE], ["another", AUDIENCE]])
def test_a_token_may_be_for_others_too(world: World, issuer: Issuer, aud: object) -> None:
    assert _caller(world, issuer.token(aud=aud)).user_id == "u-1"


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://login.example.org/"},
        {"iss": ISSUER.rstrip("/")},
        {"iss": None},
        {"aud": "another"},
        {"aud": ["another"]},
        {"aud": []},
        {"aud": None},
        {"exp": 1},
        {"exp": None},
        {"exp": "soon"},
        {"exp": 10**400},
        {"nbf": 4_000_000_000},
        {"iat": 4_000_000_000},
        {"sub": None},
        {"sub": ""},
        {"sub": "*"},
        {"sub": ["u-1"]},
        {"sub": True},
        {"sub": "u" * 129},
    ],
)
def test_a_token_that_says_something_else_is_refused(
    world: World, issuer: Issuer, changes: dict[str, Any]
) -> None:
    assert _refused(world, issuer.token(**changes))


def test_what_names_user_apps_and_scopes_is_described(world: World, issuer: Issuer) -> None:
    described = replace(KIND, user_claim="uid", apps_claim="apps", scopes_claim="scope")
    world.oidc_tokens.describe(world.acme, described)

    caller = _caller(world, issuer.token(uid=123, apps=["coach"], scope="openid recall manage"))

    assert (caller.user_id, caller.apps) == ("123", {"coach"})
    assert caller.grants == {Grant.RECALL}


def test_a_token_that_lists_neither_apps_nor_scopes_has_none(world: World, issuer: Issuer) -> None:
    world.oidc_tokens.describe(world.acme, replace(KIND, apps_claim="apps", scopes_claim="scope"))

    caller = _caller(world, issuer.token())

    assert (caller.apps, caller.grants) == (frozenset(), frozenset())


def _signed(issuer: Issuer) -> dict[str, str]:
    claims = issuer.claims()
    header = {"alg": "RS256", "typ": "JWT", "kid": "first"}
    hs, pem = {**header, "alg": "HS256"}, public_pem(rsa_key("first"))
    good = issuer.signed(claims)
    return {
        "unsigned": f"{encoded({**header, 'alg': 'none'})}.{encoded(claims)}.",
        "by the public key as a secret": by_hmac(hs, claims, pem),
        "by the public modulus as a secret": by_hmac(hs, claims, b"n"),
        "by no secret": by_hmac(hs, claims, b""),
        "by another key": issuer.signed(claims, rsa_key("second")),
        "by a key it names not": issuer.signed(claims, kid="second"),
        "by a key of another kind": issuer.signed(claims, ec_key("first"), "ES256"),
        "by an algorithm that its key is not for": issuer.signed(claims, algorithm="PS256"),
        "by an algorithm that is no text": f"{encoded({**header, 'alg': []})}.{encoded(claims)}.AA",
        "without the name of a key": issuer.signed(claims, kid=None),
        "altered": ".".join([good.split(".")[0], encoded({**claims, "sub": "u-2"}), good[-342:]]),
        "without a signature": good.rpartition(".")[0] + ".",
        "malformed": "hello",
        "oversized": issuer.signed({**claims, "more": "x" * 10_000}),
    }


KINDS = (
    "unsigned",
    "by the public key as a secret",
    "by the public modulus as a secret",
    "by no secret",
    "by another key",
    "by a key it names not",
    "by a key of another kind",
    "by an algorithm that its key is not for",
    "by an algorithm that is no text",
    "without the name of a key",
    "altered",
    "without a signature",
    "malformed",
    "oversized",
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_that_is_signed_otherwise_is_refused(
    world: World, issuer: Issuer, kind: str
) -> None:
    issuer.keys = (public_jwk(rsa_key("first"), kid="first", alg="RS256"),)

    assert not _refused(world, issuer.token())
    assert _refused(world, f"mo_acme_{_signed(issuer)[kind]}")


def test_every_way_to_sign_otherwise_is_tried(world: World, issuer: Issuer) -> None:
    assert set(_signed(issuer)) == set(KINDS)


def test_keys_on_curves_sign_as_well(world: World, issuer: Issuer) -> None:
    issuer.keys = (public_jwk(ec_key("first"), kid="first"),)
    token = issuer.signed(issuer.claims(), ec_key("first"), "ES256")

    assert _caller(world, f"mo_acme_{token}").user_id == "u-1"


def test_a_token_is_good_for_no_tenant_but_the_issuers(world: World, issuer: Issuer) -> None:
    globex = world.tenants.create("globex")
    assert _refused(world, issuer.token("globex"))
    assert _refused(world, issuer.token("nobody"))

    world.oidc_tokens.describe(globex, replace(KIND, audience="mneme-of-globex"))

    assert _refused(world, issuer.token("globex"))


@pytest.mark.parametrize("end", ["suspended", "dropped"])
def test_nobody_comes_in_by_the_issuer_of_a_tenant_that_is_let_in_no_more(
    world: World, issuer: Issuer, end: str
) -> None:
    token = issuer.token()
    if end == "suspended":
        world.tenants.suspend(world.acme, suspended=True)
    else:
        world.oidc_tokens.describe(world.acme, None)

    assert _refused(world, token)
    assert issuer.asked == []


@pytest.mark.parametrize(
    "stored", ["yes", {}, {"issuer": ISSUER, "audience": AUDIENCE, "keys_url": "http://x"}]
)
def test_a_damaged_description_is_a_fault_and_lets_nobody_in(
    world: World, issuer: Issuer, stored: Any
) -> None:
    change = Update(TENANTS, tenant_key(world.acme), (SetTo("oidc", stored),))
    world.tables.transact(world.acme, [change])

    with pytest.raises(InternalFault):
        _caller(world, issuer.token())


def test_only_a_tenant_that_exists_can_have_an_issuer(world: World) -> None:
    nobody = TenantContext("hoem")

    with pytest.raises(NotFound):
        world.oidc_tokens.describe(nobody, KIND)
    with pytest.raises(NotFound):
        world.oidc_tokens.issuer(nobody)
