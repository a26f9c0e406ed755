import pytest
from aws_lambda_powertools.utilities.data_classes import SQSEvent

from local.queue_events import UnreadableResponse, failed_ids, queue_event
from mneme.application.ports.work_queue import ReceivedMessage

SENT = frozenset({"m1", "m2"})


def message(**changes: object) -> ReceivedMessage:
    parts: dict[str, object] = {
        "message_id": "m1",
        "body": '{"task_id":"t"}',
        "receipt": "7.1",
        "group": "g",
        "receive_count": 2,
        "sent_at_ms": 1_772_366_400_000,
    }
    return ReceivedMessage(**{**parts, **changes})  # type: ignore[arg-type]


def test_messages_become_the_event_of_a_fifo_queue() -> None:
    event = queue_event("extraction", [message()], 1_772_366_401_000)

    [record] = event["Records"]
    assert record == {
        "messageId": "m1",
        "receiptHandle": "7.1",
        "body": '{"task_id":"t"}',
        "attributes": {
            "ApproximateReceiveCount": "2",
            "SentTimestamp": "1772366400000",
            "SequenceNumber": "00000001772366400000",
            "MessageGroupId": "g",
            "SenderId": "000000000000",
            "MessageDeduplicationId": "m1",
            "ApproximateFirstReceiveTimestamp": "1772366401000",
        },
        "messageAttributes": {},
        "md5OfBody": "ca526960c36aa6df4f190e116f5cc373",
        "eventSource": "aws:sqs",
        "eventSourceARN": "arn:aws:sqs:local:000000000000:extraction",
        "awsRegion": "local",
    }
    [read] = SQSEvent(event).records
    assert (read.attributes.message_group_id, read.queue_url) == (
        "g",
        "https://sqs.local.amazonaws.com/000000000000/extraction",
    )


def test_a_standard_queues_message_has_no_group() -> None:
    event = queue_event("reinforcement", [message(group=None)], 0)

    assert set(event["Records"][0]["attributes"]) == {
        "ApproximateReceiveCount",
        "SentTimestamp",
        "SenderId",
        "ApproximateFirstReceiveTimestamp",
    }


@pytest.mark.parametrize("response", [None, {}, {"batchItemFailures": []}, {"other": 1}])
def test_no_reported_failure_means_that_all_succeeded(response: object) -> None:
    assert failed_ids(response, SENT) == frozenset()


def test_reported_failures_are_told_by_their_ids() -> None:
    response = {"batchItemFailures": [{"itemIdentifier": "m2"}]}

    assert failed_ids(response, SENT) == {"m2"}


@pytest.mark.parametrize(
    "response",
    [
        "done",
        {"batchItemFailures": [{"itemIdentifier": ""}]},
        {"batchItemFailures": [{"itemIdentifier": "m3"}]},
        {"batchItemFailures": [{}]},
        {"batchItemFailures": ["m1"]},
    ],
)
def test_an_answer_that_names_no_sent_message_is_unreadable(response: object) -> None:
    with pytest.raises(UnreadableResponse):
        failed_ids(response, SENT)
