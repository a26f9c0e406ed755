"""Episodes: the order of each session's messages, and that each message is kept once."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Action,
    Item,
    Key,
    Missing,
    Put,
    Query,
    SortRange,
    TableStore,
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
from mneme.domain.scope import Scope, join_key
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class EpisodeEntry:
    """One message's place: its session (in a scope and epoch), its time and its position.

    Message ids name messages of one session. Where there is none, callers number every
    conversation from one: there `content_hash` tells the messages apart as well.
    """

    scope: Scope
    epoch: int
    message_id: str
    role: str
    said_at_ms: int
    position: int
    content_hash: str | None = None


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

    def known(
        self, tenant: TenantContext, user_id: str, entries: Sequence[EpisodeEntry]
    ) -> frozenset[str]:
        """Return the ids of those messages that are kept already."""
        partition = user_partition(tenant, user_id)
        places = {_place(partition, entry): entry.message_id for entry in entries}
        listed = list(places)
        found: set[str] = set()
        for start in range(0, len(listed), BATCH_GET_LIMIT):
            batch = listed[start : start + BATCH_GET_LIMIT]
            found.update(places[key] for key in self.tables.batch_get(tenant, EPISODES, batch))
        return frozenset(found)

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
            "session_order": session_order(
                entry.scope.key,
                entry.epoch,
                entry.scope.session_id,
                entry.said_at_ms,
                entry.position,
            ),
        }
        return Put(EPISODES, row, Missing("pk"))

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


def _place(partition: str, entry: EpisodeEntry) -> Key:
    named = entry.message_id
    if entry.content_hash is not None:
        named = join_key(named, entry.content_hash)
    return episode_key(partition, entry.scope.key, entry.epoch, entry.scope.session_id, named)


def _kept(row: Item) -> KeptMessage:
    return KeptMessage(
        read.text(row, "message_id"), read.text(row, "role"), read.text(row, "memory_id")
    )
