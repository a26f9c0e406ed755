"""What may befall the canary, and whether its alarm has to say so."""

from collections.abc import Iterator

from infra.canary import CANARY
from tests.infra.bad_days import BadDay
from tests.infra.published import MINUTE, NOW, Published


def canary_days() -> Iterator[BadDay]:
    """Yield the bad days of a canary."""
    silent = frozenset({("AWS/Lambda", "Invocations")})
    yield BadDay("the canary fails each time", _failed_each_time, ("canary",))
    yield BadDay("the canary fails once", _failed_once, ())
    yield BadDay("the canary does not set out", lambda _: None, ("canary",), silent)


def _failed_each_time(published: Published) -> None:
    for at in range(NOW - 15 * MINUTE, NOW, 5 * MINUTE):
        published.function(at, CANARY.name, Errors=1)


def _failed_once(published: Published) -> None:
    published.function(NOW - 5 * MINUTE, CANARY.name, Errors=1)
