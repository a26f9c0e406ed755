"""What the emulator's IAM is told of a request: the partitions of its rows, and no guesses."""

import json
from typing import Any

import pytest

from local.emulator_iam import NO_VALUE, document_arn, filled, told_of_itself

ROW = {"pk": {"S": "acme#u"}, "sk": {"S": "m"}}
OTHER = {"pk": {"S": "acm#u"}, "sk": {"S": "m"}}
VALUES = {":p": {"S": "acme#u"}, ":s": {"S": "m"}}


def partition_of(table: str, index: str | None) -> str | None:
    return {("heads", None): "pk", ("heads", "due"): "shard"}.get((table, index))


def told(action: str, **request: Any) -> dict[str, Any]:
    return told_of_itself(action, json.dumps(request).encode(), partition_of)


@pytest.mark.parametrize(
    ("action", "request_"),
    [
        ("GetItem", {"Key": ROW}),
        ("DeleteItem", {"Key": ROW}),
        ("UpdateItem", {"Key": ROW}),
        ("PutItem", {"Item": ROW}),
        ("Query", {"KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": VALUES}),
        (
            "Query",
            {
                "KeyConditionExpression": "#0 = :p AND #1 >= :s",
                "ExpressionAttributeNames": {"#0": "pk", "#1": "sk"},
                "ExpressionAttributeValues": VALUES,
            },
        ),
        (
            "Query",
            {
                "IndexName": "due",
                "KeyConditionExpression": "sk = :s AND shard = :p",
                "ExpressionAttributeValues": VALUES,
            },
        ),
    ],
)
def test_the_partition_of_one_row_or_query_is_told(action: str, request_: dict[str, Any]) -> None:
    found = told(f"dynamodb:{action}", TableName="heads", **request_)

    assert found == {"dynamodb:LeadingKeys": ["acme#u"]}


def test_all_partitions_of_a_batch_and_of_a_transaction_are_told() -> None:
    batch = {"heads": {"Keys": [ROW, OTHER]}}
    actions = [
        {"Put": {"TableName": "heads", "Item": ROW}},
        {"ConditionCheck": {"TableName": "heads", "Key": OTHER}},
    ]

    both = {"dynamodb:LeadingKeys": ["acme#u", "acm#u"]}
    assert told("dynamodb:BatchGetItem", RequestItems=batch) == both
    assert told("dynamodb:TransactWriteItems", TransactItems=actions) == both


@pytest.mark.parametrize(
    ("action", "request_"),
    [
        ("Scan", {"TableName": "heads"}),
        ("ExecuteStatement", {"Statement": "SELECT * FROM heads WHERE pk = 'acme#u'"}),
        ("GetItem", {"TableName": "unknown", "Key": ROW}),
        ("GetItem", {"TableName": "heads", "Key": {"pk": {"B": "YWNtZQ=="}}}),
        ("GetItem", {"TableName": "heads", "Key": {"sk": {"S": "acme#u"}}}),
        ("BatchGetItem", {"RequestItems": {"heads": {"Keys": [ROW, {"pk": {"N": "1"}}]}}}),
        ("Query", {"TableName": "heads"}),
        (
            "Query",
            {
                "TableName": "heads",
                "KeyConditionExpression": "pk = :p AND pk = :s",
                "ExpressionAttributeValues": VALUES,
            },
        ),
        (
            "Query",
            {
                "TableName": "heads",
                "KeyConditionExpression": "sk = :p",
                "ExpressionAttributeValues": VALUES,
            },
        ),
    ],
)
def test_where_a_partition_is_not_told_for_sure_none_is(
    action: str, request_: dict[str, Any]
) -> None:
    assert told(f"dynamodb:{action}", **request_) == {}


def test_what_a_call_of_kms_is_bound_to_is_told() -> None:
    context = {"tenant": "acme", "purpose": "branch"}

    assert told("kms:Decrypt", EncryptionContext=context) == {
        "kms:EncryptionContext:tenant": "acme",
        "kms:EncryptionContext:purpose": "branch",
    }
    assert told("kms:Decrypt", KeyId="key") == {}
    algorithm = {"SigningAlgorithm": "ECDSA_SHA_256"}
    assert told("kms:Sign", **algorithm) == {"kms:SigningAlgorithm": "ECDSA_SHA_256"}


def test_variables_of_a_policy_take_the_values_of_who_asks() -> None:
    known = {"aws:PrincipalTag/tenant": "acme"}
    fence = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["${aws:PrincipalTag/tenant}#*"]}}

    assert filled(fence, known.get) == {
        "ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["acme#*"]}
    }
    assert filled("${aws:PrincipalTag/other}#*", known.get) == f"{NO_VALUE}#*"
    assert filled("${aws:PrincipalTag/tenant}", lambda _: "*") == NO_VALUE
    assert filled("${aws:PrincipalTag/tenant}", lambda _: ["acme", "acm"]) == NO_VALUE


def test_a_session_of_appconfig_reads_one_document() -> None:
    session = {
        "ApplicationIdentifier": "a",
        "EnvironmentIdentifier": "e",
        "ConfigurationProfileIdentifier": "p",
    }

    assert document_arn(session, "us-east-1", "000000000000") == (
        "arn:aws:appconfig:us-east-1:000000000000:application/a/environment/e/configuration/p"
    )
