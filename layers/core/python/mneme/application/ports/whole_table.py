"""A table read from end to end, for operators."""

from typing import Protocol

from mneme.application.ports.table_store import Page


class WholeTable(Protocol):
    """The rows of all tenants: nothing that answers a request may hold it."""

    def page(self, table: str, cursor: str | None, limit: int) -> Page:
        """Return up to `limit` rows in an order of the store's own, read consistently.

        A row that stays is met once by who follows the cursors; whatever is written meanwhile may
        be met or not. Raises Unavailable, ValueError for a cursor that is none.
        """
        ...
