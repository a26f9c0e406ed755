"""Keep out what must not be kept, before anything is stored (DESIGN §6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.repositories.sensitive_policies import SensitivePolicies
from mneme.domain.conversation import Conversation
from mneme.domain.errors import SensitiveContent
from mneme.domain.fact import Fact
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Source
from mneme.domain.memory_patch import MemoryPatch
from mneme.domain.scope import Scope
from mneme.domain.sensitive.content import findings
from mneme.domain.sensitive.finding import SensitiveKind
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.sensitive.screening import Screening
from mneme.domain.tenancy import TenantContext
from mneme.domain.told_memory import ToldMemory

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
    metrics: Metrics = NO_METRICS

    def conversation(
        self, tenant: TenantContext, user_id: str, said: Conversation
    ) -> Kept[Conversation]:
        """Return a conversation as it may be stored.

        Raises SensitiveContent naming the field if the policy rejects it, and for a credential
        in an id.
        """
        with self._for(tenant, user_id) as screening:
            return Kept(screening.conversation(said), screening.redacted)

    def fact(self, tenant: TenantContext, user_id: str, scope: Scope, fact: Fact) -> Kept[Fact]:
        """Return a fact that a caller writes as it may be stored. Raises as `conversation` does."""
        with self._for(tenant, user_id) as screening:
            screening.place(scope)
            return Kept(screening.fact(fact), screening.redacted)

    def memories(
        self, tenant: TenantContext, user_id: str, told: Sequence[ToldMemory]
    ) -> Kept[tuple[ToldMemory, ...]]:
        """Return whole memories as they may be stored. Raises as `conversation` does."""
        with self._for(tenant, user_id) as screening:
            kept = tuple(_told(screening, one, f"lines[{n}]") for n, one in enumerate(told))
            return Kept(kept, screening.redacted)

    def patch(self, tenant: TenantContext, user_id: str, patch: MemoryPatch) -> Kept[MemoryPatch]:
        """Return a patch as it may be stored. Raises as `conversation` does."""
        with self._for(tenant, user_id) as screening:
            return Kept(screening.patch(patch), screening.redacted)

    def extracted(self, tenant: TenantContext, facts: Iterable[Fact]) -> Kept[tuple[Fact, ...]]:
        """Return what may be kept of facts taken from a screened conversation.

        A model can join what was split. A fact that the policy rejects is left out, and counted.
        """
        policy = self.policies.of(tenant)
        kept: list[Fact] = []
        redacted: Counter[str] = Counter()
        rejected: Counter[str] = Counter()
        refused = 0
        for fact in facts:
            screening = Screening(policy)
            try:
                kept.append(screening.fact(fact))
            except SensitiveContent as refusal:
                refused += 1
                rejected.update(refusal.kinds)
            redacted += screening.redacted
        self._count(tenant, redacted + rejected)
        return Kept(tuple(kept), redacted + Counter(rejected=refused))

    def leaves(self, tenant: TenantContext, text: str) -> bool:
        """Return whether the tenant's policy would keep the text exactly as it is."""
        policy = self.policies.of(tenant)
        return policy is SensitivePolicy.ALLOW or not findings(text)

    @contextmanager
    def _for(self, tenant: TenantContext, user_id: str) -> Iterator[Screening]:
        """Yield the screening of one request, and count what it finds."""
        screening = Screening(self.policies.of(tenant))
        try:
            screening.identifiers({"user_id": user_id})
            yield screening
        except SensitiveContent as refusal:
            self._count(tenant, dict.fromkeys(refusal.kinds, 1))
            raise
        self._count(tenant, screening.redacted)

    def _count(self, tenant: TenantContext, kinds: Mapping[str, int]) -> None:
        measures = [
            Measure(Measured.SENSITIVE_FOUND, times, SensitiveKind(kind))
            for kind, times in kinds.items()
        ]
        if measures:
            self.metrics.record(tenant, measures)


def _told(screening: Screening, told: ToldMemory, field: str) -> ToldMemory:
    screening.identifiers(dict(_names(told, field)))
    kept = (
        screening.revision(revision, f"{field}.revisions[{place}]")
        for place, revision in enumerate(told.revisions)
    )
    return replace(told, revisions=tuple(kept))


def _names(told: ToldMemory, field: str) -> Iterator[tuple[str, str]]:
    """Yield the ids that a memory tells, by their fields."""
    yield from _names_of_place(told.head.scope, field)
    for n, scope in enumerate(told.elsewhere.values()):
        yield from _names_of_place(scope, f"{field}.elsewhere[{n}]")
    for n, revision in enumerate(told.revisions):
        at = f"{field}.revisions[{n}]"
        yield from _names_of_sources(revision.sources, at)
        for number, part in enumerate(revision.parts):
            yield from _names_of_sources(part.sources, f"{at}.parts[{number}]")


def _names_of_place(scope: Scope, field: str) -> Iterator[tuple[str, str]]:
    for name, one in (("app_id", scope.app_id), ("session_id", scope.session_id)):
        if one is not None:
            yield f"{field}.{name}", one


def _names_of_sources(sources: Iterable[Source], field: str) -> Iterator[tuple[str, str]]:
    for n, source in enumerate(sources):
        yield f"{field}.sources[{n}].message_id", source.message_id
        if source.session_id is not None:
            yield f"{field}.sources[{n}].session_id", source.session_id
