"""Build the search index anew from the authority, page by page, while the old one answers."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from mneme.application.index.index_entries import IndexEntries
from mneme.application.ports.index_rebuild import IndexRebuild
from mneme.application.ports.table_store import Item
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.revision_numbers import numbers_kept
from mneme.application.repositories.row_keys import HEADS, partition_owner
from mneme.domain.memory import Head
from mneme.domain.tenancy import internal_context

PAGE = 200


@dataclass(frozen=True)
class RebuildIndex:
    """The operator's use case. What is written meanwhile reaches both indexes, by the indexer."""

    table: WholeTable
    entries: IndexEntries
    rebuild: IndexRebuild

    def __call__(self, *, anew: bool = False) -> Iterator[int]:
        """Yield the number of memories of each page; the indexes are swapped at the end.

        A run that ended early is gone on with, unless `anew`. Raises Unavailable.
        """
        cursor = self.rebuild.begin(anew=anew)
        while True:
            page = self.table.page(HEADS, cursor, PAGE)
            for partition, heads in _by_partition(page.items).items():
                self._fill(partition, heads)
            yield len(page.items)
            if page.cursor is None:
                break
            cursor = page.cursor
            self.rebuild.reached(cursor)
        self.rebuild.finish()

    def _fill(self, partition: str, heads: list[Head]) -> None:
        """Write all revisions of some of a user's memories: past ones answer about the past."""
        tenant = internal_context(partition_owner(partition))
        tables = self.entries.memories.tables
        shown = {head: numbers_kept(tables, tenant, partition, head) for head in heads}
        self.rebuild.fill(tenant, self.entries(tenant, partition, shown))


def _by_partition(rows: tuple[Item, ...]) -> dict[str, list[Head]]:
    heads: dict[str, list[Head]] = defaultdict(list)
    for row in rows:
        heads[str(row["pk"])].append(head_of(row))
    return heads
