"""The keys of certificates of the local stack: files that only their owner can read."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from mneme.adapters import durable_files
from mneme.adapters.blob_names import file_part
from mneme.application.ports.clock import Ids
from mneme.domain.errors import InternalFault, Unavailable

_SECRET_BYTES = 48
"""More than the order of the curve has, so that no private key is likelier than another."""

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the points of P-256 (FIPS 186-4, D.1.2.3)."""


class LocalCertificateKeys:
    """`CertificateKeys` in PEM files `<folder>/<name>.pem`, each made when it is first needed.

    `names` are those of all keys there have been, oldest first. Processes that start together agree
    on one.
    """

    def __init__(self, folder: Path, names: Sequence[str], ids: Ids) -> None:
        self._folder = folder
        self._names = names
        self._ids = ids

    def public_keys(self) -> Sequence[bytes]:
        """Return the public keys, oldest first. Raises Unavailable."""
        return [
            self._key(name)
            .public_key()
            .public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            for name in self._names
        ]

    def sign(self, message: bytes) -> bytes:
        """Return the newest key's signature. Raises Unavailable."""
        return self._key(self._names[-1]).sign(message, ec.ECDSA(SHA256()))

    def _key(self, name: str) -> ec.EllipticCurvePrivateKey:
        path = self._folder / f"{file_part(name)}.pem"
        with _translated():
            with suppress(FileNotFoundError):
                return _parse(path.read_bytes())
            durable_files.create_once(path, _format(self._ids.secret(_SECRET_BYTES)))
            return _parse(path.read_bytes())


def _format(secret: bytes) -> bytes:
    number = int.from_bytes(secret, "big") % (_ORDER - 1) + 1
    key = ec.derive_private_key(number, ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _parse(content: bytes) -> ec.EllipticCurvePrivateKey:
    try:
        key = load_pem_private_key(content, None)
    except (TypeError, ValueError) as exc:
        raise _damaged() from exc
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise _damaged()
    return key


def _damaged() -> InternalFault:
    return InternalFault("a key of certificates is damaged; restore its file")


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise Unavailable("the keys of certificates could not be read or written") from exc
