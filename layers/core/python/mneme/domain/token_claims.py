"""What the claims of a signed token must say before anybody is let in by it. Times are seconds."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant

LONGEST_TOKEN = 8_192
"""Characters of a token: more than a gateway lets through in its headers anyway."""

SKEW = timedelta(seconds=30)
"""How far the clocks of who signs and who checks may be apart."""

_LAST_SECOND = 253_402_300_799  # of the year 9999
_NEVER = 1e18
"""Seconds that tell no time any more: some write that a token does not end by a large number."""


def require_in_time(
    claims: Mapping[str, object], now: datetime, longest: timedelta | None = None
) -> datetime:
    """Return when the token ends, by our own clock and the skew that is forgiven.

    Raises NotAuthenticated if it has ended, does not hold yet, was made in the future, says no
    such times, or was made for longer than `longest`.
    """
    at = now.timestamp()
    skew = SKEW.total_seconds()
    ends = _second(claims, "exp")
    if ends is None or ends + skew <= at:
        raise NotAuthenticated("the token has expired")
    if any((_second(claims, name) or at) > at + skew for name in ("nbf", "iat")):
        raise NotAuthenticated("the token does not hold yet")
    if longest is not None:
        made = _second(claims, "iat")
        if made is None or ends - made > longest.total_seconds():
            raise NotAuthenticated("the token was made for too long")
    return datetime.fromtimestamp(min(ends + skew, _LAST_SECOND), UTC)


def _second(claims: Mapping[str, object], name: str) -> float | None:
    value = claims.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NotAuthenticated("the token tells no time")
    # Compared, not converted: an integer may be larger than any double, and NaN is in no range.
    if not abs(value) < _NEVER:
        raise NotAuthenticated("the token tells no time")
    return float(value)


def names_in(claims: Mapping[str, object], name: str) -> frozenset[str]:
    """Return what a claim lists, be it a list of texts or one text with spaces; nothing if none.

    Raises NotAuthenticated for anything else: a guess could let in more than was meant.
    """
    value = claims.get(name)
    if value is None:
        return frozenset()
    if isinstance(value, str):
        return frozenset(value.split())
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return frozenset(value)
    raise NotAuthenticated("the token lists no names")


def grants_in(claims: Mapping[str, object], name: str) -> frozenset[Grant]:
    """Return the scopes that a claim lists, `recall` or `mneme:recall`; others mean others."""
    named = {one.removeprefix("mneme:") for one in names_in(claims, name)}
    return frozenset(grant for grant in Grant if grant.value in named)
