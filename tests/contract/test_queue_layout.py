"""The rules of SQS that every queue adapter applies before it sends, receives or releases."""

import pytest

from mneme.adapters.queue_layout import QueueLayout, check_delay, check_limit, check_message
from mneme.application.ports.work_queue import QueueMessage


@pytest.mark.parametrize(
    "message",
    [
        QueueMessage("body", "ann", "01ARZ3NDEKTSV4RRFFQ69G5FAV#1"),
        QueueMessage("é" * 131_072, "!~" * 64, "x" * 128),
    ],
)
def test_a_fifo_message_has_group_and_deduplication_id(message: QueueMessage) -> None:
    check_message(message, fifo=True)
    with pytest.raises(ValueError):
        check_message(message, fifo=False)


@pytest.mark.parametrize(
    "message",
    [
        QueueMessage("body"),
        QueueMessage("body", group="ann"),
        QueueMessage("body", deduplication_id="task#1"),
        QueueMessage("body", "", "task#1"),
        QueueMessage("body", "a b", "task#1"),
        QueueMessage("body", "é", "task#1"),
        QueueMessage("body", "ann", "x" * 129),
        QueueMessage("", "ann", "task#1"),
        QueueMessage("é" * 131_073, "ann", "task#1"),
    ],
)
def test_what_a_fifo_queue_would_refuse_is_refused(message: QueueMessage) -> None:
    with pytest.raises(ValueError):
        check_message(message, fifo=True)


@pytest.mark.parametrize(
    "message",
    [
        QueueMessage("body", group="ann"),
        QueueMessage("body", deduplication_id="task#1"),
        QueueMessage(""),
    ],
)
def test_what_a_standard_queue_would_refuse_is_refused(message: QueueMessage) -> None:
    check_message(QueueMessage("body"), fifo=False)
    with pytest.raises(ValueError):
        check_message(message, fifo=False)


def test_a_receive_asks_for_one_to_ten() -> None:
    check_limit(1)
    check_limit(10)
    for limit in (0, 11):
        with pytest.raises(ValueError):
            check_limit(limit)


def test_a_release_is_for_twelve_hours_at_most() -> None:
    check_delay(0)
    check_delay(43_200)
    for seconds in (-1, 43_201):
        with pytest.raises(ValueError):
            check_delay(seconds)


def test_dead_letters_have_a_queue_of_the_same_kind() -> None:
    dead = QueueLayout("orders", fifo=True, visibility_seconds=30, max_receives=5).dead_letters()

    assert dead == QueueLayout("orders-dead", fifo=True, visibility_seconds=30, max_receives=None)
