"""Keys of certificates that a test makes more of, or lets fail."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mneme.domain.errors import Unavailable


class MemoryCertificateKeys:
    """`CertificateKeys` that are the same in every run; `down`: none of them answers."""

    def __init__(self) -> None:
        self._keys = [_key(1)]
        self.down = False

    def rotate(self) -> None:
        """Let another key sign from now on."""
        self._keys.append(_key(len(self._keys) + 1))

    def public_keys(self) -> Sequence[bytes]:
        """Return the public keys, oldest first."""
        self._answer()
        return [
            key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            for key in self._keys
        ]

    def sign(self, message: bytes) -> bytes:
        """Return the newest key's signature."""
        self._answer()
        return self._keys[-1].sign(message, ec.ECDSA(SHA256()))

    def _answer(self) -> None:
        if self.down:
            raise Unavailable("the keys of certificates do not answer")


def _key(number: int) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(7919 * number, ec.SECP256R1())
