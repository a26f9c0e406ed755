"""A row of `infra/queues.py` as an SQS queue with its dead-letter queue."""

from aws_cdk import Duration
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.acknowledgements import acknowledge
from infra.queues import Queue

LONGEST_RETENTION = Duration.days(14)


class WorkQueue(Construct):
    """A queue; one that a function consumes has a dead-letter queue of the same kind."""

    def __init__(self, scope: Construct, construct_id: str, *, row: Queue, key: kms.IKey) -> None:
        super().__init__(scope, construct_id)
        self.row = row
        self.dead = self._queue("Dead", key) if row.consumer else None
        self.queue = self._queue(
            "Queue",
            key,
            visibility_timeout=Duration.seconds(row.visibility_seconds),
            dead_letter_queue=sqs.DeadLetterQueue(
                queue=self.dead, max_receive_count=row.max_receives
            )
            if self.dead
            else None,
        )
        last = self.dead or self.queue
        acknowledge(last, "SQS3", "Messages end here: an operator reads or redrives them.")

    def _queue(
        self,
        construct_id: str,
        key: kms.IKey,
        *,
        visibility_timeout: Duration | None = None,
        dead_letter_queue: sqs.DeadLetterQueue | None = None,
    ) -> sqs.Queue:
        # High-throughput FIFO: order and deduplication per group, that is per user.
        return sqs.Queue(
            self,
            construct_id,
            fifo=True if self.row.fifo else None,
            deduplication_scope=sqs.DeduplicationScope.MESSAGE_GROUP if self.row.fifo else None,
            fifo_throughput_limit=sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID
            if self.row.fifo
            else None,
            encryption=sqs.QueueEncryption.KMS,
            encryption_master_key=key,
            data_key_reuse=Duration.minutes(5),
            enforce_ssl=True,
            retention_period=LONGEST_RETENTION,
            visibility_timeout=visibility_timeout,
            dead_letter_queue=dead_letter_queue,
        )
