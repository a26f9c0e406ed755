"""What the platform feeds to workers: queues, and the stream of the heads table.

The mappings are written out, not added by `add_event_source`, which would widen the roles.
"""

from aws_cdk import Duration
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from aws_cdk.aws_lambda_event_sources import SqsDlq

from infra.constructs.function import MnemeFunction
from infra.constructs.grants import stream_arn
from infra.constructs.naming import construct_id as named
from infra.queues import Lane, Queue
from infra.settings import StageSettings

STREAM_BATCH = 100
STREAM_AGE = Duration.hours(23)
"""What the stream itself would let go after 24 hours is named in a queue before."""
STREAM_PARALLEL = 4


def feed_from_queue(
    consumer: MnemeFunction, *, row: Queue, queue: sqs.IQueue, settings: StageSettings
) -> None:
    """Feed a queue's messages to its consumer; it reports which of a batch failed."""
    window = row.batching_window_seconds
    of_lane = {Lane.LIVE: settings.live_tasks, Lane.BULK: settings.bulk_tasks}
    first = row.name == consumer.row.queues[0]
    lambda_.EventSourceMapping(
        consumer,
        "FromQueue" if first else named(row.name, "From"),
        target=consumer.target,
        event_source_arn=queue.queue_arn,
        batch_size=row.batch_size,
        max_batching_window=Duration.seconds(window) if window else None,
        max_concurrency=of_lane[row.lane] if row.lane else row.max_concurrency,
        report_batch_item_failures=True,
    )


def feed_from_stream(
    consumer: MnemeFunction, *, table: dynamodb.Table, failures: sqs.IQueue
) -> None:
    """Feed a table's changes, in order per item, again and again until they are dealt with.

    An outage must lose none, so nothing but their age bounds the attempts; the consumer itself
    leaves a faulty change behind. A batch of which it dies is halved.
    """
    lambda_.EventSourceMapping(
        consumer,
        "FromStream",
        target=consumer.target,
        event_source_arn=stream_arn(table),
        starting_position=lambda_.StartingPosition.TRIM_HORIZON,
        batch_size=STREAM_BATCH,
        parallelization_factor=STREAM_PARALLEL,
        bisect_batch_on_error=True,
        max_record_age=STREAM_AGE,
        report_batch_item_failures=True,
        on_failure=SqsDlq(failures),
    )
