"""A store of many users with 2,000 memories each, its rows put in place directly.

The rows are those that a commit leaves (without guards, counters and change records, which no
recall reads), made by the product's own code. Every user says the same under keys of their own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bench.in_process import InProcess
from bench.made_text import statement
from mneme.application.commit.compose_memory import Findable, Place, new_head, revision_of
from mneme.application.ports.table_store import Action, Put
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.row_keys import HEADS, REVISIONS, user_partition
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding, MemType, Ownership, Source
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import TenantContext

MEMORIES_A_USER = 2_000
EVERYWHERE = Scope(Level.GLOBAL)
_WRITTEN_AT_ONCE = 80
_TYPES = tuple(MemType)
_AFTER_ALL = str(2**62)


def user_name(number: int) -> str:
    """Return the id of a user."""
    return f"user-{number}"


@dataclass(frozen=True)
class FilledStore:
    """Fills the store of an embedded process, user by user."""

    services: InProcess
    tenant: TenantContext
    memories: int = MEMORIES_A_USER

    def fill(self, users: Sequence[int]) -> None:
        """Write the memories of these users. The index knows nothing of them."""
        if not users:
            return
        facts = list(_facts(self.services, self.memories))
        vectors = self.services.embedder.embed(self.tenant, [fact.text for fact in facts])
        for number in users:
            rows = list(self._rows(user_name(number), facts, vectors))
            for start in range(0, len(rows), _WRITTEN_AT_ONCE):
                self.services.tables.transact(self.tenant, rows[start : start + _WRITTEN_AT_ONCE])
            # The worker of the stack must not index anew what is put into the index at once.
            self.services.backend.change_feed.trim(HEADS, _AFTER_ALL)  # type: ignore[attr-defined]

    def _rows(self, user: str, facts: Sequence[Fact], vectors: Sequence[bytes]) -> Iterator[Action]:
        services = self.services
        state = services.users.state(self.tenant, user)
        keys = services.keys.keys_for(self.tenant, user, state.epoch)
        partition = user_partition(self.tenant, user)
        rows = RevisionRows(services.cipher)
        model = services.embedding_model.id
        now, weights = services.clock.now(), services.thresholds().weights
        place = Place(EVERYWHERE, state.epoch, state.epoch, now, weights)
        for fact, vector in zip(facts, vectors, strict=True):
            findable = Findable(
                Embedding(model, services.rotation.rotate(keys.rotation, vector)),
                services.find_by.terms(keys, None, fact.text),
                services.find_by.context(keys, fact, fact.text),
            )
            head = new_head(services.ids.new(), fact, place)
            yield Put(HEADS, head_row(partition, head))
            yield Put(REVISIONS, rows.row(partition, revision_of(head, fact, findable), keys))


def _facts(services: InProcess, memories: int) -> Iterator[Fact]:
    """Yield what each user says: a statement an hour, of each type in turn."""
    now = services.clock.now()
    for number in range(memories):
        yield Fact(
            text=statement(number),
            ownership=Ownership.USER,
            sources=(Source("s-1", f"m-{number}"),),
            observed_at=now - timedelta(hours=memories - number),
            mem_type=_TYPES[number % len(_TYPES)],
        )
