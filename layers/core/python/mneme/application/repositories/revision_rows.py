"""A revision as a row of `revisions`: what it says is sealed, what ranks it is blind.

Sealed with the content key, bound to the row it stands in: text, speaker, fact key, tags and
entities in one piece, the vector (as float16) in another. In clear: source ids, instants, blind
terms.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.ports.key_service import Cipher
from mneme.application.ports.table_store import Item, Key, SetTo, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.context_rows import (
    context_attributes,
    context_of,
    pack_terms,
    unpack_terms,
)
from mneme.application.repositories.key_ring import UserKeys
from mneme.application.repositories.part_words import part_words, parts_of_words
from mneme.application.repositories.row_keys import revision_key
from mneme.domain.memory import Embedding, Entity, Ownership, Revision, Source
from mneme.domain.retrieval.unit_context import NO_CONTEXT


@dataclass(frozen=True, slots=True)
class RevisionRows:
    """Seals revisions into rows and opens them again."""

    cipher: Cipher

    def row(self, partition: str, revision: Revision, keys: UserKeys) -> dict[str, Value]:
        """Return the row of a revision, sealed with the user's content key."""
        place = revision_key(partition, revision.memory_id, revision.revision)
        row: dict[str, Value] = {
            "pk": place.partition,
            "sk": place.sort,
            "memory_id": revision.memory_id,
            "revision": revision.revision,
            "ownership": revision.ownership.value,
            "sealed": self.cipher.seal(keys.content, _words(revision), _context(place, "words")),
            "sources": [source_row(source) for source in revision.sources],
            "observed_at": revision.observed_at.isoformat(),
            "created_at": revision.created_at.isoformat(),
            "confidence": read.share(revision.confidence),
            "terms": pack_terms(revision.terms),
            "modality": revision.modality,
            "key_epoch": keys.epoch,
        }
        if revision.embedding is not None:
            row["model"] = revision.embedding.model
            row["vector"] = self.cipher.seal(
                keys.content, _halve(revision.embedding.vector), _context(place, "vector")
            )
        row.update(_optional_attributes(revision))
        return row

    def words_change(self, partition: str, revision: Revision, keys: UserKeys) -> SetTo:
        """Return the change that seals the words of a stored revision anew; its vector stays."""
        place = revision_key(partition, revision.memory_id, revision.revision)
        sealed = self.cipher.seal(keys.content, _words(revision), _context(place, "words"))
        return SetTo("sealed", sealed)

    def revision(self, row: Item, keys: UserKeys, *, searchable: bool = True) -> Revision:
        """Return the revision of a row, opened with the user's content key.

        Unless `searchable`, without what it is found by: twice as fast.
        """
        place = Key(read.text(row, "pk"), read.text(row, "sk"))
        opened = self.cipher.open(
            keys.content, read.binary(row, "sealed"), _context(place, "words")
        )
        words = json.loads(opened)
        return Revision(
            memory_id=read.text(row, "memory_id"),
            revision=read.whole(row, "revision"),
            content=words["content"],
            speaker=words["speaker"],
            fact_key=words["fact_key"],
            custom_tags=words["custom_tags"],
            entities=tuple(Entity(name, kind) for name, kind in words["entities"]),
            ownership=read.choice(row, "ownership", Ownership),
            sources=_sources(row),
            observed_at=read.offset_instant(row, "observed_at"),
            created_at=read.offset_instant(row, "created_at"),
            valid_at=read.optional_offset_instant(row, "valid_at"),
            invalid_at=read.optional_offset_instant(row, "invalid_at"),
            confidence=read.decimal(row, "confidence"),
            conflicts_with=tuple(sorted(read.members(row, "conflicts_with"))),
            supersedes=tuple(sorted(read.members(row, "supersedes"))),
            superseded_by=read.optional_text(row, "superseded_by"),
            embedding=self._embedding(row, place, keys) if searchable else None,
            terms=unpack_terms(read.binary(row, "terms")) if searchable else (),
            context=context_of(row) if searchable else NO_CONTEXT,
            modality=read.text(row, "modality"),
            parts=parts_of_words(words.get("parts", ())),
        )

    def _embedding(self, row: Item, place: Key, keys: UserKeys) -> Embedding | None:
        if "vector" not in row:
            return None
        sealed = read.binary(row, "vector")
        halves = self.cipher.open(keys.content, sealed, _context(place, "vector"))
        return Embedding(read.text(row, "model"), _double(halves))


def _words(revision: Revision) -> bytes:
    words: dict[str, object] = {
        "content": revision.content,
        "speaker": revision.speaker,
        "fact_key": revision.fact_key,
        "custom_tags": dict(revision.custom_tags),
        "entities": [[entity.name, entity.type] for entity in revision.entities],
    }
    if revision.parts:
        words["parts"] = part_words(revision.parts)
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


def _context(place: Key, what: str) -> bytes:
    return f"revision\x00{what}\x00{place.partition}\x00{place.sort}".encode()


def _optional_attributes(revision: Revision) -> dict[str, Value]:
    row: dict[str, Value] = {}
    if revision.valid_at is not None:
        row["valid_at"] = revision.valid_at.isoformat()
    if revision.invalid_at is not None:
        row["invalid_at"] = revision.invalid_at.isoformat()
    if revision.conflicts_with:
        row["conflicts_with"] = frozenset(revision.conflicts_with)
    if revision.supersedes:
        row["supersedes"] = frozenset(revision.supersedes)
    if revision.superseded_by is not None:
        row["superseded_by"] = revision.superseded_by
    row.update(context_attributes(revision.context))
    return row


def source_row(source: Source) -> dict[str, Value]:
    """Return a source as it stands in a row."""
    row: dict[str, Value] = {"message_id": source.message_id}
    if source.session_id is not None:
        row["session_id"] = source.session_id
    return row


def _sources(row: Item) -> tuple[Source, ...]:
    listed = row.get("sources", [])
    rows = listed if isinstance(listed, list) else []
    return tuple(
        Source(read.optional_text(one, "session_id"), read.text(one, "message_id"))
        for one in rows
        if isinstance(one, Mapping)
    )


def _halve(vector: bytes) -> bytes:
    count = len(vector) // 4
    return struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", vector))


def _double(halves: bytes) -> bytes:
    count = len(halves) // 2
    return struct.pack(f"<{count}f", *struct.unpack(f"<{count}e", halves))
