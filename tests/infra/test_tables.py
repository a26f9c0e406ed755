"""Tables are what their rows say: encrypted, recoverable, hard to delete."""

from typing import Any

import pytest

from infra.constructs.naming import construct_id
from infra.tables import TABLES, Index, SortType, Table
from tests.infra.synthesized import STAGES, Cloud

TABLE = "AWS::DynamoDB::Table"
ONE_DAY = ("keys", "quotas")
"""What must not come back later: keys of the erased, counts of requests."""
Properties = dict[str, Any]


def table_properties(cloud: Cloud, stage: str = "prod") -> dict[str, Properties]:
    return cloud.template(stage, "data").properties(TABLE)


def by_row(cloud: Cloud, row: Table, stage: str = "prod") -> Properties:
    return table_properties(cloud, stage)[construct_id(row.name, "Table")]


@pytest.mark.parametrize("stage", STAGES)
def test_every_table_of_the_data_module_and_no_other_exists(cloud: Cloud, stage: str) -> None:
    expected = {construct_id(row.name, "Table") for row in TABLES}

    assert set(table_properties(cloud, stage)) == expected


@pytest.mark.parametrize("row", TABLES, ids=lambda row: row.name)
def test_a_table_is_on_demand_encrypted_with_our_key_and_recoverable(
    cloud: Cloud, row: Table
) -> None:
    table = by_row(cloud, row)

    assert table["BillingMode"] == "PAY_PER_REQUEST"
    assert table["SSESpecification"] == {
        "KMSMasterKeyId": {"Fn::GetAtt": [logical_id(cloud, "DataKey"), "Arn"]},
        "SSEEnabled": True,
        "SSEType": "KMS",
    }
    assert table["PointInTimeRecoverySpecification"] == {
        "PointInTimeRecoveryEnabled": True,
        "RecoveryPeriodInDays": 1 if row.name in ONE_DAY else 35,
    }


def logical_id(cloud: Cloud, name: str) -> str:
    (found,) = (
        key for key in cloud.template("prod", "data").resources("AWS::KMS::Key") if name in key
    )
    return found


def test_only_the_heads_stream_their_changes_with_both_images(cloud: Cloud) -> None:
    streams = {
        name: table["StreamSpecification"]
        for name, table in table_properties(cloud).items()
        if "StreamSpecification" in table
    }

    assert streams == {"HeadsTable": {"StreamViewType": "NEW_AND_OLD_IMAGES"}}


@pytest.mark.parametrize("row", TABLES, ids=lambda row: row.name)
def test_a_table_has_the_keys_and_indexes_of_its_row(cloud: Cloud, row: Table) -> None:
    table = by_row(cloud, row)

    assert table["KeySchema"] == keys("pk", "sk" if row.sort_key else None)
    assert indexes(table, "LocalSecondaryIndexes") == {
        index.name: keys("pk", index.sort_attribute) for index in row.indexes if index.local
    }
    assert indexes(table, "GlobalSecondaryIndexes") == {
        index.name: keys(index.partition_attribute, index.sort_attribute)
        for index in row.indexes
        if not index.local
    }
    types = {a["AttributeName"]: a["AttributeType"] for a in table["AttributeDefinitions"]}
    assert all(types[i.sort_attribute] == attribute_type(i) for i in row.indexes)


def attribute_type(index: Index) -> str:
    return {SortType.STRING: "S", SortType.NUMBER: "N"}[index.sort_type]


def keys(partition: str, sort: str | None) -> list[dict[str, str]]:
    names = [(partition, "HASH"), *([(sort, "RANGE")] if sort else [])]
    return [{"AttributeName": name, "KeyType": kind} for name, kind in names]


def indexes(table: Properties, kind: str) -> Properties:
    found = table.get(kind, [])
    assert all(index["Projection"] == {"ProjectionType": "KEYS_ONLY"} for index in found)
    return {index["IndexName"]: index["KeySchema"] for index in found}


def test_production_data_outlives_its_stack_and_other_stages_leave_nothing(cloud: Cloud) -> None:
    stateful = (TABLE, "AWS::S3::Bucket", "AWS::KMS::Key", "AWS::OpenSearchService::Domain")
    policies = {
        stage: {
            resource["DeletionPolicy"]
            for kind in stateful
            for resource in cloud.template(stage, "data").resources(kind).values()
        }
        for stage in ("dev", "prod")
    }

    assert policies == {"dev": {"Delete"}, "prod": {"Retain"}}


def test_production_tables_and_their_stack_refuse_deletion(cloud: Cloud) -> None:
    protected = {
        stage: (
            {
                table["DeletionProtectionEnabled"]
                for table in table_properties(cloud, stage).values()
            },
            {
                artifact["properties"]["stackName"]
                for artifact in cloud.manifest(stage)["artifacts"].values()
                if artifact.get("properties", {}).get("terminationProtection")
            },
        )
        for stage in ("dev", "prod")
    }

    assert protected == {"dev": ({False}, set()), "prod": ({True}, {"mneme-prod-data"})}
