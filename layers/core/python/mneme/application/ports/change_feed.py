"""What changed in a table, in order: the outbox that feeds the index."""

from dataclasses import dataclass
from typing import Protocol

from mneme.application.ports.table_store import Item, Key


@dataclass(frozen=True, slots=True)
class ItemChange:
    """One change of one item: before is None for a new item, after is None for a deleted one.

    `sequence` orders the changes of one item; it is opaque otherwise.
    """

    sequence: str
    table: str
    key: Key
    before: Item | None
    after: Item | None


@dataclass(frozen=True, slots=True)
class ChangePage:
    """Some changes and the checkpoint behind the last of them."""

    changes: tuple[ItemChange, ...]
    checkpoint: str


class ChangeFeed(Protocol):
    """The changes of a table that has a stream. It serves all tenants: only workers read it."""

    def read(self, table: str, checkpoint: str | None, limit: int) -> ChangePage:
        """Return up to `limit` changes after the checkpoint (None: from the oldest kept)."""
        ...
