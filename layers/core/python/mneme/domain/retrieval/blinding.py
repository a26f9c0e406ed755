"""Keyed hashes: things can be found as equal without being readable.

Every kind of hash has a label of its own under the key, so that a term never equals a tag. Parts
are framed by their length, so that distinct lists of parts give distinct inputs.
"""

import hmac
import re
import unicodedata
from collections.abc import Iterable, Mapping

from mneme.domain.memory import Entity, TagValue

TERM_BYTES = 8
HASH_BYTES = 16
STATEMENT_DIGITS = 16

_SPACES = re.compile(r"\s+")
_CLOSING = " .,;:!?~。、"
"""Punctuation that ends a sentence, after NFKC (which makes the full-width forms plain)."""


def blind_term(key: bytes, term: str) -> str:
    """Return the term's keyed hash, 16 hex digits."""
    return _digest(key, ("term", term), TERM_BYTES)


def blind_terms(key: bytes, terms: Iterable[str]) -> tuple[str, ...]:
    """Return the keyed hashes of terms, in order and with their repetitions."""
    listed = tuple(terms)
    blind = {term: blind_term(key, term) for term in set(listed)}
    return tuple(blind[term] for term in listed)


def blind_tag(key: bytes, name: str, value: TagValue) -> str:
    """Return the keyed hash of a tag, 32 hex digits.

    1 and 1.0 are one value; 1, "1" and true are three.
    """
    return _digest(key, ("tag", name, *_typed(value)), HASH_BYTES)


def blind_entity(key: bytes, name: str) -> str:
    """Return the keyed hash of what is named, 32 hex digits; writings as in `content_hash`."""
    return _digest(key, ("entity", normalised(name)), HASH_BYTES)


def blind_labels(
    key: bytes, tags: Mapping[str, TagValue], entities: Iterable[Entity]
) -> frozenset[str]:
    """Return the keyed hashes of everything that a memory is labelled with."""
    tagged = {blind_tag(key, name, value) for name, value in tags.items()}
    return frozenset(tagged | {blind_entity(key, one.name) for one in entities})


def content_hash(key: bytes, text: str) -> str:
    """Return the keyed hash of a text, 32 hex digits.

    Texts that differ in width, case, spacing or closing punctuation only have the same.
    """
    return _digest(key, ("content", normalised(text)), HASH_BYTES)


def keyed_hash(key: bytes, *parts: str) -> str:
    """Return the keyed hash of any parts, 32 hex digits."""
    return _digest(key, ("parts", *parts), HASH_BYTES)


def blind_statement(key: bytes, letters: str) -> str:
    """Return the keyed hash of what a message states, 16 hex digits.

    Statements are told apart from others of the same message only.
    """
    return keyed_hash(key, "statement", letters)[:STATEMENT_DIGITS]


def normalised(text: str) -> str:
    """Return what `content_hash` compares. A text of nothing but punctuation stays as it is."""
    plain = _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()
    return plain.rstrip(_CLOSING) or plain


def _typed(value: TagValue) -> tuple[str, str]:
    if isinstance(value, bool):
        return "truth", str(value)
    if isinstance(value, str):
        return "text", value
    if isinstance(value, float) and not value.is_integer():
        return "number", repr(value)
    return "number", str(int(value))


def _digest(key: bytes, parts: tuple[str, ...], length: int) -> str:
    framed = b"".join(
        len(data).to_bytes(4, "big") + data
        for data in (part.encode("utf-8", "surrogatepass") for part in parts)
    )
    return hmac.digest(key, framed, "sha256")[:length].hex()
