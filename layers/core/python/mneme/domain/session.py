"""Sessions: how long they last, and what of them is kept for good (DESIGN §14)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from mneme.domain.dates.expressions import time_spans
from mneme.domain.fact import FACT_BYTES, Fact, type_in_slot
from mneme.domain.memory import Head, Kind, MemType, Revision, Source, Status
from mneme.domain.scope import Level, Scope

LONGEST_CONTINUED = timedelta(hours=24)
"""What is to be continued never lives longer: who looks for it looks no further back."""

LINE_BYTES = 400
"""Most that one statement or message takes of what is to be continued."""


OPEN_STATUSES = frozenset({Status.ACTIVE, Status.CANDIDATE})
"""What a memory of a session must be to be judged when the session ends."""


class OfSession(StrEnum):
    """What became of a memory when its session ended: the reason in the change record."""

    PROMOTED = "promoted"
    ENDED = "session_ended"
    NO_ROOM = "no_room"
    CONTINUED = "to_be_continued"


@dataclass(frozen=True, slots=True)
class SessionClosing:
    """The end of a session: asked for, or come by itself.

    `epoch` is the session's, so that what is purged meanwhile is left alone. `must_keep` names
    messages that are kept whatever they say: their memories, or else their words.
    """

    scope: Scope
    epoch: int
    to_be_continued: bool = False
    must_keep: frozenset[str] = frozenset()

    @property
    def target(self) -> Scope:
        """Where what is kept goes: the session's own app, or everywhere if it is of no app."""
        return kept_in(self.scope)

    def keeps(self, head: Head, revision: Revision, now: datetime) -> bool:
        """Return whether a memory of the session is worth keeping.

        It is if the caller named a message it came from. Else it must be certain and hold still,
        and be important, or recalled or used, or durable: no event but for one that fills a slot,
        and without an end of its own. An event is kept as well that is still to come.
        """
        if any(source.message_id in self.must_keep for source in revision.sources):
            return True
        ends = [at for at in (head.invalid_at, head.expire_at) if at is not None]
        if head.status is not Status.ACTIVE or any(at <= now for at in ends):
            return False
        lasting = type_in_slot(head.mem_type, revision.fact_key) is not MemType.EPISODIC
        durable = not ends if lasting else is_to_come(revision, now)
        return head.is_important or bool(head.recall_count or head.used_count) or durable


def is_to_come(revision: Revision, now: datetime) -> bool:
    """Return whether what is told names a day that has not begun, seen from when it was said."""
    spans = time_spans(revision.content, revision.observed_at)
    return any(span.start > now for span in spans)


@dataclass(frozen=True, slots=True)
class Promotion:
    """What was judged of a session: the memories that are kept, in order, and the others (ids).

    The first facts that are told are of the memories; others, of messages, come after them.
    """

    promoted: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def kept_in(session: Scope) -> Scope:
    """Return the scope in which a session's memories are kept when it ends."""
    if session.app_id is None:
        return Scope(Level.GLOBAL, None, session.session_id)
    return Scope(Level.APP, session.app_id, session.session_id)


def carried(head: Head, revision: Revision) -> Fact:
    """Return what a memory of a session says, to be told to where it goes."""
    return Fact(
        text=revision.content,
        ownership=head.ownership,
        sources=revision.sources,
        observed_at=head.observed_at,
        mem_type=head.mem_type,
        kind=head.kind,
        provenance=head.provenance,
        is_important=head.is_important,
        speaker=revision.speaker,
        fact_key=revision.fact_key,
        valid_at=head.valid_at,
        invalid_at=head.invalid_at,
        expire_at=head.expire_at,
        custom_tags=revision.custom_tags,
        confidence=revision.confidence,
        entities=revision.entities,
        parts=revision.parts,
    )


def spoken(turn: Revision, message: Source) -> Fact:
    """Return a message that must be kept, and told no fact, as one: what was said, as it was."""
    said = turn.content.encode("utf-8", "surrogatepass")[:FACT_BYTES]
    return Fact(
        text=said.decode("utf-8", "ignore"),
        ownership=turn.ownership,
        sources=(message,),
        observed_at=turn.observed_at,
        mem_type=MemType.EPISODIC,
        speaker=turn.speaker,
    )


def to_be_continued(said: Sequence[Revision], known: Sequence[Revision], until: datetime) -> Fact:
    """Return the CONTINUITY memory of a session's last messages and its memories, newest last.

    The messages take half of its room, and all that the memories leave. Raises ValueError if there
    is neither.
    """
    shown = _newest((one.content for one in reversed(known)), FACT_BYTES // 2)
    room = FACT_BYTES - sum(_size(line) for line in shown)
    spoken = (f"{one.speaker or one.ownership}: {one.content}" for one in reversed(said))
    last = _newest(spoken, room)
    told = [*known, *said]
    if not told:
        raise ValueError("nothing was said")
    newest = max(told, key=lambda one: one.observed_at)
    return Fact(
        text="\n".join([*reversed(shown), *reversed(last)]),
        ownership=newest.ownership,
        sources=tuple(dict.fromkeys(source for one in told for source in one.sources)),
        observed_at=newest.observed_at,
        mem_type=MemType.EPISODIC,
        kind=Kind.CONTINUITY,
        expire_at=until,
    )


def _newest(lines: Iterable[str], room: int) -> list[str]:
    """Return the first lines, each shortened, as long as there is room: whole ones only."""
    chosen: list[str] = []
    for line in map(_shortened, lines):
        room -= _size(line)
        if room < 0:
            break
        chosen.append(line)
    return chosen


def _size(line: str) -> int:
    return len(line.encode("utf-8", "surrogatepass")) + 1


def _shortened(line: str) -> str:
    text = " ".join(line.split())
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= LINE_BYTES:
        return text
    return encoded[: LINE_BYTES - 3].decode("utf-8", "ignore") + "…"
