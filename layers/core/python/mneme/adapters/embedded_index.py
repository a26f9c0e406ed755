"""The search index in the local database, searched exactly in the memory of this process."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from sqlite3 import Connection
from threading import Lock

from mneme.adapters.embedded_rows import (
    NEXT,
    SCHEMA,
    empty,
    generation,
    gone_since,
    is_current,
    is_rebuilt,
    living_since,
    mark_current,
    newest,
    read_cards,
    times_swept,
    write_entry,
)
from mneme.adapters.embedded_search import UserSegment
from mneme.adapters.index_partition import present, require_dimensions, require_own_partition
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHits,
    IndexQuery,
    Tombstone,
)
from mneme.domain.memory import Status
from mneme.domain.tenancy import TenantContext

DEFAULT_DIMENSIONS = 512
DEFAULT_CACHE_BYTES = 256_000_000

_View = tuple[str, bool]
"""A user partition, and whether its archived memories are seen too."""


class EmbeddedIndex:
    """A VectorIndex without a server.

    A user's entries are loaded at the first search and then kept, the least recently searched
    users leaving when more than `cache_bytes` are held. Other processes may write: each search
    looks up the number of the user's newest row and loads what is numbered higher than it knows.
    Archived memories are left in the file until a search asks for them.
    """

    def __init__(
        self,
        database: SqliteDatabase,
        *,
        dimensions: int = DEFAULT_DIMENSIONS,
        cache_bytes: int = DEFAULT_CACHE_BYTES,
        rebuild: Callable[[], None] = lambda: None,
        now: Callable[[], datetime] = present,
    ) -> None:
        """Open the index. `rebuild` has every memory written again; see `_renew`."""
        self._now = now
        self._database = database
        self._dimensions = dimensions
        self._cache_bytes = cache_bytes
        self._segments: OrderedDict[_View, UserSegment] = OrderedDict()
        self._generation = 0
        self._lock = Lock()
        database.create(SCHEMA)
        self._renew(rebuild)

    @property
    def cached_bytes(self) -> int:
        """Return roughly the memory that the kept users take."""
        return sum(kept.nbytes for kept in self._segments.values())

    def prepare(self) -> None:
        """Do nothing: the database was prepared when it was opened."""

    def settle(self) -> bool:
        """Leave nothing of what was taken out in the file's log. Raises Unavailable."""
        return self._database.empty_log()

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write documents and tombstones in one transaction; older versions are ignored.

        Raises Unavailable, and ValueError for a vector of other dimensions.
        """
        for entry in entries:
            require_own_partition(tenant, entry.user)
            if isinstance(entry, IndexDocument):
                require_dimensions(entry.vector, self._dimensions)
        noted_at = self._now()
        with self._database.write() as connection:
            rebuilt = is_rebuilt(connection)
            for entry in entries:
                write_entry(connection, entry, noted_at=noted_at)
                if rebuilt:
                    write_entry(connection, entry, NEXT, noted_at=noted_at)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents. Raises Unavailable.

        It takes milliseconds at most, so the query's time is not watched.
        """
        require_own_partition(tenant, query.user)
        require_dimensions(query.vector or b"", self._dimensions)
        view = query.user, Status.ARCHIVED in query.visible.statuses
        with self._lock, self._database.read() as connection:
            segment = self._current(connection, view)
            hits = segment.search(query, partial(read_cards, connection))
            self._keep(view, segment)
            return hits

    def _renew(self, rebuild: Callable[[], None]) -> None:
        """Empty an index of another schema and have it written again.

        Only then it counts as current: if this process dies in between, the next one starts over,
        and what is written twice is written once.
        """
        with self._database.read() as connection:
            if is_current(connection):
                return  # every process opens the index: none need wait for who writes
        with self._database.write() as connection:
            current = is_current(connection)
            if not current:
                empty(connection)
        if not current:
            rebuild()
            with self._database.write() as connection:
                mark_current(connection)

    def _current(self, connection: Connection, view: _View) -> UserSegment:
        """Return the user's segment, brought up to date."""
        if (number := generation(connection)) != self._generation:
            # Another table took the place of the one that was read: nothing known is true of it.
            self._segments.clear()
            self._generation = number
        user, archived = view
        segment = self._segments.get(view)
        sweeps = times_swept(connection, user)
        if segment is None or segment.worn or segment.sweeps != sweeps:
            # Since a sweep nothing may tell any more that what was read before is gone.
            segment = UserSegment(self._dimensions, sweeps)
        last = newest(connection, user)
        if last > segment.sequence:
            living = living_since(connection, user, segment.sequence, archived=archived)
            gone = gone_since(connection, user, segment.sequence, archived=archived)
            segment.extend(living, gone, last)
        return segment

    def _keep(self, view: _View, segment: UserSegment) -> None:
        """Remember the segment as the last searched; drop the first ones if it gets too much."""
        if not segment.sequence:
            return  # nothing is known of this user: not worth a place
        self._segments[view] = segment
        self._segments.move_to_end(view)
        held = self.cached_bytes
        while held > self._cache_bytes and len(self._segments) > 1:
            _, dropped = self._segments.popitem(last=False)
            held -= dropped.nbytes
