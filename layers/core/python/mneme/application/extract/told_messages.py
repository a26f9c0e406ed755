"""The messages of a conversation on their way to become TURNs: entries, words, vectors."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import Findable
from mneme.application.extract.line_up_turns import LineUpTurns
from mneme.application.extract.read_session import ReadSession
from mneme.application.index.find_by import FindBy
from mneme.application.repositories.episodes import EpisodeEntry, KeptEntry
from mneme.domain.conversation import SOURCE_ROLES, Conversation, Message, Role
from mneme.domain.extraction.policy import Mode
from mneme.domain.extraction.retold import Retold, retold, statements
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership, Source
from mneme.domain.retrieval.blinding import blind_statement, keyed_hash
from mneme.domain.retrieval.neighbours import REACH
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext
from mneme.domain.ulid import derived_ulid

NOT_READ = ""
EACH_TIME = "?"
"""It is read whenever it comes: nobody can tell whether it was sent again, or said again."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A message on its way to become a memory, which is this one."""

    memory_id: str
    entry: EpisodeEntry
    fact: Fact
    findable: Findable


@dataclass(frozen=True)
class ToldMessages:
    """Makes entries and TURNs of the messages of users and assistants."""

    find_by: FindBy
    read_session: ReadSession

    def entries(
        self, tenant: TenantContext, user_id: str, task: Task, conversation: Conversation
    ) -> list[EpisodeEntry]:
        """Return the entries of what was said, in order."""
        hashing = self.find_by.keys.keys_for(tenant, user_id, task.key_epoch).hashing
        said = _said(conversation)
        return [
            EpisodeEntry(
                scope=conversation.scope,
                epoch=task.epoch,
                message_id=message.message_id,
                role=message.role.value,
                said_at=at,
                position=position,
                content_hash=content_hash(hashing, conversation.scope.session_id, message),
                task_id=task.task_id,
                accepted_at=task.accepted_at,
                read_as=_read_as(hashing, conversation, message),
                statements=_statements(hashing, conversation, message),
            )
            for position, (message, at) in enumerate(
                zip(said, _times(conversation, said), strict=True)
            )
        ]

    def retold(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        yielded: Mapping[str, frozenset[str]],
    ) -> dict[str, Retold]:
        """Return the messages of which some statements have yielded facts before, by their ids."""
        hashing = self.find_by.keys.keys_for(tenant, user_id, task.key_epoch).hashing
        return {
            message.message_id: _in_two(hashing, message, told)
            for message in _said(conversation)
            if (told := yielded.get(message.message_id))
        }

    def turns(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        known: Mapping[str, KeptEntry],
        wanted: Collection[str],
        expire_at: datetime,
    ) -> dict[str, Turn]:
        """Return the wanted messages as TURNs, by their ids; `known` are those with memories.

        They are kept until `expire_at`, and found by what was said around them.
        """
        said = _said(conversation)
        times = _times(conversation, said)
        facts = [
            replace(_verbatim(conversation, *one), expire_at=expire_at)
            for one in zip(said, times, strict=True)
        ]
        entries = self.entries(tenant, user_id, task, conversation)
        ids = [
            known[entry.message_id].memory_id
            if entry.message_id in known
            else turn_id(tenant, user_id, task, entry)
            for entry in entries
        ]
        earlier = self.read_session.turns(tenant, user_id, task, conversation, REACH)
        line_up = LineUpTurns(self.find_by)
        findable = line_up(
            tenant,
            user_id,
            task.key_epoch,
            earlier,
            list(zip(ids, facts, strict=True)),
            {one for one, entry in zip(ids, entries, strict=True) if entry.message_id in wanted},
        )
        return {
            entry.message_id: Turn(memory_id, entry, fact, findable[memory_id])
            for memory_id, entry, fact in zip(ids, entries, facts, strict=True)
            if memory_id in findable
        }


def as_first_told(conversation: Conversation, known: Mapping[str, KeptEntry]) -> Conversation:
    """Return the conversation with the times at which messages without one were told first.

    Who sends a message again does not say it again. Without a session nobody can tell.
    """
    if conversation.scope.session_id is None:
        return conversation
    return replace(
        conversation,
        messages=tuple(
            replace(message, time=known[message.message_id].said_at)
            if message.time is None and message.message_id in known
            else message
            for message in conversation.messages
        ),
    )


def _said(conversation: Conversation) -> list[Message]:
    return [message for message in conversation.messages if message.role in SOURCE_ROLES]


def content_hash(hashing: bytes, session_id: str | None, message: Message) -> str:
    """Return the keyed hash of what was said: other white space makes no other text."""
    content = " ".join(message.content.split())
    if session_id is not None:
        return keyed_hash(hashing, content)
    said_at = "" if message.time is None else message.time.isoformat()
    return keyed_hash(hashing, message.role, message.speaker, said_at, content)


def _statements(hashing: bytes, conversation: Conversation, message: Message) -> frozenset[str]:
    """Return the keyed hashes of a message's statements; without a session none is ever edited."""
    if conversation.scope.session_id is None:
        return frozenset()
    return frozenset(blind_statement(hashing, one) for one in statements(message.content))


def _in_two(hashing: bytes, message: Message, told: frozenset[str]) -> Retold:
    return retold(message.content, lambda one: blind_statement(hashing, one) in told)


def _read_as(hashing: bytes, conversation: Conversation, message: Message) -> str:
    """Return how facts are taken from a message, keyed; NOT_READ if none are, or EACH_TIME."""
    policy, side = conversation.policy, conversation.ownership
    left_out = side is not None and side is not _side(message)
    if left_out or policy.mode is Mode.OFF:
        return NOT_READ
    if conversation.scope.session_id is None and message.time is None:
        return EACH_TIME
    return keyed_hash(hashing, policy.focus or "", policy.style or "", *policy.entity_types)


def turn_id(tenant: TenantContext, user_id: str, task: Task, entry: EpisodeEntry) -> str:
    """Return the id of a new message's memory: the same at every delivery."""
    parts = (tenant.tenant_id, user_id, task.task_id, "turn", entry.message_id)
    return derived_ulid(task.accepted_at, *parts)


def _times(conversation: Conversation, said: Sequence[Message]) -> list[datetime]:
    return [message.time or conversation.accepted_at for message in said]


def _side(message: Message) -> Ownership:
    return Ownership.USER if message.role is Role.USER else Ownership.AGENT


def _verbatim(conversation: Conversation, message: Message, said_at: datetime) -> Fact:
    """Return the message as the content of a TURN: its own words, unchanged."""
    return Fact(
        text=message.content,
        ownership=_side(message),
        sources=(Source(conversation.scope.session_id, message.message_id),),
        observed_at=said_at,
        mem_type=MemType.EPISODIC,
        kind=Kind.TURN,
        speaker=message.name,
    )
