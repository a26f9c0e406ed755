"""What a function's role may do: its row of `infra/functions.py` as policy statements.

Nothing is granted anywhere else. No action is a wildcard; the resources that are, are explained
to the rule check by `infra/constructs/wildcards.py`.
"""

from collections.abc import Iterable, Iterator

from aws_cdk import Aws
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam

from infra.constructs.key_grants import key_statements
from infra.constructs.model_grants import model_statements
from infra.constructs.resources import Resources
from infra.constructs.search_domain import SEARCH_READ, SEARCH_WRITE
from infra.function import Access, Function
from infra.settings import StageSettings
from infra.tables import TABLES

# A condition check reads; transactions of writers check rows of tables that they may only read.
TABLE_READ = (
    "dynamodb:BatchGetItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:GetItem",
    "dynamodb:Query",
)
TABLE_ADD = (*TABLE_READ, "dynamodb:PutItem")
TABLE_WRITE = (*TABLE_ADD, "dynamodb:UpdateItem")
TABLE_DELETE = ("dynamodb:DeleteItem",)
TABLE_SCAN = ("dynamodb:Scan",)
TABLE_COUNT = ("dynamodb:GetItem", "dynamodb:UpdateItem")
STREAM_READ = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")
QUEUE_CONSUME = (
    "sqs:ChangeMessageVisibility",
    "sqs:DeleteMessage",
    "sqs:GetQueueAttributes",
    "sqs:ReceiveMessage",
)
QUEUE_SEND = ("sqs:SendMessage",)
BUCKET_READ = ("s3:GetObject",)
BUCKET_WRITE = (
    # Of a large object that is written piece by piece.
    "s3:AbortMultipartUpload",
    "s3:DeleteObject",
    "s3:DeleteObjectVersion",
    "s3:PutObject",
)
BUCKET_APPEND = ("s3:PutObject",)
SETTINGS_READ = ("appconfig:GetLatestConfiguration", "appconfig:StartConfigurationSession")
TRACE = ("xray:PutTelemetryRecords", "xray:PutTraceSegments")


def statements(
    row: Function, resources: Resources, settings: StageSettings
) -> list[iam.PolicyStatement]:
    """Return everything the function's role may do beside writing its own log.

    The tables of a fenced function are for another role (`infra/constructs/tenant_fence.py`).
    """
    return [
        *([] if row.fenced else table_statements(row.access, resources)),
        *_stream(row, resources),
        *_queues(row, resources),
        *_buckets(row.access, resources),
        *key_statements(row, resources),
        *_search(row.access, resources, settings.index_name),
        *model_statements(row.access, settings, resources.data_key),
        *_tuned(row.access, resources),
        _allow(TRACE, ["*"]),
    ]


def table_statements(access: Access, resources: Resources) -> Iterator[iam.PolicyStatement]:
    """Yield what reaches the tables of a row."""
    if access.read:
        yield _allow(TABLE_READ, _table_arns(access.read, resources))
    if access.write:
        yield _allow(TABLE_WRITE, _table_arns(access.write, resources))
    if access.delete:
        tables = [resources.tables[name].table_arn for name in access.delete]
        yield _allow(TABLE_DELETE, tables)
    if access.add:
        yield _allow(TABLE_ADD, _table_arns(access.add, resources))
    if access.count:
        yield _allow(TABLE_COUNT, _table_arns(access.count, resources))
    if access.scan:
        tables = [resources.tables[name].table_arn for name in access.scan]
        yield _allow(TABLE_SCAN, tables)


def _table_arns(names: Iterable[str], resources: Resources) -> list[str]:
    """Return the ARNs of tables and of each of their indexes."""
    rows = {row.name: row for row in TABLES}
    return [
        arn
        for name in names
        for arn in (
            resources.tables[name].table_arn,
            *(
                f"{resources.tables[name].table_arn}/index/{index.name}"
                for index in rows[name].indexes
            ),
        )
    ]


def _stream(row: Function, resources: Resources) -> Iterator[iam.PolicyStatement]:
    if row.stream_table:
        table = resources.tables[row.stream_table]
        yield _allow(STREAM_READ, [stream_arn(table)])
        yield _allow(("dynamodb:ListStreams",), [f"{table.table_arn}/stream/*"])


def stream_arn(table: dynamodb.Table) -> str:
    """Return the ARN of a table's stream; ValueError if it has none."""
    if table.table_stream_arn is None:
        raise ValueError("the table has no stream")
    return table.table_stream_arn


def _queues(row: Function, resources: Resources) -> Iterator[iam.PolicyStatement]:
    if row.queues:
        yield _allow(QUEUE_CONSUME, [resources.queues[name].queue_arn for name in row.queues])
    if row.access.send:
        yield _allow(QUEUE_SEND, [resources.queues[name].queue_arn for name in row.access.send])


def _buckets(access: Access, resources: Resources) -> Iterator[iam.PolicyStatement]:
    read = [resources.buckets[name] for name in access.buckets_read]
    written = [resources.buckets[name] for name in access.buckets_write]
    appended = [resources.buckets[name] for name in access.buckets_append]
    if read:
        yield _allow(BUCKET_READ, [bucket.arn_for_objects("*") for bucket in read])
        # Without it, a missing object is answered as forbidden instead of as missing.
        yield _allow(("s3:ListBucket",), [bucket.bucket_arn for bucket in read])
    if written:
        yield _allow(BUCKET_WRITE, [bucket.arn_for_objects("*") for bucket in written])
        # Deleting an object deletes all its versions, which must be listed first.
        yield _allow(("s3:ListBucketVersions",), [bucket.bucket_arn for bucket in written])
    if appended:
        yield _allow(BUCKET_APPEND, [bucket.arn_for_objects("*") for bucket in appended])
        # What is there is known by its oldest version: a delete marker hides nothing.
        yield _allow(("s3:ListBucketVersions",), [bucket.bucket_arn for bucket in appended])


def _tuned(access: Access, resources: Resources) -> Iterator[iam.PolicyStatement]:
    """Yield what reads the one document in which operators set thresholds."""
    place = resources.thresholds
    if access.tuned and place is not None:
        document = (
            f"application/{place.application}/environment/{place.environment}"
            f"/configuration/{place.profile}"
        )
        arn = f"arn:{Aws.PARTITION}:appconfig:{Aws.REGION}:{Aws.ACCOUNT_ID}:{document}"
        yield _allow(SETTINGS_READ, [arn])


def _search(access: Access, resources: Resources, index: str) -> Iterator[iam.PolicyStatement]:
    if access.search is None or resources.search is None or resources.search.arn is None:
        return
    arn = resources.search.arn
    if access.search == "write":
        yield _allow(SEARCH_WRITE, [f"{arn}/*"])
    else:
        for action, path in SEARCH_READ.items():
            yield _allow((action,), [f"{arn}/{path.format(index=index)}"])


def _allow(actions: Iterable[str], resources: list[str]) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=list(actions), resources=resources)
