"""What has expired is taken out page by page, and looked for seldom."""

from datetime import datetime

from local.expiry_pump import PAGE, ExpiryPump
from tests.doubles import FixedClock


class _Shelf:
    """Holds so many things that have expired."""

    def __init__(self, expired: int) -> None:
        self.expired = expired
        self.looks = 0

    def expire(self, at: datetime, limit: int) -> int:
        self.looks += 1
        gone = min(self.expired, limit)
        self.expired -= gone
        return gone


def test_full_pages_follow_each_other_at_once_until_nothing_is_left() -> None:
    shelf = _Shelf(2 * PAGE + 1)
    pump = ExpiryPump("shelf", shelf.expire, 60.0, FixedClock())

    assert [pump.step() for _ in range(4)] == [True, True, False, False]
    assert (shelf.expired, shelf.looks) == (0, 3)


def test_it_looks_again_when_its_time_has_come() -> None:
    clock, shelf = FixedClock(), _Shelf(0)
    pump = ExpiryPump("shelf", shelf.expire, 60.0, clock)
    pump.step()

    clock.advance(59)
    pump.step()
    assert shelf.looks == 1

    clock.advance(1)
    pump.step()
    assert shelf.looks == 2
