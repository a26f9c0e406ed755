"""The hash chain of a user's change records (DESIGN §16).

Each record carries a link: a keyed hash of the link before it, its number and its fields. What may
have to be taken out of a record one day stands in it beside a salt, and enters the link as a keyed
hash of both alone: once it and its salt are gone, the link still fits, and nobody can find by
guessing what was there.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SALT_BYTES = 16
KEY_BYTES = 32

LINK = "link"
SALT = "salt"
COMMITMENT = "commitment"
SOURCES = "sources"
SANITIZED = "sanitized"
SAID = "said"
_APART = frozenset({"pk", "sk", LINK, SALT, SOURCES, SANITIZED})
"""What is not hashed into the link as it stands: the place is, and the sources' commitment."""


@dataclass(frozen=True, slots=True)
class ChainKey:
    """The key of one user's chain. It outlives the keys of the user's contents."""

    secret: bytes

    def __repr__(self) -> str:
        """Return no secret."""
        return "ChainKey()"

    def genesis(self, partition: str, chain: bytes, first: int) -> bytes:
        """Return what stands before the chain's first record, which has the number `first`."""
        return self._hash(b"genesis", partition.encode(), chain, str(first).encode())

    def link(self, before: bytes, number: int, row: Mapping[str, object]) -> bytes:
        """Return the link of a record; `row` has its commitment."""
        kept = {name: value for name, value in row.items() if name not in _APART}
        return self._hash(b"link", before, str(number).encode(), _canonical(kept))

    def commitment(self, salt: bytes, row: Mapping[str, object]) -> bytes:
        """Return the commitment to what may be taken out of a record."""
        return self._hash(b"sources", salt, _canonical(row.get(SOURCES)))

    def said(self, salt: bytes, digests: Sequence[bytes]) -> bytes:
        """Return the commitment to the words of a record's memories, in order of their ids."""
        return self._hash(b"said", salt, *digests)

    def _hash(self, *parts: bytes) -> bytes:
        told = hmac.new(self.secret, digestmod=hashlib.sha256)
        for part in parts:
            told.update(len(part).to_bytes(8, "big") + part)
        return told.digest()


def words_digest(hashing_key: bytes, memory_id: str, revision: int, words: Sequence[str]) -> bytes:
    """Return the digest of what a revision says, by a key that goes when the content is erased."""
    told = _canonical(["words", memory_id, revision, *words])
    return hmac.new(hashing_key, told, hashlib.sha256).digest()


def _canonical(value: object) -> bytes:
    """Return one text for equal values, whatever order their store keeps them in."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=_plain).encode()


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, frozenset):
        return {"set": sorted(value)}
    raise TypeError(f"a record holds no {type(value).__name__}")
