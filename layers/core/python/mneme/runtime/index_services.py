"""From memories to the search index."""

from functools import cached_property

from mneme.application.index.index_changes import IndexChanges
from mneme.application.index.rebuild_index import RebuildIndex
from mneme.runtime.process import Process
from mneme.runtime.search_parts import SearchParts


class IndexServices(SearchParts):
    """What the indexer and operators may call."""

    @cached_property
    def index_changes(self) -> IndexChanges:
        """The indexer's work."""
        index = self.backend.index
        index.prepare()
        return IndexChanges(self.index_entries, index)

    @cached_property
    def rebuild_index(self) -> RebuildIndex:
        """Behind the operator's command."""
        stores = self.backend
        return RebuildIndex(stores.whole_tables, self.index_entries, stores.index_rebuild)


services = Process(IndexServices)
