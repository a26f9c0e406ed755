"""Keep a conversation's messages as an episode: each a TURN, recallable verbatim (DESIGN §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.compose_memory import Findable, Place, new_head, revision_of
from mneme.application.find_by import FindBy
from mneme.application.line_up_turns import LineUpTurns
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action
from mneme.application.read_session import ReadSession
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.episodes import EpisodeEntry, Episodes
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.conversation import SOURCE_ROLES, Conversation, Message, Role
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership, Source
from mneme.domain.retrieval.blinding import keyed_hash
from mneme.domain.retrieval.neighbours import REACH
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext
from mneme.domain.ulid import derived_ulid

PAGE_MESSAGES = 20
"""Messages a transaction: three rows each, within its 100 actions."""

ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class _Turn:
    """A message on its way to become a memory."""

    entry: EpisodeEntry
    fact: Fact
    findable: Findable


@dataclass(frozen=True)
class KeepEpisode:
    """Stores what was said, each message once, however often it is sent."""

    episodes: Episodes
    commits: Commits
    find_by: FindBy
    read_session: ReadSession
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        unchanged: Action,
    ) -> None:
        """Keep the messages of users and assistants.

        `unchanged` is the check that the user's switches and epochs are still as the caller saw
        them. Raises WriteConflict if they are not, Unavailable if a store does not answer.
        """
        said = [message for message in conversation.messages if message.role in SOURCE_ROLES]
        entries = self._entries(tenant, user_id, task, conversation, said)
        known = self.episodes.known(tenant, user_id, entries)
        if len(known) == len(entries):
            return
        turns = self._turns(tenant, user_id, task, conversation, said, entries)
        for _ in range(ATTEMPTS):
            new = [turn for turn in turns if turn.entry.message_id not in known]
            try:
                self._commit(tenant, user_id, task, new, unchanged)
            except WriteConflict:
                seen, known = known, self.episodes.known(tenant, user_id, entries)
                if known == seen:
                    raise
            else:
                return
        raise Unavailable("the session is being written to without pause")

    def _entries(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        said: Sequence[Message],
    ) -> list[EpisodeEntry]:
        hashing = self.find_by.keys.keys_for(tenant, user_id, task.key_epoch).hashing
        in_session = conversation.scope.session_id is not None
        return [
            EpisodeEntry(
                scope=conversation.scope,
                epoch=task.epoch,
                message_id=message.message_id,
                role=message.role.value,
                said_at_ms=milliseconds(at),
                position=position,
                content_hash=None if in_session else _content_hash(hashing, message),
            )
            for position, (message, at) in enumerate(
                zip(said, _times(conversation, said), strict=True)
            )
        ]

    def _turns(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        said: Sequence[Message],
        entries: Sequence[EpisodeEntry],
    ) -> list[_Turn]:
        facts = [
            _verbatim(conversation, *one)
            for one in zip(said, _times(conversation, said), strict=True)
        ]
        ids = [_memory_id(tenant, user_id, task, entry) for entry in entries]
        earlier = self.read_session.turns(tenant, user_id, task, conversation, REACH)
        line_up = LineUpTurns(self.find_by)
        findable = line_up(
            tenant, user_id, task.key_epoch, earlier, list(zip(ids, facts, strict=True))
        )
        return list(map(_Turn, entries, facts, findable))

    def _commit(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        turns: Sequence[_Turn],
        unchanged: Action,
    ) -> None:
        for start in range(0, len(turns), PAGE_MESSAGES):
            page = turns[start : start + PAGE_MESSAGES]
            commit = self._page_commit(tenant, user_id, task, page, unchanged)
            self.commits.carry_out(tenant, user_id, commit)

    def _page_commit(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        page: Sequence[_Turn],
        unchanged: Action,
    ) -> Commit:
        now = self.clock.now()
        writes, kept = [], []
        for turn in page:
            memory_id = _memory_id(tenant, user_id, task, turn.entry)
            place = Place(turn.entry.scope, turn.entry.epoch, task.key_epoch, now)
            head = new_head(memory_id, turn.fact, place)
            writes.append(MemoryWrite(head, revision=revision_of(head, turn.fact, turn.findable)))
            kept.append(self.episodes.keep_action(tenant, user_id, turn.entry, memory_id))
        record = ChangeRecord(
            operation=Operation.ADD,
            memory_ids=tuple(write.after.memory_id for write in writes),
            revision_before=None,
            revision_after=1,
            reason="episode",
            actor=Actor.SYSTEM,
            at=now,
            sources=tuple(turn.fact.sources[0] for turn in page),
        )
        return Commit(tuple(writes), (record,), (unchanged, *kept))


def _content_hash(hashing: bytes, message: Message) -> str:
    said_at = "" if message.time is None else message.time.isoformat()
    return keyed_hash(hashing, message.role, message.speaker, said_at, message.content)


def _times(conversation: Conversation, said: Sequence[Message]) -> list[datetime]:
    return [message.time or conversation.accepted_at for message in said]


def _memory_id(tenant: TenantContext, user_id: str, task: Task, entry: EpisodeEntry) -> str:
    parts = (tenant.tenant_id, user_id, task.task_id, "turn", entry.message_id)
    return derived_ulid(task.accepted_at, *parts)


def _verbatim(conversation: Conversation, message: Message, said_at: datetime) -> Fact:
    """Return the message as the content of a TURN: its own words, unchanged."""
    return Fact(
        text=message.content,
        ownership=Ownership.USER if message.role is Role.USER else Ownership.AGENT,
        sources=(Source(conversation.scope.session_id, message.message_id),),
        observed_at=said_at,
        mem_type=MemType.EPISODIC,
        kind=Kind.TURN,
        speaker=message.name,
    )
