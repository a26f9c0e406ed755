"""Keep out what must not be kept, before anything is stored (DESIGN §6)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from mneme.application.repositories.sensitive_policies import SensitivePolicies
from mneme.domain.conversation import Conversation
from mneme.domain.errors import SensitiveContent
from mneme.domain.fact import Fact
from mneme.domain.memory_patch import MemoryPatch
from mneme.domain.scope import Scope
from mneme.domain.sensitive.content import SensitivePolicy, findings
from mneme.domain.sensitive.screening import Screening
from mneme.domain.tenancy import TenantContext

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Kept(Generic[Content]):
    """What may be stored, and how often what kind of thing was redacted in it."""

    content: Content
    redacted: Mapping[str, int]


@dataclass(frozen=True)
class ScreenContent:
    """Applies the tenant's policy."""

    policies: SensitivePolicies

    def conversation(
        self, tenant: TenantContext, user_id: str, said: Conversation
    ) -> Kept[Conversation]:
        """Return a conversation as it may be stored.

        Raises SensitiveContent naming the field if the policy rejects it, and for a credential
        in an id.
        """
        screening = self._for(tenant, user_id)
        return Kept(screening.conversation(said), screening.redacted)

    def fact(self, tenant: TenantContext, user_id: str, scope: Scope, fact: Fact) -> Kept[Fact]:
        """Return a fact that a caller writes as it may be stored. Raises as `conversation` does."""
        screening = self._for(tenant, user_id)
        screening.place(scope)
        return Kept(screening.fact(fact), screening.redacted)

    def patch(self, tenant: TenantContext, user_id: str, patch: MemoryPatch) -> Kept[MemoryPatch]:
        """Return a patch as it may be stored. Raises as `conversation` does."""
        screening = self._for(tenant, user_id)
        return Kept(screening.patch(patch), screening.redacted)

    def extracted(self, tenant: TenantContext, facts: Iterable[Fact]) -> Kept[tuple[Fact, ...]]:
        """Return what may be kept of facts taken from a screened conversation.

        A model can join what was split. A fact that the policy rejects is left out, and counted.
        """
        policy = self.policies.of(tenant)
        kept: list[Fact] = []
        counts: Counter[str] = Counter()
        for fact in facts:
            screening = Screening(policy)
            try:
                kept.append(screening.fact(fact))
            except SensitiveContent:
                counts["rejected"] += 1
            counts += screening.redacted
        return Kept(tuple(kept), counts)

    def leaves(self, tenant: TenantContext, text: str) -> bool:
        """Return whether the tenant's policy would keep the text exactly as it is."""
        policy = self.policies.of(tenant)
        return policy is SensitivePolicy.ALLOW or not findings(text)

    def _for(self, tenant: TenantContext, user_id: str) -> Screening:
        screening = Screening(self.policies.of(tenant))
        screening.identifiers({"user_id": user_id})
        return screening
