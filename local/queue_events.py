"""Queue messages as SQS shows them to a function, and what the function says of them."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from local.cloud_names import ACCOUNT, REGION, queue_arn
from mneme.application.ports.work_queue import ReceivedMessage


class UnreadableResponse(Exception):
    """A function's answer to a batch names no message of the batch."""


def queue_event(
    queue: str, messages: Sequence[ReceivedMessage], received_at_ms: int
) -> dict[str, Any]:
    """Return the event of one batch."""
    return {"Records": [_record(queue, message, received_at_ms) for message in messages]}


def _record(queue: str, message: ReceivedMessage, received_at_ms: int) -> dict[str, Any]:
    attributes = {
        "ApproximateReceiveCount": str(message.receive_count),
        "SentTimestamp": str(message.sent_at_ms),
        "SenderId": ACCOUNT,
        "ApproximateFirstReceiveTimestamp": str(received_at_ms),
    }
    if message.group is not None:
        # Orders the messages of a group; the receipt's own number is not part of the port.
        attributes["SequenceNumber"] = f"{message.sent_at_ms:020d}"
        attributes["MessageGroupId"] = message.group
        attributes["MessageDeduplicationId"] = message.message_id
    return {
        "messageId": message.message_id,
        "receiptHandle": message.receipt,
        "body": message.body,
        "attributes": attributes,
        "messageAttributes": {},
        # The checksum is SQS's own choice; it protects nothing here.
        "md5OfBody": hashlib.md5(message.body.encode(), usedforsecurity=False).hexdigest(),
        "eventSource": "aws:sqs",
        "eventSourceARN": queue_arn(queue),
        "awsRegion": REGION,
    }


def failed_ids(response: object, sent: frozenset[str]) -> frozenset[str]:
    """Return the identifiers that a function reports as failed, all of them among those sent.

    Raises UnreadableResponse for any other answer: the platform then takes the whole batch as
    failed. No answer, or one without failures, means that everything succeeded.
    """
    if response is None:
        return frozenset()
    if not isinstance(response, Mapping):
        raise UnreadableResponse("the answer is no object")
    failures = response.get("batchItemFailures") or ()
    try:
        failed = frozenset(failure["itemIdentifier"] for failure in failures)
    except (TypeError, KeyError) as exc:
        raise UnreadableResponse("a failure without an identifier") from exc
    if not failed <= sent:
        raise UnreadableResponse("an identifier that was not sent")
    return failed
