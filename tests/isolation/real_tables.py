"""Tables of DynamoDB behind a deployment, of its own for each."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from mneme.adapters.dynamodb_change_feed import DynamodbChangeFeed
from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.dynamodb_whole_table import DynamodbWholeTable
from tests.contract import aws
from tests.contract.table_store_fixtures import create_tables, streams_client
from tests.doubles.durable import Durable


@contextmanager
def stored(endpoint: str) -> Iterator[Durable]:
    """Yield stores in memory but for the tables, which are at this endpoint and gone afterwards."""
    client = aws.shared_client("dynamodb", endpoint)
    layouts = create_tables(client, f"i{uuid.uuid4().hex[:8]}-")
    durable = Durable()
    durable.backend = replace(
        durable.backend,
        tables=DynamodbTableStore(client, layouts),
        change_feed=DynamodbChangeFeed(client, streams_client(endpoint), layouts),
        whole_tables=DynamodbWholeTable(client, layouts),
    )
    try:
        yield durable
    finally:
        for layout in layouts.values():
            client.delete_table(TableName=layout.physical_name)
