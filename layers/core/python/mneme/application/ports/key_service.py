"""Keys and encryption. The key service knows only branch keys; the cipher works with any key."""

from collections.abc import Mapping
from typing import Protocol

from mneme.domain.tenancy import TenantContext

KEY_BYTES = 32


class KeyService(Protocol):
    """Wraps the branch keys of tenants under a key that never leaves the service."""

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key encrypted and bound to the context. Raises Unavailable."""
        ...

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key; raises InternalFault if bytes or context are not those of `wrap`."""
        ...


class Cipher(Protocol):
    """Authenticated encryption with a 32-byte key; the context is authenticated, not stored."""

    def seal(self, key: bytes, plaintext: bytes, context: bytes) -> bytes:
        """Return nonce and ciphertext in one piece."""
        ...

    def open(self, key: bytes, sealed: bytes, context: bytes) -> bytes:
        """Return the plaintext; raises InternalFault if key, bytes or context do not fit."""
        ...
