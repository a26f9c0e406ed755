"""What brings functions to keep the thresholds that they have, and to write so."""

from collections.abc import Callable
from typing import cast

from mneme.application.ports.settings import Settings
from mneme.application.recall.inline_errands import InlineErrands
from mneme.application.settings.follow_settings import FollowSettings
from mneme.domain.errors import InvalidRequest, Unavailable
from mneme.domain.thresholds import Thresholds
from tests.infra.provoked import MeasuredWorld, Silent


def what_was_set_is_unfit() -> None:
    """Read thresholds that are out of bounds."""
    _follow(InvalidRequest("is too much", field="recall.top_k"))


def what_was_set_cannot_be_read() -> None:
    """Read thresholds where nobody answers."""
    _follow(Unavailable("away"))


def _follow(fault: Exception) -> None:
    world = MeasuredWorld()
    source = cast(Settings, Silent(fault))
    followed = FollowSettings(source, Thresholds(), InlineErrands(), world.clock, world.metrics)
    followed.begin()


OF_SETTINGS: dict[str, Callable[[], None]] = {
    "thresholds-unfit": what_was_set_is_unfit,
    "thresholds-unread": what_was_set_cannot_be_read,
}
"""By the alarm that must fire once it happens often enough."""
