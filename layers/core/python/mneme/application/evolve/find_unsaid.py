"""Find what only an edited message had said, and says no more (DESIGN §7)."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.index.find_by import FindBy
from mneme.application.repositories.episodes import Episodes
from mneme.application.tasks.made_by_tasks import MadeByTasks
from mneme.domain.evolution.edited_message import EditedMessage, is_taken_back
from mneme.domain.evolution.parts import parts_of, sources_of
from mneme.domain.evolution.spells import Spell, same_instant, spells_of
from mneme.domain.memory import Head, Kind, Part, Provenance, Revision, Source, Status
from mneme.domain.retrieval.blinding import blind_statement
from mneme.domain.scope import Level, Scope, VisibleScope
from mneme.domain.session import kept_in
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext

REVISIONS_READ = 30
"""Of a memory that has changed more often, its newest revisions are looked at."""

_LIVING = frozenset({Status.ACTIVE, Status.CANDIDATE})
_TELLING = _LIVING | {Status.SUPERSEDED}


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A spell that some of its messages say no more; `left` are the parts that others tell.

    By those it was said last at `observed_at`, and holds since `begins`; None if both stay.
    """

    spell: Spell
    edited: tuple[EditedMessage, ...]
    left: tuple[Part, ...]
    observed_at: datetime | None = None
    begins: datetime | None = None

    @property
    def sources_left(self) -> tuple[Source, ...]:
        """Its sources that tell something of it still."""
        return sources_of(self.left, self.spell.said)

    @property
    def is_living(self) -> bool:
        """Whether its memory says so now."""
        return self.spell.is_last and self.spell.head.status in _LIVING


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What the edited messages of a task take back, in the scope and epoch of its facts."""

    tenant: TenantContext
    user_id: str
    task: Task
    scope: Scope
    edited: tuple[EditedMessage, ...]

    @property
    def place(self) -> VisibleScope:
        """The place of the messages."""
        return VisibleScope(self.scope.key, self.task.epoch)


@dataclass(frozen=True)
class FindUnsaid:
    """Follows the messages to what came of them, through the tasks that read them."""

    made: MadeByTasks
    find_by: FindBy
    episodes: Episodes

    def __call__(self, of: TakenBack) -> list[Unsaid]:
        """Return what came of the messages, and is not said by them now; past revisions as well.

        Also what was kept of it when its session was closed. Nothing of a person's writing, nor
        what the task's own facts have become. Raises Unavailable.
        """
        if not of.edited:
            return []
        readers = {task_id for one in of.edited for task_id in one.readers}
        made = self.made.revisions(of.tenant, of.user_id, [*sorted(readers), of.task.task_id])
        own = made.pop(of.task.task_id, frozenset())
        earlier = {memory_id for refs in made.values() for memory_id, _ in refs}
        standing = self.made.as_they_stand(of.tenant, of.user_id, sorted(earlier))
        found = {one: head for led in standing.values() for one, head in led.items() if head}
        heads = [head for head in found.values() if _may_end(head, of)]
        revised = {memory_id for memory_id, _ in own}
        spells = (
            one
            for one in self._spells(of, heads)
            if one.said.parts or (one.ref not in own and not _is_current(one, revised))
        )
        listed = [one for one in spells if not one.is_empty]
        compared = [one for one in (self.compared(of, each) for each in listed) if one is not None]
        timed = (self.timed(of, one, listed) for one in compared)
        return [one for one in timed if one.left or not _is_current(one.spell, revised)]

    def timed(self, of: TakenBack, one: Unsaid, spells: Sequence[Spell]) -> Unsaid:
        """Return it as the times of its other messages have it, as far as all are known.

        Those that told of an earlier spell of the same words say nothing of this one.
        """
        sources = one.sources_left
        kept = self.episodes.of_sources(of.tenant, of.user_id, of.place, sources)
        if not sources or len(kept) < len(sources):
            return one
        told = sorted(entry.said_at for entry in kept.values())
        edited = [edited.said_at for edited in one.edited]
        since, last = one.spell.begins, one.spell.head.observed_at
        if _is_among(since, edited) and any(_is_before(each, one.spell) for each in spells):
            told = [at for at in told if since is not None and since <= at]
            if not told:
                return replace(one, left=())
        return replace(
            one,
            observed_at=told[-1] if one.spell.is_last and _is_among(last, edited) else None,
            begins=told[0] if _is_among(since, edited) and told[0] != since else None,
        )

    def compared(self, of: TakenBack, spell: Spell) -> Unsaid | None:
        """Return a spell that some of the messages say no more, None if there are none."""
        edited, left = self._left(of, spell.said)
        return Unsaid(spell, edited, left) if edited else None

    def sources_left(self, of: TakenBack, said: Revision) -> tuple[Source, ...] | None:
        """Return those sources of a revision that say it still, None if it is taken back."""
        edited, left = self._left(of, said)
        return (sources_of(left, said) or None) if edited else said.sources

    def _left(
        self, of: TakenBack, said: Revision
    ) -> tuple[tuple[EditedMessage, ...], tuple[Part, ...]]:
        """Return the messages that unsay parts of a revision, and what others tell of it."""
        before = parts_of(said)
        unsaying = [self._unsaying(of, part) for part in before]
        edited = tuple(dict.fromkeys(one for found in unsaying for one in found))
        left = (_without(*pair) for pair in zip(before, unsaying, strict=True))
        return edited, tuple(part for part in left if part is not None)

    def _unsaying(self, of: TakenBack, part: Part) -> tuple[EditedMessage, ...]:
        hashing = self.find_by.keys.keys_for(of.tenant, of.user_id, of.task.key_epoch).hashing

        def is_of(one: EditedMessage) -> bool:
            return one.source in part.sources and is_taken_back(
                one,
                part.text,
                lambda letters: blind_statement(hashing, letters),
                self.find_by.stemmer.stem,
            )

        return tuple(one for one in of.edited if is_of(one))

    def _spells(self, of: TakenBack, heads: Iterable[Head]) -> tuple[Spell, ...]:
        listed = list(heads)
        refs = [
            (one.memory_id, number)
            for one in listed
            for number in range(max(1, one.revision - REVISIONS_READ + 1), one.revision + 1)
        ]
        return spells_of(listed, self.made.memories.revisions(of.tenant, of.user_id, refs))


def _is_among(at: datetime | None, instants: Iterable[datetime]) -> bool:
    return at is not None and any(same_instant(at, one) for one in instants)


def _is_before(one: Spell, other: Spell) -> bool:
    """Return whether one spell is an earlier one of the same memory, in the same words."""
    same = one.ref[0] == other.ref[0] and one.said.content == other.said.content
    return same and one.ref[1] < other.ref[1]


def _is_current(spell: Spell, revised: Container[str]) -> bool:
    """Return whether it is what one of some memories says now."""
    return spell.is_last and spell.ref[0] in revised


def _without(part: Part, edited: Iterable[EditedMessage]) -> Part | None:
    """Return the part as its other sources tell it, None if none does."""
    gone = {one.source for one in edited}
    if not gone:
        return part
    left = tuple(source for source in part.sources if source not in gone)
    return replace(part, sources=left) if left else None


def _may_end(head: Head, of: TakenBack) -> bool:
    """Return whether automation may end a memory: of no person's writing, and where it looks.

    That is the place of the messages, or where their session's memories went when it was closed.
    """
    return (
        head.status in _TELLING
        and head.kind is not Kind.TURN
        and head.provenance.rank <= Provenance.AUTOMATIC.rank
        and (VisibleScope(head.scope.key, head.epoch) == of.place or _keeps(head, of))
    )


def _keeps(head: Head, of: TakenBack) -> bool:
    """Return whether a memory is where those of the messages' session are kept for good.

    Who may write in the session alone ends nothing there.
    """
    session = of.scope.level is Level.SESSION and not of.task.confined
    same_user = head.key_epoch == of.task.key_epoch
    return session and same_user and head.scope.key == kept_in(of.scope).key
