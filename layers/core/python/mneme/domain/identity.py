"""Identifiers given by callers: what is accepted, and that nothing else is."""

import hashlib
import re
import unicodedata

from mneme.domain.errors import InvalidRequest

ID_LENGTH = 128
"""Longest accepted id, in characters."""

TENANT_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")

_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cs", "Cn"})
_UNSEEN_CATEGORIES = _FORBIDDEN_CATEGORIES | {"Cf", "Zs", "Zl", "Zp"}
_UNSEEN_LETTERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)
"""Letters and marks that Unicode lets be ignored where they are shown: fillers, variations."""


def seen(text: str) -> str:
    """Return what of a text shows: without spaces, controls, formats and ignorable characters."""
    if text.isascii() and text.isprintable():
        return text.replace(" ", "")
    return "".join(
        character
        for character in text
        if character not in _UNSEEN_LETTERS
        and unicodedata.category(character) not in _UNSEEN_CATEGORIES
    )


def caller_id(value: object, field: str) -> str:
    """Return an app, session or message id as given, or raise InvalidRequest naming `field`.

    Accepted: a string of 1–128 characters of which something shows, not only `*`, and which holds
    no control character and no lone surrogate. Spelling is kept exactly: ids are compared by
    equality only.
    """
    if not isinstance(value, str):
        raise InvalidRequest("must be a string", field=field)
    if len(value) > ID_LENGTH:
        raise InvalidRequest(f"must have at most {ID_LENGTH} characters", field=field)
    shown = seen(value)
    if not shown:
        raise InvalidRequest("must not be empty or blank", field=field)
    if shown == "*":
        raise InvalidRequest("must name one thing; `*` is not an id", field=field)
    if any(unicodedata.category(character) in _FORBIDDEN_CATEGORIES for character in value):
        raise InvalidRequest("must not hold control characters or surrogates", field=field)
    return value


def user_id(value: object, field: str = "user_id") -> str:
    """Return a user id as a string; integers are accepted, so `123` and `"123"` are one user."""
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 0:
            raise InvalidRequest("must not be negative", field=field)
        if value >= 10**ID_LENGTH:  # checked first: str() itself refuses very large integers
            raise InvalidRequest(f"must have at most {ID_LENGTH} digits", field=field)
        value = str(value)
    return caller_id(value, field)


def tenant_id(value: object, field: str = "tenant_id") -> str:
    """Return a tenant id: 1–63 lower-case letters, digits and inner hyphens."""
    if not isinstance(value, str) or not TENANT_ID.fullmatch(value):
        raise InvalidRequest(
            "must be 1-63 lower-case letters, digits or inner hyphens", field=field
        )
    return value


def hashed_user(tenant_id: str, user_id: str) -> str:
    """Return 16 hex digits that stand for a user in logs, where ids have no place."""
    named = f"{tenant_id}#{user_id}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(named).hexdigest()[:16]
