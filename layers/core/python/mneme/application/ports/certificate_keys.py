"""The keys by which certificates are signed, so that anybody can verify them who has no account."""

from collections.abc import Sequence
from typing import Protocol


class CertificateKeys(Protocol):
    """Key pairs of the deployment (ECDSA on P-256), whose private halves never leave it."""

    def public_keys(self) -> Sequence[bytes]:
        """Return the public keys as DER (SubjectPublicKeyInfo), oldest first; the last one signs.

        Raises Unavailable.
        """
        ...

    def sign(self, message: bytes) -> bytes:
        """Return the signature over a message of up to 4,096 bytes, as DER. Raises Unavailable."""
        ...


class Signatures(Protocol):
    """Verifies, without any key of ours."""

    def fits(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Return whether the signature is of this message, by the private half of this key."""
        ...
