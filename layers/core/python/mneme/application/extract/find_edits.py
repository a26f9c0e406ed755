"""Edited messages, with what each has said before and says no more (DESIGN §7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.extract.sort_messages import Sorted
from mneme.application.extract.told_messages import NOT_READ
from mneme.application.repositories.episodes import (
    EpisodeEntry,
    KeptEntry,
    readers_before,
    told_before,
)
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.conversation import Conversation
from mneme.domain.evolution.edited_message import EditedMessage
from mneme.domain.extraction.retold import statements_of
from mneme.domain.extraction.sentences import sentences
from mneme.domain.memory import Kind, Source, Status
from mneme.domain.retrieval.blinding import blind_statement
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext

TEXTS_READ = 10
"""Of a message that was edited more often, its last texts are read."""


@dataclass(frozen=True)
class FindEdits:
    """Compares the newest texts of messages with what is known of those before."""

    memories: MemoryRepository
    keys: KeyRing

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        entries: Sequence[EpisodeEntry],
        found: Sorted,
        known: Mapping[str, KeptEntry],
    ) -> tuple[EditedMessage, ...]:
        """Return the messages that this task reads, and that lack what an earlier text stated.

        `known` is what was known of them before this task or, at another delivery, by it. Raises
        Unavailable.
        """
        gone = {
            entry.message_id: told_before(entry, known[entry.message_id]) - entry.statements
            for entry in entries
            if entry.message_id in known and _reads(entry, found, known[entry.message_id])
        }
        edited = [entry for entry in entries if gone.get(entry.message_id)]
        holders = [known[entry.message_id].memory_id for entry in edited]
        earlier = self._texts(tenant, user_id, holders) if holders else {}
        contents = {message.message_id: message.content for message in conversation.messages}
        hashing = self.keys.keys_for(tenant, user_id, task.key_epoch).hashing
        return tuple(
            EditedMessage(
                source=Source(conversation.scope.session_id, entry.message_id),
                holder=known[entry.message_id].memory_id,
                said_at=known[entry.message_id].said_at,
                readers=readers_before(entry, known[entry.message_id]),
                gone=gone[entry.message_id],
                removed=_removed(hashing, earlier.get(holder, ()), gone[entry.message_id]),
                text=contents[entry.message_id],
            )
            for entry, holder in zip(edited, holders, strict=True)
        )

    def _texts(
        self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]
    ) -> dict[str, list[str]]:
        """Return the last texts of messages whose words are kept, the newest first."""
        heads = self.memories.heads(tenant, user_id, memory_ids)
        refs = [
            (head.memory_id, number)
            for head in heads.values()
            if head.kind is Kind.TURN and head.status is Status.ACTIVE
            for number in range(head.revision, max(0, head.revision - TEXTS_READ), -1)
        ]
        revisions = self.memories.revisions(tenant, user_id, refs, searchable=False)
        texts: dict[str, list[str]] = {}
        for ref in refs:
            if ref in revisions:
                texts.setdefault(ref[0], []).append(revisions[ref].content)
        return texts


def _reads(entry: EpisodeEntry, found: Sorted, seen: KeptEntry) -> bool:
    """Return whether the task takes facts from a message that others had before."""
    if entry.read_as == NOT_READ or entry.message_id in found.settled:
        return False
    return bool(readers_before(entry, seen))


def _removed(hashing: bytes, texts: Sequence[str], gone: frozenset[str]) -> tuple[str, ...]:
    """Return the sentences that hold what is gone, each once."""
    found = (
        sentence
        for text in texts
        for sentence in sentences(text)
        if any(blind_statement(hashing, one) in gone for one in statements_of(sentence))
    )
    return tuple(dict.fromkeys(found))
