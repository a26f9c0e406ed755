"""Queues in the local database, with the semantics of SQS for FIFO and standard queues."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from mneme.adapters.queue_layout import QueueLayout, check_delay, check_limit, check_message
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.clock import Clock
from mneme.application.ports.work_queue import QueueMessage, ReceivedMessage
from mneme.domain.tenancy import TenantContext

_DEDUPLICATION_MS = 5 * 60 * 1000
_SCHEMA = """
CREATE TABLE IF NOT EXISTS queue_messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    message_id TEXT NOT NULL,
    body TEXT NOT NULL,
    message_group TEXT,
    sent_at_ms INTEGER NOT NULL,
    visible_at_ms INTEGER NOT NULL,
    receive_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS queue_messages_order
    ON queue_messages (queue, sequence, visible_at_ms, message_group);
CREATE INDEX IF NOT EXISTS queue_messages_visible
    ON queue_messages (queue, visible_at_ms, message_group);
CREATE INDEX IF NOT EXISTS queue_messages_group
    ON queue_messages (queue, message_group, sequence, visible_at_ms);
CREATE TABLE IF NOT EXISTS queue_turns (
    queue TEXT NOT NULL,
    message_group TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (queue, message_group)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS queue_deduplication (
    queue TEXT NOT NULL,
    message_group TEXT NOT NULL,
    deduplication_id TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    PRIMARY KEY (queue, message_group, deduplication_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS queue_hands (sequence INTEGER PRIMARY KEY);
CREATE INDEX IF NOT EXISTS queue_deduplication_age ON queue_deduplication (sent_at_ms);
"""
# A hidden message is in a consumer's hands, or released with a delay: either blocks its group.
# The index names keep the planner on the order (few rows read), whatever the statistics.
_DELIVERABLE = """
SELECT sequence, receive_count FROM queue_messages INDEXED BY queue_messages_order
WHERE queue = :queue AND visible_at_ms <= :now AND (message_group IS NULL OR message_group NOT IN (
    SELECT message_group FROM queue_messages INDEXED BY queue_messages_visible
    WHERE queue = :queue AND visible_at_ms > :now AND message_group IS NOT NULL))
ORDER BY sequence LIMIT :limit
"""
# Group by group, one step down the index each: of a group that has thousands, few rows are read.
_GROUPS_IN_TURN = """
WITH RECURSIVE waiting (named) AS (
    SELECT MIN(message_group) FROM queue_messages WHERE queue = :queue
    UNION ALL
    SELECT (SELECT MIN(message_group) FROM queue_messages
            WHERE queue = :queue AND message_group > named)
    FROM waiting WHERE named IS NOT NULL)
SELECT named FROM waiting
LEFT JOIN queue_turns ON queue_turns.queue = :queue AND message_group = named
WHERE named IS NOT NULL AND named NOT IN (
    SELECT message_group FROM queue_messages INDEXED BY queue_messages_visible
    WHERE queue = :queue AND visible_at_ms > :now AND message_group IS NOT NULL)
ORDER BY COALESCE(turn, 0), (
    SELECT MIN(sequence) FROM queue_messages WHERE queue = :queue AND message_group = named)
LIMIT :limit
"""
_OF_GROUP = """
SELECT sequence, receive_count FROM queue_messages INDEXED BY queue_messages_group
WHERE queue = ? AND message_group = ? ORDER BY sequence LIMIT ?
"""
_TOOK_TURN = """
INSERT OR REPLACE INTO queue_turns
SELECT ?, ?, COALESCE(MAX(turn), 0) + 1 FROM queue_turns WHERE queue = ?
"""
# Who has nothing waiting has no turn to wait for.
_HAS_GONE = """
DELETE FROM queue_turns WHERE queue = :queue AND message_group = :group AND NOT EXISTS (
    SELECT 1 FROM queue_messages WHERE queue = :queue AND message_group = :group)
"""
_TAKE = """
UPDATE queue_messages SET visible_at_ms = ?, receive_count = receive_count + 1 WHERE sequence = ?
RETURNING message_id, body, message_group, receive_count, sent_at_ms
"""
# A hidden message that is in no hands rests.
_RECLAIM = """
UPDATE queue_messages SET visible_at_ms = :now
WHERE queue = :queue AND visible_at_ms > :now AND sequence IN (SELECT sequence FROM queue_hands)
"""
# A moved message becomes the newest of its new queue, under a sequence no old receipt names.
_MOVE = """
INSERT INTO queue_messages (queue, message_id, body, message_group, sent_at_ms, visible_at_ms)
SELECT ?, message_id, body, message_group, sent_at_ms, visible_at_ms
FROM queue_messages WHERE sequence = ?
"""


class SqliteWorkQueue:
    """A `WorkQueue` and `QueueConsumer`; all state is in the database, none in the process.

    A dead-letter queue is received from under its own name. As on SQS, one batch may hold several
    messages of a group, in order; none that follows them is given out meanwhile. Groups take turns:
    the one that was served longest ago comes first, however many messages another has waiting.
    """

    def __init__(
        self, database: SqliteDatabase, queues: Mapping[str, QueueLayout], clock: Clock
    ) -> None:
        self._database = database
        self._clock = clock
        dead = [layout.dead_letters() for layout in queues.values()]
        self._layouts = {**queues, **{layout.name: layout for layout in dead}}
        database.create(_SCHEMA)

    def send(self, tenant: TenantContext, queue: str, message: QueueMessage) -> None:  # noqa: ARG002
        """Store the message durably. Raises Unavailable; ValueError for a wrong kind of message."""
        check_message(message, fifo=self._layouts[queue].fifo)
        now = self._now_ms()
        visible = now + message.delay_seconds * 1000
        with self._database.write() as connection:
            if message.group is not None and not _is_first(connection, queue, message, now):
                return
            connection.execute(
                "INSERT INTO queue_messages"
                " (queue, message_id, body, message_group, sent_at_ms, visible_at_ms)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (queue, str(uuid.uuid4()), message.body, message.group, now, visible),
            )

    def receive(self, queue: str, limit: int) -> Sequence[ReceivedMessage]:
        """Return up to `limit` messages, hidden from others for the queue's visibility time.

        Nothing to receive costs one read and no lock.
        """
        check_limit(limit)
        layout = self._layouts[queue]
        now = self._now_ms()
        with self._database.read() as connection:
            if not _deliverable(connection, queue, now, 1):
                return ()
        with self._database.write() as connection:
            rows = self._without_spent(connection, layout, now, limit)
            hidden_until = now + layout.visibility_seconds * 1000
            taken = tuple(_take(connection, row.sequence, hidden_until) for row in rows)
            for group in dict.fromkeys(message.group for message in taken if message.group):
                connection.execute(_TOOK_TURN, (queue, group, queue))
            return taken

    def acknowledge(self, queue: str, receipt: str) -> None:
        """Remove a received message for good; an outdated receipt does nothing."""
        sequence, receive_count = _parse_receipt(receipt)
        with self._database.write() as connection:
            removed = connection.execute(
                "DELETE FROM queue_messages WHERE sequence = ? AND receive_count = ? AND queue = ?"
                " RETURNING message_group",
                (sequence, receive_count, queue),
            ).fetchall()
            for (group,) in removed:
                _let_go(connection, sequence)
                connection.execute(_HAS_GONE, {"queue": queue, "group": group})

    def release(self, queue: str, receipt: str, delay_seconds: int = 0) -> None:
        """Give a received message back after the delay; an outdated receipt does nothing."""
        check_delay(delay_seconds)
        now = self._now_ms()
        sequence, receive_count = _parse_receipt(receipt)
        with self._database.write() as connection:
            released = connection.execute(
                "UPDATE queue_messages SET visible_at_ms = ?"
                " WHERE sequence = ? AND receive_count = ? AND queue = ? AND visible_at_ms > ?",
                (now + delay_seconds * 1000, sequence, receive_count, queue, now),
            )
            if released.rowcount:
                _let_go(connection, sequence)

    def reclaim(self, queue: str) -> None:
        """Make what is in anybody's hands deliverable at once; what rests goes on resting.

        For the one consumer of a queue, before it first receives: those hands are gone.
        """
        now = self._now_ms()
        with self._database.write() as connection:
            connection.execute(_RECLAIM, {"queue": queue, "now": now})

    def settle(self) -> bool:
        """Leave nothing of what was acknowledged in the file's log. Raises Unavailable."""
        return self._database.empty_log()

    def waiting(self, queue: str) -> int:
        """Return how many messages are stored and not acknowledged, those in hands included."""
        with self._database.read() as connection:
            (count,) = connection.execute(
                "SELECT COUNT(*) FROM queue_messages WHERE queue = ?", (queue,)
            ).fetchone()
        return int(count)

    def depth(self, queue: str) -> int:
        """Return how many dead letters the queue has."""
        return self.waiting(self._layouts[queue].dead_letters().name)

    def move_back(self, queue: str) -> int:
        """Put the queue's dead letters back behind its messages; return how many they were."""
        dead = self._layouts[queue].dead_letters().name
        with self._database.write() as connection:
            rows = connection.execute(
                "SELECT sequence FROM queue_messages"
                " WHERE queue = ? AND visible_at_ms <= ? ORDER BY sequence",
                (dead, self._now_ms()),
            ).fetchall()
            _move(connection, [sequence for (sequence,) in rows], queue)
        return len(rows)

    def _without_spent(
        self, connection: Connection, layout: QueueLayout, now: int, limit: int
    ) -> list["_Row"]:
        """Return what can be delivered, after moving away what was received often enough."""
        while True:
            find = _in_turn if layout.fifo else _deliverable
            rows = find(connection, layout.name, now, limit)
            if layout.max_receives is None:
                return rows
            spent = [row.sequence for row in rows if row.receive_count >= layout.max_receives]
            if not spent:
                return rows
            _move(connection, spent, layout.dead_letters().name)

    def _now_ms(self) -> int:
        return int(self._clock.now().timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class _Row:
    sequence: int
    receive_count: int


def _is_first(connection: Connection, queue: str, message: QueueMessage, now: int) -> bool:
    """Note the deduplication id; return whether none like it was noted within five minutes."""
    connection.execute(
        "DELETE FROM queue_deduplication WHERE sent_at_ms <= ?", (now - _DEDUPLICATION_MS,)
    )
    noted = connection.execute(
        "INSERT INTO queue_deduplication VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (queue, message.group, message.deduplication_id, now),
    )
    return noted.rowcount == 1


def _deliverable(connection: Connection, queue: str, now: int, limit: int) -> list[_Row]:
    rows = connection.execute(_DELIVERABLE, {"queue": queue, "now": now, "limit": limit})
    return [_Row(*row) for row in rows]


def _in_turn(connection: Connection, queue: str, now: int, limit: int) -> list[_Row]:
    """Return messages of whole groups, each in order, the group served longest ago first."""
    asked = {"queue": queue, "now": now, "limit": limit}
    rows: list[_Row] = []
    for (group,) in connection.execute(_GROUPS_IN_TURN, asked).fetchall():
        found = connection.execute(_OF_GROUP, (queue, group, limit - len(rows)))
        rows += [_Row(*row) for row in found]
    return rows


def _take(connection: Connection, sequence: int, hidden_until: int) -> ReceivedMessage:
    row = connection.execute(_TAKE, (hidden_until, sequence)).fetchone()
    connection.execute("INSERT OR IGNORE INTO queue_hands VALUES (?)", (sequence,))
    message_id, body, group, receive_count, sent_at_ms = row
    return ReceivedMessage(
        message_id=message_id,
        body=body,
        receipt=f"{sequence}.{receive_count}",
        group=group,
        receive_count=receive_count,
        sent_at_ms=sent_at_ms,
    )


def _move(connection: Connection, sequences: Sequence[int], queue: str) -> None:
    for sequence in sequences:
        connection.execute(_MOVE, (queue, sequence))
        connection.execute("DELETE FROM queue_messages WHERE sequence = ?", (sequence,))
        _let_go(connection, sequence)


def _let_go(connection: Connection, sequence: int) -> None:
    connection.execute("DELETE FROM queue_hands WHERE sequence = ?", (sequence,))


def _parse_receipt(receipt: str) -> tuple[int, int]:
    sequence, _, receive_count = receipt.partition(".")
    return int(sequence), int(receive_count)
