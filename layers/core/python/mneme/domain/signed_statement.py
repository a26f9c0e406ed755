"""A statement of fields that one signature stands for, and of which a field may be withheld.

The signature is over the digest of a manifest: the SHA-256 of each field, in canonical JSON, under
its place. So an altered field can be named, and a copy without its subject verifies as the whole
does: the digest of a subject tells nothing to who does not have it, as a salt is in it.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mneme.domain.canonical_json import Json, canonical

FORMAT = "mneme-erasure-certificate/1"
ALGORITHM = "ECDSA-P256-SHA256"
WITHHELD = "subject"
"""The one field that a copy may leave out."""

SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature (ASN.1, DER) and the public key that fits it (SubjectPublicKeyInfo, DER)."""

    public_key: bytes
    value: bytes


def key_id(public_key: bytes) -> str:
    """Return the name of a public key: the SHA-256 of its DER, in hexadecimal."""
    return hashlib.sha256(public_key).hexdigest()


def fields(statement: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield each field of a statement by its place (RFC 6901).

    What a member is made of are fields of their own, but for the subject's: it is told or withheld
    as a whole.
    """
    for name, value in statement.items():
        if isinstance(value, Mapping) and value and name != WITHHELD:
            for part, told in value.items():
                yield f"/{_escaped(name)}/{_escaped(part)}", told
        else:
            yield f"/{_escaped(name)}", value


def manifest(statement: Mapping[str, Json]) -> dict[str, Json]:
    """Return the digest of each field, in hexadecimal. Raises ValueError for what is no JSON."""
    return {place: digest(value) for place, value in fields(statement)}


def digest(value: Json) -> str:
    """Return the digest of a field. Raises ValueError for what is no JSON of ours."""
    return hashlib.sha256(canonical(value)).hexdigest()


def signed_bytes(listed: Mapping[str, Json], key: str) -> bytes:
    """Return what a signature is over, of a manifest and of the name of the key that signs it.

    Key services take but 4,096 bytes: of the manifest it holds the digest. Raises ValueError for
    what is no JSON of ours.
    """
    return canonical({"format": FORMAT, "key_id": key, "manifest": digest(listed)})


def document(statement: Mapping[str, Json], signature: Signature) -> dict[str, Json]:
    """Return what is handed out. Raises ValueError for what is no JSON of ours."""
    return {
        "format": FORMAT,
        "statement": statement,
        "manifest": manifest(statement),
        "signed_by": {
            "algorithm": ALGORITHM,
            "key_id": key_id(signature.public_key),
            "public_key": b64encode(signature.public_key).decode(),
        },
        "signature": b64encode(signature.value).decode(),
    }


def without_subject(told: Mapping[str, Json]) -> dict[str, Json]:
    """Return a document for who need not know whose memory it was: it verifies as before."""
    statement = told["statement"]
    rest = statement
    if isinstance(statement, Mapping):
        rest = {name: value for name, value in statement.items() if name != WITHHELD}
    return {**told, "statement": rest}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
