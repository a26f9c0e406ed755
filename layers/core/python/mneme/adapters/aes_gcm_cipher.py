"""Authenticated encryption with AES-256-GCM.

Sealed bytes are a version byte, the 12-byte nonce, then the ciphertext with its 16-byte tag.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mneme.application.ports.clock import Ids
from mneme.application.ports.key_service import KEY_BYTES
from mneme.domain.errors import InternalFault

_VERSION = b"\x01"
_NONCE_BYTES = 12
_TAG_BYTES = 16
_HEADER_BYTES = len(_VERSION) + _NONCE_BYTES


class AesGcmCipher:
    """A `Cipher`. Nonces are random: one key may seal some 2³² times."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids

    def seal(self, key: bytes, plaintext: bytes, context: bytes) -> bytes:
        """Return version, nonce and ciphertext. Raises ValueError for a key of another length."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        nonce = self._ids.secret(_NONCE_BYTES)
        return _VERSION + nonce + AESGCM(key).encrypt(nonce, plaintext, context)

    def open(self, key: bytes, sealed: bytes, context: bytes) -> bytes:
        """Return the plaintext; raises InternalFault, which never says what did not fit."""
        known = sealed.startswith(_VERSION) and len(sealed) >= _HEADER_BYTES + _TAG_BYTES
        if len(key) != KEY_BYTES or not known:
            raise _unopened()
        nonce = sealed[len(_VERSION) : _HEADER_BYTES]
        try:
            return AESGCM(key).decrypt(nonce, sealed[_HEADER_BYTES:], context)
        except InvalidTag as exc:
            raise _unopened() from exc


def _unopened() -> InternalFault:
    return InternalFault("sealed data could not be opened")
