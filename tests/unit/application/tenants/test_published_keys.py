"""The keys that an issuer publishes: which of them may verify a token, and which may not."""

from typing import Any

import pytest

from mneme.domain.errors import NotAuthenticated
from tests.doubles.issuer import (
    KIND,
    Issuer,
    by_hmac,
    ec_key,
    encoded,
    private_jwk,
    public_jwk,
    rsa_key,
)
from tests.doubles.world import World


@pytest.fixture
def issuer(world: World) -> Issuer:
    """Return the issuer that acme's operator described."""
    world.oidc_tokens.describe(world.acme, KIND)
    return Issuer(world)


def _refused(world: World, token: str) -> bool:
    try:
        world.credentials.recognize(token)
    except NotAuthenticated:
        return True
    return False


@pytest.mark.parametrize(
    "key",
    [
        {"kty": "oct", "k": encoded(b"s" * 32), "kid": "first"},
        {"kty": "RSA", "kid": "first"},
        {"kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "first"},
        {"kty": "RSA", "n": 7, "e": [], "kid": "first"},
        {"kid": "first"},
        {"kty": ["RSA"], "kid": "first"},
    ],
)
def test_a_key_that_is_none_verifies_nothing(
    world: World, issuer: Issuer, key: dict[str, Any]
) -> None:
    issuer.keys = (key,)
    hs = {"alg": "HS256", "typ": "JWT", "kid": "first"}

    assert _refused(world, issuer.token())
    assert _refused(world, f"mo_acme_{by_hmac(hs, issuer.claims(), b's' * 32)}")


@pytest.mark.parametrize("more", [{"use": "enc"}, {"alg": "RS512"}])
def test_a_key_for_something_else_verifies_nothing(
    world: World, issuer: Issuer, more: dict[str, Any]
) -> None:
    issuer.keys = (public_jwk(rsa_key("first"), kid="first", **more),)

    assert _refused(world, issuer.token())


@pytest.mark.parametrize("name", ["rsa", "ec"])
def test_a_key_whose_private_half_is_published_verifies_nothing(
    world: World, issuer: Issuer, name: str
) -> None:
    key, algorithm = {"rsa": (rsa_key("first"), "RS256"), "ec": (ec_key("first"), "ES256")}[name]
    token = f"mo_acme_{issuer.signed(issuer.claims(), key, algorithm)}"
    issuer.keys = ({**private_jwk(key), "kid": "first"},)

    assert _refused(world, token)


def test_a_short_key_verifies_nothing(world: World, issuer: Issuer) -> None:
    short = rsa_key("short", 1024)
    issuer.keys = (public_jwk(short, kid="first"),)
    with pytest.warns(UserWarning, match="1024"):
        token = issuer.signed(issuer.claims(), short)

    assert _refused(world, f"mo_acme_{token}")
