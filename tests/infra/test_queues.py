"""Queues keep each user's order, lose nothing, and feed their one consumer."""

import pytest

from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.queues import QUEUES, Lane, Queue
from infra.settings import STAGES
from tests.infra.synthesized import Cloud, plain

EVERY_QUEUE = pytest.mark.parametrize("row", QUEUES, ids=lambda row: row.name)
CONSUMED = [row for row in QUEUES if row.consumer]


def queues(cloud: Cloud) -> dict[str, dict[str, object]]:
    return cloud.template("prod", "service").properties("AWS::SQS::Queue")


def mapping_of(row: Queue) -> str:
    """Return the name of the mapping that feeds a queue to its consumer."""
    consumer = construct_id(row.consumer or "")
    first = next(one for one in QUEUES if one.consumer == row.consumer)
    if row is not first:
        return f"{consumer}{construct_id(row.name, 'From')}"
    return f"{consumer}FromQueue"


def mappings(cloud: Cloud) -> dict[str, dict[str, object]]:
    return cloud.template("prod", "service").properties("AWS::Lambda::EventSourceMapping")


ACCOUNT = 1_000
"""Executions at once of an account that asked for nothing more."""
FORTNIGHT = 14 * 24 * 3600


def test_every_queue_of_dead_letters_too_is_encrypted_and_keeps_what_it_has_for_two_weeks(
    cloud: Cloud,
) -> None:
    names = {construct_id(row.name, "Queue") for row in QUEUES}
    dead = {f"{construct_id(row.name, 'Queue')}Dead" for row in CONSUMED}

    assert {
        name: (plain(queue["KmsMasterKeyId"]), queue["MessageRetentionPeriod"])
        for name, queue in queues(cloud).items()
    } == dict.fromkeys(names | dead, ("<DataKey.Arn>", FORTNIGHT))


@EVERY_QUEUE
def test_a_message_is_hidden_for_as_long_as_its_row_says(cloud: Cloud, row: Queue) -> None:
    queue = queues(cloud)[construct_id(row.name, "Queue")]

    assert queue["VisibilityTimeout"] == row.visibility_seconds


@EVERY_QUEUE
def test_order_and_deduplication_are_per_group_where_order_matters(
    cloud: Cloud, row: Queue
) -> None:
    queue = queues(cloud)[construct_id(row.name, "Queue")]
    settings = [
        queue.get(name) for name in ("FifoQueue", "DeduplicationScope", "FifoThroughputLimit")
    ]

    ordered = [True, "messageGroup", "perMessageGroupId"]
    assert settings == (ordered if row.fifo else [None, None, None])


@pytest.mark.parametrize("row", CONSUMED, ids=lambda row: row.name)
def test_what_keeps_failing_moves_to_a_dead_letter_queue_of_the_same_kind(
    cloud: Cloud, row: Queue
) -> None:
    name = construct_id(row.name, "Queue")
    policy = queues(cloud)[name]["RedrivePolicy"]

    assert isinstance(policy, dict)
    assert plain(policy["deadLetterTargetArn"]) == f"<{name}Dead.Arn>"
    assert policy["maxReceiveCount"] == row.max_receives
    assert queues(cloud)[f"{name}Dead"].get("FifoQueue") == queues(cloud)[name].get("FifoQueue")


@pytest.mark.parametrize("row", CONSUMED, ids=lambda row: row.name)
def test_a_message_stays_hidden_for_six_times_its_consumers_timeout(row: Queue) -> None:
    (consumer,) = (function for function in FUNCTIONS if function.name == row.consumer)

    assert row.visibility_seconds >= 6 * consumer.timeout_seconds
    assert row.name in consumer.queues


@pytest.mark.parametrize("row", CONSUMED, ids=lambda row: row.name)
def test_a_consumer_reports_failed_messages_and_runs_only_so_many_times_at_once(
    cloud: Cloud, row: Queue
) -> None:
    mapping = mappings(cloud)[mapping_of(row)]
    lanes = {Lane.LIVE: STAGES["prod"].live_tasks, Lane.BULK: STAGES["prod"].bulk_tasks}
    at_once = lanes[row.lane] if row.lane else row.max_concurrency

    assert plain(mapping["EventSourceArn"]) == f"<{construct_id(row.name, 'Queue')}.Arn>"
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["ScalingConfig"] == {"MaximumConcurrency": at_once}
    assert mapping["BatchSize"] == row.batch_size


def test_workers_at_their_bounds_and_all_warm_functions_take_less_than_half_of_an_account(
    cloud: Cloud,
) -> None:
    scaled = cloud.template("prod", "service").properties(
        "AWS::ApplicationAutoScaling::ScalableTarget"
    )
    bounds = [mapping.get("ScalingConfig") for mapping in mappings(cloud).values()]
    workers = sum(bound["MaximumConcurrency"] for bound in bounds if isinstance(bound, dict))

    assert workers == 226  # as the docs say
    assert workers + sum(target["MaxCapacity"] for target in scaled.values()) < ACCOUNT / 2


def test_nothing_is_reserved(cloud: Cloud) -> None:
    functions = cloud.template("prod", "service").properties("AWS::Lambda::Function").values()

    assert [one for one in functions if "ReservedConcurrentExecutions" in one] == []


def test_the_indexer_is_given_its_changes_for_as_long_as_the_stream_keeps_them(
    cloud: Cloud,
) -> None:
    mapping = mappings(cloud)["IndexerFromStream"]

    assert plain(mapping["EventSourceArn"]) == "<HeadsTable.StreamArn>"
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert "MaximumRetryAttempts" not in mapping  # unbounded
    assert mapping["MaximumRecordAgeInSeconds"] == 23 * 3600
    failures = mapping["DestinationConfig"]
    assert isinstance(failures, dict)
    assert plain(failures["OnFailure"]["Destination"]) == "<IndexFailuresQueue.Arn>"


def test_nothing_else_is_fed_by_the_platform(cloud: Cloud) -> None:
    fed = {mapping_of(row) for row in CONSUMED}

    assert set(mappings(cloud)) == {*fed, "IndexerFromStream"}
