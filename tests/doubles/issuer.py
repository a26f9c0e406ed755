"""A tenant's own issuer of tokens, which signs well or as a forger would."""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from mneme.application.ports.signed_tokens import Jwk
from mneme.application.tenants.issuer_keys import IssuerKeys
from mneme.domain.errors import Unavailable
from mneme.domain.oidc import OidcIssuer
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.world import World

ISSUER = "https://login.example.com/"
KEYS_URL = "https://login.example.com/keys"
AUDIENCE = "mneme-of-acme"
KIND = OidcIssuer(ISSUER, AUDIENCE, KEYS_URL, frozenset({Grant.RECALL, Grant.WRITE}))


@cache
def rsa_key(name: str, bits: int = 2048) -> rsa.RSAPrivateKey:
    """Return a key of that name, the same each time."""
    return rsa.generate_private_key(65537, bits)


@cache
def ec_key(name: str) -> ec.EllipticCurvePrivateKey:
    """Return a key on P-256 of that name, the same each time."""
    return ec.generate_private_key(ec.SECP256R1())


def public_jwk(key: Any, **more: Any) -> Jwk:
    """Return the public half of a key as an issuer publishes it."""
    return {**_kind(key).to_jwk(key.public_key(), as_dict=True), **more}


def private_jwk(key: Any) -> Jwk:
    """Return a key as no issuer should publish it: both halves."""
    made: Jwk = _kind(key).to_jwk(key, as_dict=True)
    return made


def _kind(key: Any) -> Any:
    kinds = {True: jwt.algorithms.RSAAlgorithm, False: jwt.algorithms.ECAlgorithm}
    return kinds[isinstance(key, rsa.RSAPrivateKey)]


def public_pem(key: Any) -> bytes:
    """Return the public half of a key as text."""
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    pem: bytes = key.public_key().public_bytes(serialization.Encoding.PEM, form)
    return pem


def encoded(part: object) -> str:
    """Return a part of a token."""
    raw = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def by_hmac(header: Mapping[str, Any], claims: Mapping[str, Any], secret: bytes) -> str:
    """Return a token signed with a secret, whatever that is: the library would refuse some."""
    signed = f"{encoded(header)}.{encoded(claims)}"
    return f"{signed}.{encoded(hmac.new(secret, signed.encode(), hashlib.sha256).digest())}"


class Issuer:
    """A `KeySets` that publishes what a test says, and counts how often it was asked."""

    def __init__(self, world: World, *keys: Jwk) -> None:
        self.world = world
        self.keys = keys or (public_jwk(rsa_key("first"), kid="first", use="sig"),)
        self.away = False
        self.asked: list[tuple[str, str]] = []
        world.__dict__["issuer_keys"] = IssuerKeys(self, world.clock)

    def fetch(self, tenant: TenantContext, url: str) -> tuple[Jwk, ...]:
        """Return the keys, unless the issuer is away."""
        self.asked.append((tenant.tenant_id, url))
        if self.away:
            raise Unavailable("the issuer's keys did not come")
        return self.keys

    def claims(self, **changes: Any) -> dict[str, Any]:
        """Return good claims; what is changed to None is left out."""
        now = int(self.world.clock.now().timestamp())
        good = {"iss": ISSUER, "aud": AUDIENCE, "sub": "u-1", "iat": now, "exp": now + 300}
        return {name: value for name, value in (good | changes).items() if value is not None}

    def token(self, tenant: str = "acme", **changes: Any) -> str:
        """Return a token of good claims, changed, signed as it should be."""
        return f"mo_{tenant}_{self.signed(self.claims(**changes))}"

    def signed(
        self, claims: Mapping[str, Any], key: Any = None, algorithm: str = "RS256", **header: Any
    ) -> str:
        """Return a signed token without our prefix."""
        headers = {"kid": "first"} | header
        headers = {name: value for name, value in headers.items() if value is not None}
        return jwt.encode(dict(claims), key or rsa_key("first"), algorithm, headers)
