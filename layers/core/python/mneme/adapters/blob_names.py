"""How tenants and names of objects, any strings at all, become parts of keys and of paths.

A part holds plain characters and `%` escapes, never a separator, and never begins with a dot.
Different strings give different parts: what is too long ends in its digest, behind a `~` that no
escape yields.
"""

import hashlib
import string
from urllib.parse import unquote_to_bytes

_KEY_SAFE = frozenset((string.ascii_letters + string.digits + "-_.").encode())
# Some file systems take `A` and `a` for the same name.
_FILE_SAFE = _KEY_SAFE - frozenset(string.ascii_uppercase.encode())
_LONGEST = 200
_KEPT = 120
_DIGEST_MARK = "~"
_DOT = ord(".")


def object_key(tenant_id: str, name: str) -> str:
    """Return `<tenant>/<name>` for a store that tells capitals from small letters."""
    return f"{_escaped(tenant_id, _KEY_SAFE)}/{_escaped(name, _KEY_SAFE)}"


def file_part(text: str) -> str:
    """Return the text as one component of a path."""
    return _escaped(text, _FILE_SAFE)


def plain_name(part: str) -> str | None:
    """Return the name that a part stands for; None if it was too long to stand in it whole."""
    if _DIGEST_MARK in part:
        return None
    return unquote_to_bytes(part).decode("utf-8", "surrogatepass")


def _escaped(text: str, safe: frozenset[int]) -> str:
    raw = text.encode("utf-8", "surrogatepass")
    part = "".join(
        chr(byte) if byte in safe and not (byte == _DOT and at == 0) else f"%{byte:02x}"
        for at, byte in enumerate(raw)
    )
    if not 0 < len(part) <= _LONGEST:
        return f"{part[:_KEPT]}{_DIGEST_MARK}{hashlib.sha256(raw).hexdigest()}"
    return part
