"""Every table store with its change feed behind one face, for the contract suite.

The tables are those of infra/tables.py, made once per module: each test has a partition of its own.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config
from moto import mock_aws

from infra.tables import TABLES, Index, SortType, Table, layouts_json
from mneme.adapters.dynamodb_change_feed import DynamodbChangeFeed
from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.dynamodb_whole_table import DynamodbWholeTable
from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.sqlite_whole_table import SqliteWholeTable
from mneme.adapters.table_layout import PARTITION, SORT, TableLayout, parse_layouts
from mneme.application.ports.change_feed import ChangeFeed, ItemChange
from mneme.application.ports.table_store import (
    Action,
    Check,
    Condition,
    Item,
    Key,
    Page,
    Put,
    Query,
    TableStore,
    Value,
)
from mneme.application.ports.whole_table import WholeTable
from mneme.domain.errors import WriteConflict
from mneme.domain.tenancy import internal_context
from tests.contract import aws

TENANT = internal_context("acme")
LAYOUTS = parse_layouts(layouts_json({table.name: table.name for table in TABLES}))
TABLE_STORES = (
    "sqlite-memory",
    "sqlite-file",
    "moto",
    pytest.param("emulator", marks=pytest.mark.emulator),
)
_partitions = count(1)


@dataclass(frozen=True)
class TableHarness:
    """A table store with what else reads it, and one partition that nobody else writes to."""

    kind: str
    store: TableStore
    feed: ChangeFeed
    whole: WholeTable
    partition: str = ""

    def key(self, sort: str | None = "m1") -> Key:
        """Return a key of the partition."""
        return Key(self.partition, sort)

    def item(self, sort: str = "m1", **attributes: Value) -> dict[str, Value]:
        """Return an item of the partition."""
        return {PARTITION: self.partition, SORT: sort, **attributes}

    def put(self, *items: Item, table: str = "heads") -> None:
        """Write items, each by itself."""
        for item in items:
            self.store.transact(TENANT, [Put(table, item)])

    def write(self, *actions: Action) -> None:
        """Carry out one transaction."""
        self.store.transact(TENANT, actions)

    def get(self, sort: str | None = "m1", table: str = "heads") -> Item | None:
        """Read one item of the partition."""
        return self.store.get(TENANT, table, self.key(sort))

    def holds(self, condition: Condition, sort: str = "m1", table: str = "heads") -> bool:
        """Return whether the condition holds for an item of the partition."""
        try:
            self.write(Check(table, self.key(sort), condition))
        except WriteConflict as conflict:
            if conflict.failed != (0,):
                raise
            return False
        return True

    def page(self, query: Query) -> Page:
        """Return one page."""
        return self.store.query(TENANT, query)

    def sorts(self, query: Query) -> list[Value]:
        """Return the sort keys of one page's items."""
        return [item[SORT] for item in self.page(query).items]

    def changes(self) -> list[ItemChange]:
        """Return all changes of the partition's heads that the feed holds."""
        found: list[ItemChange] = []
        checkpoint = None
        while True:
            page = self.feed.read("heads", checkpoint, 100)
            if not page.changes:
                return found
            found += [change for change in page.changes if change.key.partition == self.partition]
            checkpoint = page.checkpoint


def fresh_partition(harness: TableHarness) -> TableHarness:
    """Return the same stores with a partition that nobody has written to."""
    return replace(harness, partition=f"acme#{next(_partitions)}#user")


@contextmanager
def sqlite_tables(path: Path | None) -> Iterator[TableHarness]:
    """Yield tables in a database file, or in memory."""
    database = SqliteDatabase(path)
    store, feed = SqliteTableStore(database, LAYOUTS), SqliteChangeFeed(database, LAYOUTS)
    yield TableHarness("sqlite", store, feed, SqliteWholeTable(database, LAYOUTS))
    database.close()


@contextmanager
def moto_tables() -> Iterator[TableHarness]:
    """Yield DynamoDB tables by moto."""
    with mock_aws():
        yield dynamodb_tables(None)


def dynamodb_tables(endpoint: str | None) -> TableHarness:
    """Return new DynamoDB tables at this endpoint; None is moto."""
    client = aws.shared_client("dynamodb", endpoint)
    streams = streams_client(endpoint)
    layouts = create_tables(client, f"t{uuid.uuid4().hex[:8]}-")
    store = DynamodbTableStore(client, layouts)
    kind = "moto" if endpoint is None else "emulator"
    feed = DynamodbChangeFeed(client, streams, layouts)
    return TableHarness(kind, store, feed, DynamodbWholeTable(client, layouts))


def streams_client(endpoint: str | None) -> Any:
    """Return a client of DynamoDB Streams at this endpoint; None is moto."""
    # Moto does not know the addresses by account that botocore would otherwise choose.
    return boto3.client(
        "dynamodbstreams",
        region_name=aws.REGION,
        endpoint_url=endpoint,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        config=Config(account_id_endpoint_mode="disabled"),
    )


def create_tables(client: Any, prefix: str) -> dict[str, TableLayout]:
    """Create every table of infra/tables.py, and return the layouts with the physical names."""
    names = {table.name: f"{prefix}{table.name}" for table in TABLES}
    for table in TABLES:
        client.create_table(TableName=names[table.name], **_definition(table))
    return parse_layouts(layouts_json(names))


def _definition(table: Table) -> dict[str, Any]:
    types = {PARTITION: "S"} | ({SORT: "S"} if table.sort_key else {})
    for index in table.indexes:
        types.setdefault(index.partition_attribute, SortType.STRING.value)
        types.setdefault(index.sort_attribute, index.sort_type.value)
    definition: dict[str, Any] = {
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in types.items()
        ],
        "KeySchema": _key_schema(PARTITION, SORT if table.sort_key else None),
        "BillingMode": "PAY_PER_REQUEST",
    }
    for kind, local in (("LocalSecondaryIndexes", True), ("GlobalSecondaryIndexes", False)):
        indexes = [_index(index) for index in table.indexes if index.local is local]
        if indexes:
            definition[kind] = indexes
    if table.stream:
        view = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
        definition["StreamSpecification"] = view
    return definition


def _index(index: Index) -> dict[str, Any]:
    return {
        "IndexName": index.name,
        "KeySchema": _key_schema(index.partition_attribute, index.sort_attribute),
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }


def _key_schema(partition: str, sort: str | None) -> list[dict[str, str]]:
    schema = [{"AttributeName": partition, "KeyType": "HASH"}]
    return schema + ([{"AttributeName": sort, "KeyType": "RANGE"}] if sort else [])
