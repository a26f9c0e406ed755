"""A world whose memories are put in place directly, to be recalled under any circumstances."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from mneme.application.ports.table_store import Put
from mneme.application.ports.vector_index import IndexDocument
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.row_keys import HEADS, REVISIONS, user_partition
from mneme.domain.errors import Unavailable
from mneme.domain.memory import (
    Embedding,
    Head,
    Revision,
)
from mneme.domain.recollection import RecallQuery, Recollection
from mneme.domain.retrieval.blinding import blind_labels, blind_terms
from mneme.domain.retrieval.date_words import day_words
from mneme.domain.retrieval.marks import marks_of
from mneme.domain.retrieval.terms import spoken_terms_of
from mneme.domain.retrieval.unit_context import UnitContext
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from tests.doubles.fake_index import FakeIndex
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import NOW, a_head
from tests.doubles.world import USER, World


@dataclass
class FailingEmbedder(HashingEmbedder):
    """The hashing embedder, which may be down or slow."""

    down: bool = False
    takes: Callable[[], object] = lambda: None

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors, or fail."""
        self.takes()
        if self.down:
            raise Unavailable("the embedding model is down")
        return super().embed(tenant, texts)


class RecallWorld(World):
    """Memories as rows and index documents, and a `recall` over the real repositories."""

    def __init__(self) -> None:
        self.index = FakeIndex()
        super().__init__(around=lambda stores: replace(stores, index=self.index))

    @cached_property
    def embedder(self) -> FailingEmbedder:
        """An embedder that may be down or slow."""
        return FailingEmbedder()

    def put(self, text: str, *, indexed: bool = True, **parts: Any) -> Head:
        """Put a memory in place, as the writers and the indexer would leave it.

        `parts` go to the head, the revision, or both, by the names of their fields; `user_id` and
        `tenant` say whose it is.
        """
        tenant, user_id = parts.pop("tenant", self.acme), parts.pop("user_id", USER)
        told = {"memory_id": self.ids.new(), "valid_at": NOW, **parts}
        head = a_head(**_parts_of(Head, told))
        revision = self._revision(tenant, user_id, head, text, parts)
        self.put_row(head, revision, user_id=user_id, tenant=tenant)
        if indexed:
            self.show(head, revision, user_id=user_id, tenant=tenant)
        return head

    def put_row(
        self,
        head: Head,
        revision: Revision | None = None,
        *,
        user_id: str = USER,
        tenant: TenantContext | None = None,
    ) -> None:
        """Write the rows, and leave the index as it is."""
        tenant = tenant or self.acme
        partition = user_partition(tenant, user_id)
        actions = [Put(HEADS, head_row(partition, head))]
        if revision is not None:
            keys = self.keys.keys_for(tenant, user_id, head.key_epoch)
            row = RevisionRows(self.cipher).row(partition, revision, keys)
            actions.append(Put(REVISIONS, row))
        self.tables.transact(tenant, actions)

    def show(
        self,
        head: Head,
        revision: Revision,
        *,
        user_id: str = USER,
        tenant: TenantContext | None = None,
    ) -> None:
        """Let the index show the revision."""
        tenant = tenant or self.acme
        self.index.apply(tenant, [self._document(tenant, user_id, head, revision)])

    def revise(self, head: Head, text: str, *, indexed: bool = True, **parts: Any) -> Head:
        """Let the memory say something else from now on; the index keeps what it shows."""
        after = replace(
            head,
            revision=head.revision + 1,
            version=head.version + 1,
            index_version=head.index_version + 1,
            **{name: value for name, value in parts.items() if hasattr(head, name)},
        )
        revision = self._revision(self.acme, USER, after, text, parts)
        self.put_row(after, revision)
        if indexed:
            self.show(after, revision)
        return after

    def ask(self, text: str, tenant: TenantContext | None = None, **query: Any) -> Recollection:
        """Recall."""
        return self.recall(tenant or self.acme, self.query(text, **query))

    def query(self, text: str, **parts: Any) -> RecallQuery:
        """Return a query of the user."""
        return RecallQuery(**{"user_id": USER, "text": text, **parts})

    def says(self, text: str, **query: Any) -> list[str]:
        """Recall, and return the contents of the answer in order."""
        return [one.revision.content for one in self.ask(text, **query).memories]

    def _revision(
        self, tenant: TenantContext, user_id: str, head: Head, text: str, parts: dict[str, Any]
    ) -> Revision:
        keys = self.keys.keys_for(tenant, user_id, head.key_epoch)
        speaker = parts.get("speaker")
        [vector] = self.embedder.embed(tenant, [text])
        found_by = {
            "embedding": Embedding(
                parts.get("model", self.embedder.model.id),
                self.rotation.rotate(keys.rotation, vector),
            ),
            "terms": blind_terms(keys.hashing, spoken_terms_of(speaker, text, self.stemmer.stem)),
            "context": UnitContext(
                terms={
                    at: blind_terms(keys.hashing, spoken_terms_of(None, said, self.stemmer.stem))
                    for at, said in parts.get("around", {}).items()
                },
                speaker=blind_terms(
                    keys.hashing, spoken_terms_of(None, speaker or "user", self.stemmer.stem)
                ),
                said_on=blind_terms(keys.hashing, day_words(head.observed_at)),
                marks=marks_of(text),
            ),
        }
        of_head = {name: getattr(head, name) for name in _SHARED}
        told = {**of_head, "sources": (), **parts, "content": text, **found_by}
        return Revision(**_parts_of(Revision, told))

    def _document(
        self, tenant: TenantContext, user_id: str, head: Head, revision: Revision
    ) -> IndexDocument:
        keys = self.keys.keys_for(tenant, user_id, head.key_epoch)
        embedding = revision.embedding
        return IndexDocument(
            user=user_partition(tenant, user_id),
            version=head.index_version,
            scope=VisibleScope(head.scope.key, head.epoch),
            vector=embedding.vector if embedding else b"",
            model=embedding.model if embedding else "",
            tags=blind_labels(keys.hashing, revision.custom_tags, revision.entities),
            context=revision.context,
            weight_cap=head.weight_cap,
            **{name: getattr(head, name) for name in _OF_HEAD},
            **{name: getattr(revision, name) for name in _OF_REVISION},
        )


_SHARED = (
    "memory_id",
    "revision",
    "ownership",
    "observed_at",
    "created_at",
    "valid_at",
    "invalid_at",
)
_OF_HEAD = ("memory_id", "status", "ownership", "mem_type", "kind", "expire_at")
_OF_REVISION = ("revision", "terms", "observed_at", "valid_at", "invalid_at")


def _parts_of(kind: Any, parts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if name in kind.__slots__}
