"""Public keys as people hand them on: PEM, one after the other."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_der_public_key,
    load_pem_public_key,
)

_END = b"-----END PUBLIC KEY-----"


def pem_of(public_key: bytes) -> str:
    """Return a public key (DER) as PEM."""
    key = load_der_public_key(public_key)
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def public_keys_of(pem: bytes) -> Sequence[bytes]:
    """Return the public keys (DER) of a file. Raises ValueError if it has none."""
    blocks = [block + _END for block in pem.split(_END)[:-1]]
    if not blocks:
        raise ValueError("holds no public key")
    keys = map(load_pem_public_key, blocks)
    return [key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo) for key in keys]
