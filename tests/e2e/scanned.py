"""Everything that lies anywhere in a deployed stage, read around the product."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from local.deployment import Deployment
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.table_layout import parse_layouts
from tests.e2e.deployed_roles import DeployedRoles
from tests.isolation.stored_bytes import spellings

MOST = 10_000
"""More than the index of the suite has documents."""
MOST_MESSAGES = 10
"""More than a queue of the suite has messages; what one request receives at most."""


@dataclass(frozen=True)
class Thing:
    """A row, version of an object, message, document or line, and where it lies."""

    place: str
    held: bytes


class Stage:
    """The stores of a deployed stage, and the node its index is on."""

    def __init__(self, deployment: Deployment, search_url: str) -> None:
        self._roles = DeployedRoles(deployment.environment)
        self._search = opensearch_client(search_url)
        layouts = parse_layouts(deployment.environment["MNEME_TABLES"])
        self._tables = {name: one.physical_name for name, one in layouts.items()}
        self._buckets = json.loads(self._roles.outputs("data")["BucketNames"])
        self._queues = json.loads(self._roles.outputs("service")["QueueUrls"])

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table, as the store holds them."""
        pages = self._roles.client("dynamodb").get_paginator("scan")
        for page in pages.paginate(TableName=self._tables[table], ConsistentRead=True):
            yield from page["Items"]

    def things(self) -> Iterator[Thing]:
        """Yield all there is."""
        for table in self._tables:
            for row in self.rows(table):
                yield Thing(f"table {table}", _bytes(row))
        for name, bucket in self._buckets.items():
            yield from (Thing(f"bucket {name}", held) for held in self._versions(bucket))
        for name, url in self._queues.items():
            yield from (Thing(f"queue {name}", held) for held in self._messages(url))
        yield from (Thing("index", held) for held in self._documents())
        yield from (Thing("logs", held) for held in self._lines())

    def waiting(self) -> dict[str, int]:
        """Return how many messages each queue has, if any, those in work and put off included."""
        sqs = self._roles.client("sqs")
        found: dict[str, int] = {}
        for name, url in self._queues.items():
            told = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
            depth = "ApproximateNumberOfMessages"
            found[name] = sum(int(told[depth + kind]) for kind in ("", "NotVisible", "Delayed"))
        return {name: depth for name, depth in found.items() if depth}

    def _versions(self, bucket: str) -> Iterator[bytes]:
        s3 = self._roles.client("s3")
        for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
            for one in page.get("DeleteMarkers", ()):
                yield one["Key"].encode()
            for one in page.get("Versions", ()):
                name = {"Bucket": bucket, "Key": one["Key"], "VersionId": one["VersionId"]}
                yield one["Key"].encode() + b"\0" + s3.get_object(**name)["Body"].read()

    def _messages(self, url: str) -> Iterator[bytes]:
        """Yield what can be received, which stays where it is."""
        asked = {"QueueUrl": url, "MaxNumberOfMessages": MOST_MESSAGES, "VisibilityTimeout": 0}
        found = self._roles.client("sqs").receive_message(**asked).get("Messages", ())
        assert len(found) < MOST_MESSAGES
        yield from map(_bytes, found)

    def _documents(self) -> Iterator[bytes]:
        self._search.indices.refresh(index="_all")
        found = self._search.search(index="_all", body={"size": MOST, "query": {"match_all": {}}})
        hits = found["hits"]["hits"]
        assert len(hits) == found["hits"]["total"]["value"] < MOST
        yield from map(_bytes, hits)

    def _lines(self) -> Iterator[bytes]:
        logs = self._roles.client("logs")
        for page in logs.get_paginator("describe_log_groups").paginate():
            for group in page["logGroups"]:
                name = {"logGroupName": group["logGroupName"]}
                for lines in logs.get_paginator("filter_log_events").paginate(**name):
                    yield from (one["message"].encode() for one in lines["events"])


def holding(things: Iterable[Thing], words: Iterable[str]) -> dict[str, set[str]]:
    """Return by place the words that lie there in any spelling, where there are any."""
    wanted = {word: spellings(word) for word in words}
    found: dict[str, set[str]] = {}
    for thing in things:
        held = {w for w, spelt in wanted.items() if any(one in thing.held for one in spelt)}
        if held:
            found.setdefault(thing.place, set()).update(held)
    return found


def _bytes(value: Any) -> bytes:
    """Return a value as JSON, with the bytes in it as they are."""
    raw: list[bytes] = []

    def kept(part: Any) -> str:
        raw.append(bytes(part))
        return ""

    text = json.dumps(value, default=kept, ensure_ascii=False)
    return b"\0".join([text.encode(), *raw])
