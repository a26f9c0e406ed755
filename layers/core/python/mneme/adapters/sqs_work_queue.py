"""Queues on Amazon SQS."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.adapters.queue_layout import check_delay, check_limit, check_message, dead_letters
from mneme.application.ports.work_queue import QueueMessage, ReceivedMessage
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.literals import QueueAttributeNameType
    from mypy_boto3_sqs.type_defs import MessageTypeDef, SendMessageRequestTypeDef

_SERVICE = "the queue"
_OUTDATED = frozenset(
    {
        "AWS.SimpleQueueService.MessageNotInflight",
        "MessageNotInflight",
        "ReceiptHandleIsInvalid",
    }
)
# What a late receipt may also be answered with, under a code that means much else.
_OUTDATED_REASONS = ("receipt handle has expired", "does not exist or is not available")


_COUNTS: list["QueueAttributeNameType"] = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
]


class SqsWorkQueue:
    """A `WorkQueue`, `QueueConsumer` and `DeadLetters` by logical names.

    `urls` gives the address of each queue, of dead letters too where they are asked for.

    Visibility time and number of receives are the queue's own attributes. `fifo` names the FIFO
    queues.
    """

    def __init__(self, client: "SQSClient", urls: Mapping[str, str], fifo: frozenset[str]) -> None:
        self._client = client
        self._urls = urls
        self._fifo = fifo

    def send(self, tenant: TenantContext, queue: str, message: QueueMessage) -> None:  # noqa: ARG002
        """Store the message durably. Raises Unavailable; ValueError for a wrong kind of message."""
        check_message(message, fifo=queue in self._fifo)
        request: SendMessageRequestTypeDef = {
            "QueueUrl": self._urls[queue],
            "MessageBody": message.body,
        }
        if message.group is not None and message.deduplication_id is not None:
            request["MessageGroupId"] = message.group
            request["MessageDeduplicationId"] = message.deduplication_id
        if message.delay_seconds:
            request["DelaySeconds"] = message.delay_seconds
        with outages_translated(_SERVICE):
            self._client.send_message(**request)

    def receive(self, queue: str, limit: int) -> Sequence[ReceivedMessage]:
        """Return up to `limit` messages, hidden from others for the queue's visibility time."""
        check_limit(limit)
        with outages_translated(_SERVICE):
            answer = self._client.receive_message(
                QueueUrl=self._urls[queue],
                MaxNumberOfMessages=limit,
                MessageSystemAttributeNames=[
                    "ApproximateReceiveCount",
                    "MessageGroupId",
                    "SentTimestamp",
                ],
            )
        return tuple(_received(message) for message in answer.get("Messages", ()))

    def acknowledge(self, queue: str, receipt: str) -> None:
        """Remove a received message for good; an outdated receipt does nothing."""
        with _outdated_receipts_ignored(), outages_translated(_SERVICE):
            self._client.delete_message(QueueUrl=self._urls[queue], ReceiptHandle=receipt)

    def release(self, queue: str, receipt: str, delay_seconds: int = 0) -> None:
        """Give a received message back after the delay; an outdated receipt does nothing."""
        check_delay(delay_seconds)
        with _outdated_receipts_ignored(), outages_translated(_SERVICE):
            self._client.change_message_visibility(
                QueueUrl=self._urls[queue], ReceiptHandle=receipt, VisibilityTimeout=delay_seconds
            )

    def depth(self, queue: str) -> int:
        """Return about how many dead letters the queue has."""
        names = _COUNTS
        with outages_translated(_SERVICE):
            told = self._client.get_queue_attributes(
                QueueUrl=self._urls[dead_letters(queue)], AttributeNames=names
            )
        return sum(int(told["Attributes"][name]) for name in names)

    def move_back(self, queue: str) -> int:
        """Let SQS move the queue's dead letters back; return about how many they are.

        Where it does so already, that goes on.
        """
        waiting = self.depth(queue)
        with outages_translated(_SERVICE):
            told = self._client.get_queue_attributes(
                QueueUrl=self._urls[dead_letters(queue)], AttributeNames=["QueueArn"]
            )
            try:
                self._client.start_message_move_task(SourceArn=told["Attributes"]["QueueArn"])
            except ClientError as exc:
                if not _is_under_way(exc):
                    raise
        return waiting


@contextmanager
def _outdated_receipts_ignored() -> Iterator[None]:
    """Let a late call pass: its message is out of these hands and will be received again."""
    try:
        yield
    except ClientError as exc:
        if not _is_outdated(exc):
            raise


def _is_under_way(error: ClientError) -> bool:
    reason = error.response.get("Error", {}).get("Message", "")
    return error_code(error).endswith("UnsupportedOperation") and "already" in reason


def _is_outdated(error: ClientError) -> bool:
    if error_code(error) == "InvalidParameterValue":
        reason = error.response.get("Error", {}).get("Message", "")
        return any(known in reason for known in _OUTDATED_REASONS)
    return error_code(error) in _OUTDATED


def _received(message: "MessageTypeDef") -> ReceivedMessage:
    attributes = message["Attributes"]
    return ReceivedMessage(
        message_id=message["MessageId"],
        body=message["Body"],
        receipt=message["ReceiptHandle"],
        group=attributes.get("MessageGroupId"),
        receive_count=int(attributes["ApproximateReceiveCount"]),
        sent_at_ms=int(attributes["SentTimestamp"]),
    )
