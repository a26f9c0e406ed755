"""Each role may do exactly what its function's row says.

The expectation is written out from the meaning of a row, not taken from the code under test.
"""

from typing import Any

import pytest

from infra.constructs.naming import construct_id
from infra.function import Access, Function
from infra.functions import FUNCTIONS
from infra.tables import TABLES
from tests.infra.synthesized import Cloud, grants, listed, plain, statements

INDEXES = {row.name: [index.name for index in row.indexes] for row in TABLES}
READ = {"BatchGetItem", "ConditionCheckItem", "GetItem", "Query"}
COUNT = {"GetItem", "UpdateItem"}
ADD = READ | {"PutItem"}
WRITE = ADD | {"UpdateItem"}
SEARCH = {
    None: set(),
    "read": {
        ("es:ESHttpHead", "<SearchDomain.Arn>/_alias/memories"),
        ("es:ESHttpPost", "<SearchDomain.Arn>/memories/_msearch"),
    },
    "write": {
        (f"es:ESHttp{verb}", "<SearchDomain.Arn>/*") for verb in ("Get", "Head", "Post", "Put")
    },
}
SETTINGS = {
    (
        f"appconfig:{action}",
        "arn:<AWS::Partition>:appconfig:<AWS::Region>:<AWS::AccountId>:application"
        "/<LiveThresholdsApplication>/environment/<LiveThresholdsEnvironment>"
        "/configuration/<LiveThresholdsProfile>",
    )
    for action in ("GetLatestConfiguration", "StartConfigurationSession")
}
EVERY_FUNCTION = pytest.mark.parametrize("row", FUNCTIONS, ids=lambda row: row.name)


def role_of(cloud: Cloud, row: Function, stage: str = "prod") -> dict[str, Any]:
    return cloud.template(stage, "service").properties("AWS::IAM::Role")[
        construct_id(row.name, "Role")
    ]


def named(name: str) -> Function:
    return next(row for row in FUNCTIONS if row.name == name)


def expected_grants(row: Function) -> set[tuple[str, str]]:
    return (
        (set() if row.fenced else table_grants(row.access))
        | stream_grants(row.stream_table)
        | queue_grants(row)
        | bucket_grants(row.access)
        | SEARCH[row.access.search]
        | (SETTINGS if row.access.tuned else set())
        | {("xray:PutTelemetryRecords", "*"), ("xray:PutTraceSegments", "*")}
        | {
            (f"logs:{action}", f"<{construct_id(row.name, 'Log')}.Arn>")
            for action in ("CreateLogStream", "PutLogEvents")
        }
    )


def table_grants(access: Access) -> set[tuple[str, str]]:
    return {
        (f"dynamodb:{action}", arn)
        for names, actions in (
            (access.read, READ),
            (access.write, WRITE),
            (access.add, ADD),
            (access.count, COUNT),
        )
        for name in names
        for arn in table_arns(name)
        for action in actions
    } | {
        (f"dynamodb:{action}", f"<{construct_id(name, 'Table')}.Arn>")
        for action, names in (("Scan", access.scan), ("DeleteItem", access.delete))
        for name in names
    }


def table_arns(name: str) -> list[str]:
    arn = f"<{construct_id(name, 'Table')}.Arn>"
    return [arn, *(f"{arn}/index/{index}" for index in INDEXES[name])]


def stream_grants(table: str | None) -> set[tuple[str, str]]:
    if table is None:
        return set()
    name = construct_id(table, "Table")
    reads = ("DescribeStream", "GetRecords", "GetShardIterator")
    return {
        *((f"dynamodb:{action}", f"<{name}.StreamArn>") for action in reads),
        ("dynamodb:ListStreams", f"<{name}.Arn>/stream/*"),
    }


def queue_grants(row: Function) -> set[tuple[str, str]]:
    sends = {("sqs:SendMessage", f"<{construct_id(n, 'Queue')}.Arn>") for n in row.access.send}
    consume = (
        "ChangeMessageVisibility",
        "DeleteMessage",
        "GetQueueAttributes",
        "ReceiveMessage",
    )
    return sends | {
        (f"sqs:{action}", f"<{construct_id(name, 'Queue')}.Arn>")
        for name in row.queues
        for action in consume
    }


def bucket_grants(access: Access) -> set[tuple[str, str]]:
    granted = set()
    for name in access.buckets_read:
        arn = f"<{construct_id(name, 'Bucket')}.Arn>"
        granted |= {("s3:GetObject", f"{arn}/*"), ("s3:ListBucket", arn)}
    for name in access.buckets_write:
        arn = f"<{construct_id(name, 'Bucket')}.Arn>"
        writes = ("AbortMultipartUpload", "DeleteObject", "DeleteObjectVersion", "PutObject")
        granted |= {(f"s3:{action}", f"{arn}/*") for action in writes}
        granted.add(("s3:ListBucketVersions", arn))
    for name in access.buckets_append:
        arn = f"<{construct_id(name, 'Bucket')}.Arn>"
        granted |= {("s3:PutObject", f"{arn}/*"), ("s3:ListBucketVersions", arn)}
    return granted


@EVERY_FUNCTION
def test_a_role_may_do_what_its_row_says_and_nothing_else(cloud: Cloud, row: Function) -> None:
    role = role_of(cloud, row)

    assert {grant for grant in grants(role) if not grant[0].startswith("kms:")} == expected_grants(
        row
    )
    assert "ManagedPolicyArns" not in role


def test_no_policy_is_attached_to_a_role_from_outside(cloud: Cloud) -> None:
    service = cloud.template("prod", "service")

    assert service.resources("AWS::IAM::Policy") == {}
    assert service.resources("AWS::IAM::ManagedPolicy") == {}


def test_recall_can_change_no_table_but_counts(cloud: Cloud) -> None:
    granted = grants(role_of(cloud, named("recall_api")))
    actions = {action for action, _ in granted}

    changes = {f"dynamodb:{verb}Item" for verb in ("Put", "Update", "Delete")}
    assert {grant for grant in granted if grant[0] in changes} == {
        ("dynamodb:UpdateItem", "<QuotasTable.Arn>")
    }
    assert {a for a in actions if a.startswith(("sqs:", "s3:"))} == {
        "sqs:SendMessage",
        "s3:GetObject",
        "s3:ListBucket",
    }


def test_the_authorizer_reads_the_tenants_and_nothing_else_of_ours(cloud: Cloud) -> None:
    granted = grants(role_of(cloud, named("tenant_authorizer")))

    ours = {resource for _, resource in granted if "Table" in resource or "Queue" in resource}
    assert ours == {"<TenantsTable.Arn>"}


def test_reading_the_index_can_write_no_document(cloud: Cloud) -> None:
    granted = grants(role_of(cloud, named("recall_api")))

    assert {grant for grant in granted if grant[0].startswith("es:")} == SEARCH["read"]


@EVERY_FUNCTION
def test_no_action_is_a_wildcard(cloud: Cloud, row: Function) -> None:
    assert [action for action, _ in grants(role_of(cloud, row)) if "*" in action] == []


@EVERY_FUNCTION
def test_the_wrapping_key_opens_branch_keys_of_a_named_tenant_only(
    cloud: Cloud, row: Function
) -> None:
    uses = [
        (listed(statement["Action"]), statement["Condition"])
        for statement in statements(role_of(cloud, row))
        if plain(statement["Resource"]) == "<WrappingKey.Arn>"
    ]

    actions = ["kms:Decrypt", "kms:Encrypt"] if row.access.make_keys else ["kms:Decrypt"]
    opening = (actions, {"Null": {"kms:EncryptionContext:tenant": "false"}})
    assert uses == ([opening] if row.access.wrap_keys else [])


@EVERY_FUNCTION
def test_the_data_key_is_used_through_the_services_that_store_only(
    cloud: Cloud, row: Function
) -> None:
    services = {
        plain(via).split(".")[0]
        for statement in statements(role_of(cloud, row))
        if plain(statement["Resource"]) == "<DataKey.Arn>"
        for via in statement["Condition"]["StringEquals"]["kms:ViaService"]
    }

    access = row.access
    assert services == {
        service
        for service, used in {
            "dynamodb": not row.fenced and (access.tables or row.stream_table),
            "s3": access.buckets,
            "sqs": access.send or row.queues,
        }.items()
        if used
    }


def test_only_the_platform_takes_on_a_role(cloud: Cloud) -> None:
    roles = cloud.template("prod", "service").properties("AWS::IAM::Role")
    trusted = {
        (statement["Action"], statement["Principal"]["Service"])
        for name, role in roles.items()
        if not name.endswith("TenantRole")  # tests/infra/test_tenant_fence.py
        for statement in role["AssumeRolePolicyDocument"]["Statement"]
    }

    assert trusted == {
        ("sts:AssumeRole", "apigateway.amazonaws.com"),
        ("sts:AssumeRole", "appconfig.amazonaws.com"),
        ("sts:AssumeRole", "lambda.amazonaws.com"),
        ("sts:AssumeRole", "scheduler.amazonaws.com"),
    }
