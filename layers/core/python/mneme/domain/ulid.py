"""ULIDs: 48 bits of milliseconds and 80 further bits, as 26 Crockford base-32 characters."""

import hashlib
from datetime import UTC, datetime

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TIME_BYTES = 6
_ENTROPY_BYTES = 10
_TIME_CHARACTERS = 10


def encode_ulid(at: datetime, entropy: bytes) -> str:
    """Return the ULID of an instant and 10 bytes of entropy."""
    if len(entropy) != _ENTROPY_BYTES:
        raise ValueError("a ULID takes exactly 10 bytes of entropy")
    milliseconds = max(0, int(at.astimezone(UTC).timestamp() * 1000))
    number = int.from_bytes(milliseconds.to_bytes(_TIME_BYTES, "big") + entropy, "big")
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))


def derived_ulid(at: datetime, *parts: str) -> str:
    """Return the ULID that always belongs to these parts, so that a replay names the same thing."""
    joined = "\x00".join(f"{len(part)}:{part}" for part in parts)
    digest = hashlib.sha256(joined.encode("utf-8", "surrogatepass")).digest()
    return encode_ulid(at, digest[:_ENTROPY_BYTES])


def twin_ulid(ulid: str, *parts: str) -> str:
    """Return the ULID of the same instant that always belongs to another one and these parts."""
    derived = derived_ulid(datetime.fromtimestamp(0, UTC), ulid, *parts)
    return ulid[:_TIME_CHARACTERS] + derived[_TIME_CHARACTERS:]
