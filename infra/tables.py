"""Every table, as data. CDK, the local stack and the adapters' tests all read this one list.

Each table's partition attribute is `pk` and its sort attribute, if any, `sk`; both are strings.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class SortType(StrEnum):
    """Type of an index's sort attribute, in DynamoDB's letters."""

    STRING = "S"
    NUMBER = "N"


@dataclass(frozen=True)
class Index:
    """A second order of a table's items. Indexes are keys-only: an index is never an authority.

    A local index shares the table's partition and can be read consistently; a global one has a
    partition attribute of its own and holds only the items that carry it.
    """

    name: str
    sort_attribute: str
    sort_type: SortType
    partition_attribute: str = "pk"

    @property
    def local(self) -> bool:
        """Whether it shares the table's partition."""
        return self.partition_attribute == "pk"


@dataclass(frozen=True)
class Table:
    """A table. `recovery_days` is the window of point-in-time recovery.

    `expiring`: items go by themselves some time after the second in their `expires_at`.
    """

    name: str
    purpose: str
    sort_key: bool = True
    indexes: tuple[Index, ...] = ()
    stream: bool = False
    recovery_days: int = 35
    expiring: bool = False


TABLES = (
    Table(
        "heads",
        "the small hot row of each memory; its stream feeds the index",
        indexes=(
            Index("changed", "changed_at", SortType.NUMBER),
            Index("turns", "turn_changed_at", SortType.NUMBER),
            Index("leaving", "leaves_after", SortType.STRING),
            Index("due", "due_at", SortType.NUMBER, partition_attribute="due_shard"),
        ),
        stream=True,
    ),
    Table("revisions", "encrypted content, vector and blind terms of each revision"),
    Table("guards", "which memory holds a content or a fact key; forgotten sources"),
    Table("counters", "memories per dimension and epoch"),
    Table("users", "switches and epochs: one read gates every request", sort_key=False),
    Table("epochs", "epochs of apps and sessions that the user's row has no room for"),
    Table("keys", "wrapped data keys", recovery_days=1),
    Table(
        "change_log",
        "append-only change records, densely numbered per user",
        indexes=(Index("by_memory", "sk", SortType.STRING, partition_attribute="memory_key"),),
    ),
    Table(
        "operations",
        "tasks and receipts: ids only; a task's encrypted payload in a row of its own",
        indexes=(Index("due", "due_at", SortType.NUMBER, partition_attribute="due_shard"),),
        expiring=True,
    ),
    Table(
        "episodes",
        "the order of each session's messages",
        indexes=(Index("in_order", "session_order", SortType.STRING),),
    ),
    Table(
        "sessions",
        "sessions that hold memories of their own, and when they were used",
        indexes=(Index("due", "due_at", SortType.NUMBER, partition_attribute="due_shard"),),
    ),
    Table(
        "jobs",
        "how far each shard of each job is: names, counts and cursors",
        indexes=(Index("due", "due_at", SortType.NUMBER, partition_attribute="due_shard"),),
        expiring=True,
    ),
    Table(
        "certificates",
        "what was erased of a user, signed: no content, and no user's key is needed for it",
        indexes=(Index("due", "due_at", SortType.NUMBER, partition_attribute="due_shard"),),
    ),
    Table("tenants", "tenants, their hashed API keys and wrapped branch keys"),
    Table(
        "quotas",
        "how many requests of each tenant were counted in a minute or a day",
        recovery_days=1,
        expiring=True,
    ),
)


def layouts_json(physical_names: Mapping[str, str]) -> str:
    """Return what a function must know of its tables, as JSON for its environment.

    `physical_names` maps the names of the tables it uses to what the store calls them; at home
    both are the same. What is not so is left out: a function's environment may hold 4 KB.
    """
    layouts = [
        _what_is_so(
            name=table.name,
            table=physical_names[table.name],
            unsorted=not table.sort_key,
            stream=table.stream,
            expiring=table.expiring,
            indexes=[
                _what_is_so(
                    name=index.name,
                    partition_attribute="" if index.local else index.partition_attribute,
                    sort_attribute=index.sort_attribute,
                    numeric=index.sort_type is SortType.NUMBER,
                )
                for index in table.indexes
            ],
        )
        for table in TABLES
        if table.name in physical_names
    ]
    return json.dumps(layouts, separators=(",", ":"))


def _what_is_so(**parts: object) -> dict[str, object]:
    return {name: value for name, value in parts.items() if value}
