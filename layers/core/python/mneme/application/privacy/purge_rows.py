"""Steps of a purge that walk through a table's rows of the user, and delete those it takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    Delete,
    Item,
    Key,
    Query,
    TableStore,
)
from mneme.application.privacy.purge_order import Counts, Purge, sort_of
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories import row_values as read
from mneme.application.repositories.archived_rows import MARK
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import compact, is_attachment
from mneme.domain.erasure import Store
from mneme.domain.job import Progress
from mneme.domain.memory import Kind
from mneme.domain.scope import Level, Scope, split_key

PAGE = 100
"""Rows a page: one transaction deletes them."""

COUNTED = 500
"""Rows a page that is only counted."""

Doomed = Callable[[Purge, Item], bool]
Chooses = Callable[[Purge, Sequence[Item]], list[Item]]
Tells = Callable[[Sequence[Item]], Counts]


@dataclass(frozen=True)
class SweepRows:
    """Deletes those rows of a table that are chosen, in order of their keys.

    `tell` says what they are counted as.
    """

    tables: TableStore
    table: str
    choose: Chooses
    tell: Tells

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Delete, or count, a page of rows. Raises Unavailable."""
        limit = COUNTED if purge.counting else PAGE
        query = Query(self.table, purge.partition, limit=limit, cursor=after)
        page = self.tables.query(purge.tenant, query)
        gone = self.choose(purge, page.items)
        if purge.counting:
            return StepDone(page.cursor, Progress(len(page.items)), self.tell(gone))
        if gone:
            places = [Key(purge.partition, sort_of(row)) for row in gone]
            self.tables.transact(purge.tenant, [Delete(self.table, place) for place in places])
        return StepDone(page.cursor, Progress(len(page.items), len(gone)))


def each(doomed: Doomed) -> Chooses:
    """Return how rows are chosen that each tell by themselves."""

    def choose(purge: Purge, rows: Sequence[Item]) -> list[Item]:
        return [row for row in rows if doomed(purge, row)]

    return choose


def rows_of(store: Store) -> Tells:
    """Return how rows are counted that are one thing each."""
    return lambda rows: {store: len(rows)}


def revisions_told(rows: Sequence[Item]) -> Counts:
    """Return how many revisions there are, and how many objects of the archive."""
    archived = sum(read.flag(row, MARK) for row in rows)
    return {Store.REVISIONS: len(rows), Store.ARCHIVE_OBJECTS: archived}


def takes_guard(purge: Purge, row: Item) -> bool:
    """Return whether a guard of a content, of a slot or of a scope goes."""
    _, scope_part, epoch, *_ = split_key(sort_of(row))
    return purge.takes(scope_part, int(epoch))


def takes_counter(purge: Purge, row: Item) -> bool:
    """Return whether a counter goes: of everything, of the scope, or of its personas."""
    dimension, _, epoch = sort_of(row).rpartition("@")
    personas = f"{Kind.PERSONA.value}#{purge.order.target.scope_key}"
    own = int(epoch) < purge.order.upto and dimension == compact(personas)
    return own or purge.takes(dimension, int(epoch))


def takes_session(purge: Purge, row: Item) -> bool:
    """Return whether the row of a session goes."""
    scope = Scope(Level.SESSION, read.optional_text(row, "app_id"), read.text(row, "session_id"))
    covered = purge.order.target.covers(scope)
    return covered and read.whole(row, "epoch") < purge.order.upto


def takes_revision(purge: Purge, row: Item) -> bool:
    """Return whether a revision goes whose head is gone, or never was: of everything alone.

    To which scope one belongs only its head tells.
    """
    everything = purge.order.target.everything
    return everything and read.whole(row, "key_epoch") < purge.order.upto


def takes_payload(purge: Purge, row: Item) -> bool:
    """Return whether a row is what a task carried that came to nothing: of everything alone.

    One that a write is about to name is of the epoch of that write.
    """
    if not purge.order.target.everything or not is_attachment(sort_of(row)):
        return False
    return read.whole(row, "key_epoch", purge.order.upto) < purge.order.upto


@dataclass(frozen=True)
class ChooseEpisodes:
    """Chooses the entries of messages; what is too long to name its session, by its memory."""

    memories: MemoryRepository

    def __call__(self, purge: Purge, rows: Sequence[Item]) -> list[Item]:
        """Return those that go. Raises Unavailable."""
        unnamed = [read.text(row, "memory_id") for row in rows if _place(row)[0].startswith("~")]
        heads = self.memories.heads(purge.tenant, purge.user_id, unnamed) if unnamed else {}
        gone = []
        for row in rows:
            place, epoch = _place(row)
            if place.startswith("~"):
                head = heads.get(read.text(row, "memory_id"))
                scope_key = place if head is None else head.scope.key
            else:
                scope_key = split_key(place)[0]
            if purge.takes(scope_key, epoch):
                gone.append(row)
        return gone


def _place(row: Item) -> tuple[str, int]:
    place, epoch, *_ = split_key(sort_of(row))
    return place, int(epoch)
