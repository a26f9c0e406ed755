"""Signed tokens, JWT by their other name: made with a secret, and read with its public half."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

SECRET_BYTES = 32

Claims = Mapping[str, Any]
Jwk = Mapping[str, Any]
"""A public key as an issuer publishes it (RFC 7517)."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Who must have made a token, and for whom."""

    issuer: str
    audience: str


class SignedTokens(Protocol):
    """Signs and verifies. Times are left to the caller: its clock decides, not the library's."""

    def public_half(self, secret: bytes) -> bytes:
        """Return the public key of a secret of 32 random bytes."""
        ...

    def sign(self, claims: Claims, secret: bytes, key_id: str) -> str:
        """Return a token of ours, whose header names the key."""
        ...

    def key_id(self, token: str) -> str:
        """Return which key the token says it is signed with, unverified.

        Raises NotAuthenticated for what is no token, or names no key.
        """
        ...

    def verify(self, token: str, public: bytes, expected: Expected) -> Claims:
        """Return the claims of a token of ours. Raises NotAuthenticated for any other."""
        ...

    def verify_foreign(self, token: str, key: Jwk, expected: Expected) -> Claims:
        """Return the claims of an issuer's token.

        The kind of its key says which algorithms may be: none of them symmetric. Raises
        NotAuthenticated for any other.
        """
        ...
