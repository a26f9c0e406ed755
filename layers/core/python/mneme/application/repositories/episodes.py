"""Episodes: the order of each session's messages, and that each message is kept once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    TRANSACTION_LIMIT,
    Action,
    All,
    Equals,
    Item,
    Key,
    Missing,
    Put,
    Query,
    SetTo,
    SortRange,
    TableStore,
    Update,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    EPISODES,
    SESSION_INDEX,
    episode_key,
    session_bounds,
    session_order,
    user_partition,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.memory import Source
from mneme.domain.scope import Scope, VisibleScope
from mneme.domain.tenancy import TenantContext

READERS = 30
"""Of a message that is read more often, the last tasks are known by which its facts are found."""


@dataclass(frozen=True, slots=True)
class EpisodeEntry:
    """One message's place: its session (in a scope and epoch), its time and its position.

    Message ids name messages of one session. Where there is none, callers number every
    conversation from one: there `content_hash` tells the messages apart as well.
    `task_id` is the task that takes facts from it, accepted at `accepted_at`, and `read_as` how: ""
    if it takes none. `said_at` keeps its offset. `statements` are keyed hashes of what it states.
    """

    scope: Scope
    epoch: int
    message_id: str
    role: str
    said_at: datetime
    position: int
    content_hash: str
    task_id: str
    accepted_at: datetime
    read_as: str
    statements: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """What is known of a message that is kept: the parts of its entry, and the memory.

    Of an edited one `yielded` are the statements of an earlier text of which facts were taken, and
    `told` those of all earlier texts. The tasks in `readers` took facts from it before its own.
    """

    memory_id: str
    content_hash: str
    said_at: datetime
    task_id: str
    accepted_at: datetime
    read_as: str
    statements: frozenset[str] = frozenset()
    yielded: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptMessage:
    """A message of a session, and the memory that holds its words."""

    message_id: str
    role: str
    memory_id: str


@dataclass(frozen=True)
class Episodes:
    """Rows that point from messages to their TURN memories."""

    tables: TableStore

    def kept(
        self, tenant: TenantContext, user_id: str, entries: Sequence[EpisodeEntry]
    ) -> dict[str, KeptEntry]:
        """Return what is known of those messages that are kept already, by their ids."""
        partition = user_partition(tenant, user_id)
        places = {_place(partition, entry): entry.message_id for entry in entries}
        listed = list(places)
        found: dict[str, KeptEntry] = {}
        for start in range(0, len(listed), BATCH_GET_LIMIT):
            batch = listed[start : start + BATCH_GET_LIMIT]
            rows = self.tables.batch_get(tenant, EPISODES, batch)
            found |= {places[key]: _entry_of(row) for key, row in rows.items()}
        return found

    def of_sources(
        self, tenant: TenantContext, user_id: str, place: VisibleScope, sources: Sequence[Source]
    ) -> dict[Source, KeptEntry]:
        """Return what is known of the messages of a place that belong to sessions."""
        partition = user_partition(tenant, user_id)
        places = {
            episode_key(
                partition, place.scope_key, place.epoch, one.session_id, one.message_id, ""
            ): one
            for one in sources
            if one.session_id is not None
        }
        rows = self.tables.batch_get(tenant, EPISODES, [*places]) if places else {}
        return {places[key]: _entry_of(row) for key, row in rows.items()}

    def keep_action(
        self, tenant: TenantContext, user_id: str, entry: EpisodeEntry, memory_id: str
    ) -> Action:
        """Return the action that keeps the message as this memory, unless it is kept already."""
        place = _place(user_partition(tenant, user_id), entry)
        row: dict[str, Value] = {
            "pk": place.partition,
            "sk": place.sort,
            "message_id": entry.message_id,
            "memory_id": memory_id,
            "role": entry.role,
            "said_at": entry.said_at.isoformat(),
            "session_order": session_order(
                entry.scope.key,
                entry.epoch,
                entry.scope.session_id,
                milliseconds(entry.said_at),
                entry.position,
            ),
            **_reading(entry),
        }
        return Put(EPISODES, row, Missing("pk"))

    def renew_action(
        self,
        tenant: TenantContext,
        user_id: str,
        entry: EpisodeEntry,
        seen: KeptEntry,
        yielded: frozenset[str],
    ) -> Action:
        """Return the action that notes a message's newest text and the task that reads it.

        `yielded` are the statements of which facts were taken before. It fails if another task was
        faster.
        """
        row = _reading(entry) | {
            "yielded": _listed(yielded),
            "told": _listed(told_before(entry, seen)),
            "readers": " ".join(readers_before(entry, seen)[-READERS:]),
        }
        changes = tuple(SetTo(name, value) for name, value in row.items())
        unmoved = (Equals("content_hash", seen.content_hash), Equals("task_id", seen.task_id))
        place = _place(user_partition(tenant, user_id), entry)
        return Update(EPISODES, place, changes, All(unmoved))

    def read_also(
        self,
        tenant: TenantContext,
        user_id: str,
        place: VisibleScope,
        seen: Mapping[Source, KeptEntry],
        task_id: str,
    ) -> None:
        """Note another task that took something from messages of a session.

        Raises WriteConflict if one of them was read anew meanwhile, Unavailable.
        """
        partition = user_partition(tenant, user_id)
        notes = [_read_also(partition, place, *one, task_id) for one in seen.items()]
        for start in range(0, len(notes), TRANSACTION_LIMIT):
            self.tables.transact(tenant, notes[start : start + TRANSACTION_LIMIT])

    def last_before(
        self,
        tenant: TenantContext,
        user_id: str,
        scope: Scope,
        epoch: int,
        at_ms: int,
        limit: int,
    ) -> list[KeptMessage]:
        """Return up to `limit` messages of a session that were said last before an instant.

        They come in order of their time, read consistently.
        """
        partition = user_partition(tenant, user_id)
        earliest, latest = session_bounds(scope.key, epoch, scope.session_id, at_ms)
        query = Query(
            EPISODES,
            partition,
            index=SESSION_INDEX,
            sort=SortRange(earliest, latest),
            limit=limit,
            descending=True,
        )
        listed = [
            Key(partition, read.text(item, "sk")) for item in self.tables.query(tenant, query).items
        ]
        rows = self.tables.batch_get(tenant, EPISODES, listed) if listed else {}
        return [_kept(rows[place]) for place in reversed(listed) if place in rows]


def told_before(entry: EpisodeEntry, seen: KeptEntry) -> frozenset[str]:
    """Return the statements of the texts that a message has had before this one."""
    return seen.told if seen.content_hash == entry.content_hash else seen.told | seen.statements


def readers_before(entry: EpisodeEntry, seen: KeptEntry) -> tuple[str, ...]:
    """Return the tasks that may have taken facts from a message before this one does, in order."""
    return tuple(
        one for one in dict.fromkeys((*seen.readers, seen.task_id)) if one != entry.task_id
    )


def _read_also(
    partition: str, place: VisibleScope, source: Source, seen: KeptEntry, task_id: str
) -> Action:
    readers = [one for one in seen.readers if one != task_id][1 - READERS :]
    named = (source.session_id, source.message_id, "")
    key = episode_key(partition, place.scope_key, place.epoch, *named)
    unmoved = (Equals("content_hash", seen.content_hash), Equals("task_id", seen.task_id))
    return Update(EPISODES, key, (SetTo("readers", " ".join([*readers, task_id])),), All(unmoved))


def _place(partition: str, entry: EpisodeEntry) -> Key:
    scope = entry.scope
    named = (scope.session_id, entry.message_id, entry.content_hash)
    return episode_key(partition, scope.key, entry.epoch, *named)


def _reading(entry: EpisodeEntry) -> dict[str, Value]:
    return {
        "content_hash": entry.content_hash,
        "task_id": entry.task_id,
        "accepted_at": entry.accepted_at.isoformat(),
        "read_as": entry.read_as,
        "statements": _listed(entry.statements),
    }


def _listed(hashes: frozenset[str]) -> str:
    return " ".join(sorted(hashes))


def _hashes(row: Item, name: str) -> frozenset[str]:
    return frozenset((read.optional_text(row, name) or "").split())


def _entry_of(row: Item) -> KeptEntry:
    return KeptEntry(
        memory_id=read.text(row, "memory_id"),
        content_hash=read.text(row, "content_hash"),
        said_at=read.offset_instant(row, "said_at"),
        task_id=read.text(row, "task_id"),
        accepted_at=read.offset_instant(row, "accepted_at"),
        read_as=read.text(row, "read_as"),
        statements=_hashes(row, "statements"),
        yielded=_hashes(row, "yielded"),
        told=_hashes(row, "told"),
        readers=tuple((read.optional_text(row, "readers") or "").split()),
    )


def _kept(row: Item) -> KeptMessage:
    return KeptMessage(
        read.text(row, "message_id"), read.text(row, "role"), read.text(row, "memory_id")
    )
