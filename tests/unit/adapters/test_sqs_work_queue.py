"""What SQS answers to an operator who moves dead letters back."""

from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from mneme.adapters.queue_layout import dead_letters
from mneme.adapters.sqs_work_queue import SqsWorkQueue
from tests.contract import aws

UNDER_WAY = "There is already a task running. Only one active task is allowed for a source queue."


@pytest.fixture
def sqs() -> Iterator[tuple[SqsWorkQueue, Stubber]]:
    """Yield a queue with three dead letters, and what is answered next."""
    client: Any = aws.new_client("sqs")
    urls = {dead_letters("orders"): "http://127.0.0.1/orders-dead"}
    counts = {"ApproximateNumberOfMessages": "3", "ApproximateNumberOfMessagesNotVisible": "0"}
    with Stubber(client) as stubber:
        stubber.add_response("get_queue_attributes", {"Attributes": counts})
        stubber.add_response("get_queue_attributes", {"Attributes": {"QueueArn": "arn"}})
        yield SqsWorkQueue(client, urls, frozenset()), stubber


def test_dead_letters_are_moved_back_to_where_they_came_from(
    sqs: tuple[SqsWorkQueue, Stubber],
) -> None:
    queue, answers = sqs
    # Without a destination SQS moves each one to the queue that it died in.
    answers.add_response("start_message_move_task", {"TaskHandle": "t"}, {"SourceArn": "arn"})

    assert queue.move_back("orders") == 3

    answers.assert_no_pending_responses()


def test_dead_letters_that_are_moved_back_already_go_on_being_moved(
    sqs: tuple[SqsWorkQueue, Stubber],
) -> None:
    queue, answers = sqs
    code = "AWS.SimpleQueueService.UnsupportedOperation"
    answers.add_client_error("start_message_move_task", code, UNDER_WAY)

    assert queue.move_back("orders") == 3


def test_a_move_that_is_refused_for_another_reason_is_told(
    sqs: tuple[SqsWorkQueue, Stubber],
) -> None:
    queue, answers = sqs
    answers.add_client_error("start_message_move_task", "UnsupportedOperation", "no such source")

    with pytest.raises(ClientError):
        queue.move_back("orders")
