"""Signed tokens by PyJWT. The algorithm is never the token's choice: its key's kind decides."""

from collections.abc import Mapping
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from mneme.application.ports.signed_tokens import Claims, Expected, Jwk
from mneme.domain.errors import NotAuthenticated

OUR_TYPE = "mneme-user+jwt"
_OURS = "EdDSA"
_RSA_BITS = range(2048, 8193)
_ALGORITHMS: Mapping[tuple[str, str | None], frozenset[str]] = {
    ("RSA", None): frozenset({"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}),
    ("EC", "P-256"): frozenset({"ES256"}),
    ("EC", "P-384"): frozenset({"ES384"}),
    ("EC", "P-521"): frozenset({"ES512"}),
    ("OKP", "Ed25519"): frozenset({"EdDSA"}),
}
"""What each kind of key may sign with. Symmetric keys (`oct`) are no kind here."""

# Ours is the only clock: its caller looks at exp, nbf and iat.
_OPTIONS: Any = {
    "require": ["exp", "iss", "aud"],
    "verify_exp": False,
    "verify_nbf": False,
    "verify_iat": False,
    "verify_sub": False,
    "verify_jti": False,
}


class JwtTokens:
    """`SignedTokens` with Ed25519 for ours, and what issuers use for theirs."""

    def public_half(self, secret: bytes) -> bytes:
        """Return the public key, raw."""
        return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()

    def sign(self, claims: Claims, secret: bytes, key_id: str) -> str:
        """Return the token."""
        key = Ed25519PrivateKey.from_private_bytes(secret)
        headers = {"kid": key_id, "typ": OUR_TYPE}
        token: str = jwt.encode(dict(claims), key, algorithm=_OURS, headers=headers)
        return token

    def key_id(self, token: str) -> str:
        """Return the key's id, unverified. Raises NotAuthenticated."""
        key_id = _header(token).get("kid")
        if not isinstance(key_id, str):
            raise _refused()
        return key_id

    def verify(self, token: str, public: bytes, expected: Expected) -> Claims:
        """Return the claims. Raises NotAuthenticated."""
        if _header(token).get("typ") != OUR_TYPE:
            raise _refused()
        return _claims(token, Ed25519PublicKey.from_public_bytes(public), _OURS, expected)

    def verify_foreign(self, token: str, key: Jwk, expected: Expected) -> Claims:
        """Return the claims. Raises NotAuthenticated."""
        algorithm = _header(token).get("alg")
        kind = (str(key.get("kty")), None if key.get("kty") == "RSA" else str(key.get("crv")))
        fit = _ALGORITHMS.get(kind, frozenset())
        if not isinstance(algorithm, str) or algorithm not in fit:
            raise _refused()
        if key.get("alg", algorithm) != algorithm or key.get("use", "sig") != "sig":
            raise _refused()
        # Whoever reads a key that is published with its private half can sign with it.
        if "d" in key:
            raise _refused()
        try:
            public = jwt.PyJWK(dict(key), algorithm=algorithm).key
        except (jwt.PyJWTError, ValueError, TypeError) as error:
            raise _refused() from error
        if isinstance(public, RSAPublicKey) and public.key_size not in _RSA_BITS:
            raise _refused()
        return _claims(token, public, algorithm, expected)


def _header(token: str) -> Mapping[str, Any]:
    try:
        header: Mapping[str, Any] = jwt.get_unverified_header(token)
    except (jwt.PyJWTError, ValueError, RecursionError) as error:
        raise _refused() from error
    return header


def _claims(token: str, key: Any, algorithm: str, expected: Expected) -> Claims:
    try:
        claims: Claims = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            issuer=expected.issuer,
            audience=expected.audience,
            options=_OPTIONS,
        )
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as error:
        raise _refused() from error
    return claims


def _refused() -> NotAuthenticated:
    # Why, helps only who forges: one answer for all.
    return NotAuthenticated("the token is not valid")
