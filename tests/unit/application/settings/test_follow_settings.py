"""Thresholds of a process: read anew in time, kept when they cannot be, whole for each work."""

import logging
import threading
from dataclasses import dataclass, field, replace

import pytest

from mneme.application.recall.inline_errands import InlineErrands
from mneme.application.settings.follow_settings import (
    AGAIN_SECONDS,
    EVERY_SECONDS,
    FIRST_PATIENCE_SECONDS,
    PATIENCE_SECONDS,
    FollowSettings,
)
from mneme.domain.errors import InvalidRequest, MnemeError, Unavailable
from mneme.domain.measures import Measured
from mneme.domain.recollection import RecallPolicy
from mneme.domain.thresholds import Thresholds
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.racing_errands import RacingErrands
from tests.doubles.recorded_metrics import RecordedMetrics

AWAY = Unavailable("away")
UNFIT = InvalidRequest("must be less", field="recall.top_k")


def top(number: int) -> Thresholds:
    return replace(Thresholds(), recall=RecallPolicy(top_k=number))


DEPLOYED = top(1)


@dataclass
class _Source:
    """Settings that take some seconds, and may be at fault."""

    clock: FixedClock = field(default_factory=FixedClock)
    told: Thresholds = field(default_factory=lambda: top(2))
    seconds: float = 0.0
    fault: MnemeError | None = None
    asked: int = 0

    def thresholds(self) -> Thresholds:
        self.asked += 1
        self.clock.sleep(self.seconds)
        if self.fault is not None:
            raise self.fault
        return self.told


class _Followed:
    def __init__(self) -> None:
        self.source = _Source()
        self.clock = self.source.clock
        self.metrics = RecordedMetrics()
        self.settings = FollowSettings(
            self.source, DEPLOYED, RacingErrands(self.clock), self.clock, self.metrics
        )

    def begin(self) -> int:
        """Begin a piece of work, and return what holds for it."""
        self.settings.begin()
        return self.now()

    def now(self) -> int:
        return self.settings.now().recall.top_k

    def kept(self) -> list[str]:
        return self.metrics.names(Measured.THRESHOLDS_KEPT)


@pytest.fixture
def followed() -> _Followed:
    return _Followed()


def test_what_was_set_holds_from_the_first_work_on(followed: _Followed) -> None:
    assert (followed.begin(), followed.source.asked) == (2, 1)


def test_who_begins_nothing_reads_once_all_the_same(followed: _Followed) -> None:
    assert (followed.now(), followed.now(), followed.source.asked) == (2, 2, 1)


def test_within_a_minute_nothing_is_asked_again(followed: _Followed) -> None:
    followed.begin()
    followed.source.told = top(3)
    followed.clock.sleep(EVERY_SECONDS - 0.1)

    assert (followed.begin(), followed.source.asked) == (2, 1)


def test_a_change_comes_to_the_next_work_after_a_minute(followed: _Followed) -> None:
    followed.begin()
    followed.source.told = top(3)
    followed.clock.sleep(EVERY_SECONDS)

    assert followed.now() == 2, "the work that runs goes on with what it began with"
    assert (followed.begin(), followed.source.asked) == (3, 2)


@pytest.mark.parametrize(
    ("fault", "named"), [(AWAY, "thresholds_kept_unread"), (UNFIT, "thresholds_kept_unfit")]
)
def test_what_cannot_be_taken_leaves_the_last_good_ones(
    followed: _Followed, fault: MnemeError, named: str
) -> None:
    followed.begin()
    followed.source.told, followed.source.fault = top(3), fault
    followed.clock.sleep(EVERY_SECONDS)

    assert (followed.begin(), followed.kept()) == (2, [named])
    followed.source.fault = None
    followed.clock.sleep(EVERY_SECONDS)
    assert (followed.begin(), followed.kept()) == (3, [named])


@pytest.mark.parametrize("fault", [AWAY, UNFIT])
def test_a_process_that_has_read_none_goes_on_with_the_deployments(
    followed: _Followed, fault: MnemeError
) -> None:
    followed.source.fault = fault
    assert (followed.begin(), len(followed.kept())) == (1, 1)

    followed.source.fault = None
    assert followed.begin() == 1
    followed.clock.sleep(AGAIN_SECONDS)
    assert followed.begin() == 2


def test_a_fault_is_logged_once_with_its_field_and_again_when_it_is_another(
    followed: _Followed, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    for fault in (UNFIT, UNFIT, AWAY, None, AWAY):
        followed.source.fault = fault
        followed.begin()
        followed.clock.sleep(EVERY_SECONDS)

    told = [(line.reason, line.field) for line in caplog.records]  # type: ignore[attr-defined]
    assert told == [("unfit", "recall.top_k"), ("unread", None), ("unread", None)]


def test_work_waits_a_quarter_of_a_second_and_no_longer(followed: _Followed) -> None:
    followed.begin()
    followed.source.told, followed.source.seconds = top(3), 0.4
    followed.clock.sleep(EVERY_SECONDS)
    started = followed.clock.monotonic()

    assert followed.begin() == 2
    assert followed.clock.monotonic() - started == pytest.approx(PATIENCE_SECONDS)


def test_what_comes_late_comes_to_a_later_work_that_does_not_wait(followed: _Followed) -> None:
    followed.begin()
    followed.source.told, followed.source.seconds = top(3), 0.4
    followed.clock.sleep(EVERY_SECONDS)
    followed.begin()
    started = followed.clock.monotonic()

    assert followed.begin() == 2
    assert followed.clock.monotonic() == started
    followed.clock.sleep(0.2)
    followed.settings.begin()
    assert followed.source.asked == 2


def test_the_first_work_waits_somewhat_longer(followed: _Followed) -> None:
    followed.source.seconds = 0.9
    assert followed.begin() == 2

    slower = _Followed()
    slower.source.seconds = 5.0
    started = slower.clock.monotonic()
    assert slower.begin() == 1
    assert slower.clock.monotonic() - started == pytest.approx(FIRST_PATIENCE_SECONDS)


def test_another_thread_keeps_what_its_own_work_began_with(followed: _Followed) -> None:
    followed.begin()
    seen: list[int] = []
    may_look, has_begun = threading.Event(), threading.Event()

    def other() -> None:
        followed.settings.begin()
        has_begun.set()
        may_look.wait(10)
        seen.append(followed.now())

    thread = threading.Thread(target=other)
    thread.start()
    has_begun.wait(10)
    followed.source.told = top(3)
    followed.clock.sleep(EVERY_SECONDS)
    mine = followed.begin()
    may_look.set()
    thread.join()

    assert (mine, seen) == (3, [2])


def test_what_is_read_in_place_holds_at_once() -> None:
    source = _Source()
    settings = FollowSettings(source, DEPLOYED, InlineErrands(), source.clock, every_seconds=1.0)
    settings.begin()
    source.told = top(3)
    source.clock.sleep(1.0)
    settings.begin()

    assert settings.now().recall.top_k == 3
