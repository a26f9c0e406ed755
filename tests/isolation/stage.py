"""A deployment with something to hide from one user, and an index that can be made to lie."""

from dataclasses import dataclass, field, replace
from typing import Any

from mneme.application.ports.table_store import Put, Value
from mneme.application.ports.vector_index import IndexDocument
from mneme.application.repositories.row_keys import USERS, user_partition
from mneme.domain.memory import Head, Kind, MemType, Ownership, Status
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment

ACME, OTHER = a_tenant("acme"), a_tenant("acme2")
ME, NEIGHBOUR = "u1", "u10"
SECRET = "I love oolong tea."
MINE = "I love mate."


@dataclass
class Stage:
    """A deployment in which one memory, the secret, is somewhere; everyone has said `MINE`."""

    deployment: Deployment = field(default_factory=lambda: Deployment(["acme", "acme2"]))

    def __post_init__(self) -> None:
        """Say what is no secret."""
        for tenant, user in ((ACME, ME), (ACME, NEIGHBOUR), (OTHER, ME)):
            self.tell(MINE, tenant, user)

    def tell(
        self, text: str = SECRET, tenant: TenantContext = ACME, user: str = ME, **more: Any
    ) -> Head:
        """Write a memory; return its head."""
        body = {"user_id": user, "content": text, "skip_evolution": True} | more
        answer = self.deployment.call("add_structured", tenant, body)
        memory_id = answer.data["memory_id"]
        return self.deployment.memories.heads(tenant, user, [memory_id])[memory_id]

    def add(self, text: str) -> Head:
        """Write a memory by way of a conversation; return the head of its fact."""
        message = {"message_id": text, "role": "user", "content": text}
        self.deployment.durable.clock.advance(1)
        self.deployment.call("add", ACME, {"user_id": ME, "messages": [message]})
        self.deployment.deliver_all_queues()
        changed = self.deployment.memories.recently_changed(ACME, ME, 1)
        return changed[0]

    def rewrite(self, head: Head, **changes: Any) -> Head:
        """Change a head of mine as the lifecycle would."""
        return self.deployment.rewrite(ACME, ME, head, **changes)

    def epochs(self, epoch: int, **scopes: int) -> None:
        """Purge me, or scopes of mine, as it will be done: by one write."""
        row: dict[str, Value] = {"pk": user_partition(ACME, ME), "version": 1, "epoch": epoch}
        row["scope_epochs"] = dict[str, Value](scopes)
        self.deployment.durable.backend.tables.transact(ACME, [Put(USERS, row)])

    def lie(self, head: Head, **changes: Any) -> None:
        """Tell the index that anyone's memory is a fact that I may see, but for the changes."""
        (vector,) = HashingEmbedder().embed(ACME, [SECRET])
        document = IndexDocument(
            user=user_partition(ACME, ME),
            memory_id=head.memory_id,
            revision=head.revision,
            version=1_000,
            status=Status.ACTIVE,
            scope=VisibleScope("G", 1),
            ownership=Ownership.USER,
            mem_type=MemType.SEMANTIC,
            kind=Kind.FACT,
            vector=vector,
            model="hashing",
            terms=(),
            observed_at=self.deployment.clock.now(),
        )
        self.deployment.settle()
        self.deployment.index.apply(ACME, [replace(document, **changes)])

    def recall(self, tenant: TenantContext = ACME, user: str = ME, **more: Any) -> list[str]:
        """Return what a user is shown, me by default."""
        body = {"user_id": user, "query": "love tea", "min_relevance": 0} | more
        answer = self.deployment.call("recall", tenant, body)
        return sorted(memory["content"] for memory in answer.memories)
