"""Models that keep what they are shown, and one that names what it was never shown."""

from collections.abc import Callable, Sequence
from functools import cached_property

from mneme.domain.conversation import Conversation, Message
from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.extraction.extract_facts import Extracted, extracted
from mneme.domain.task import Decision
from mneme.domain.tenancy import TenantContext
from tests.isolation.deployment import Deployment

Shown = list[tuple[list[str], list[str]]]
"""What a model was asked about, and what it was shown beside it: texts."""


class ListeningExtractor:
    """An `Extractor` by rules that asks for the session's context, and keeps it."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown

    def reads_context(self, tenant: TenantContext) -> bool:
        """It does."""
        return True

    def extract(
        self,
        tenant: TenantContext,
        conversation: Conversation,
        context: tuple[Message, ...],
        settled: frozenset[str] = frozenset(),
        answered: object = None,
    ) -> Extracted:
        """Return what rules find."""
        asked = [message.content for message in conversation.messages]
        self._shown.append((asked, [message.content for message in context]))
        return extracted(conversation, settled)


class TreacherousEvolver:
    """An `Evolver` that keeps what it is shown, and names memories that are not on its list."""

    def __init__(self, shown: Shown, all_ids: Callable[[], list[str]]) -> None:
        self._shown = shown
        self._all_ids = all_ids
        self._decisions = [one for one in Decision if one is not Decision.ADD]
        self.named: set[Decision] = set()

    def serves(self, tenant: TenantContext) -> bool:
        """It serves everybody."""
        return True

    def propose(self, tenant: TenantContext, cases: Sequence[Case]) -> list[Proposal | None]:
        """Return proposals about what is stored but not shown, each kind and memory in turn."""
        return [self._propose(case) for case in cases]

    def _propose(self, case: Case) -> Proposal:
        self._shown.append(([case.fact.text], [one.text for one in case.candidates]))
        listed = {one.memory_id for one in case.candidates}
        foreign = [one for one in self._all_ids() if one not in listed]
        turn = len(self._shown)
        decision = self._decisions[turn % len(self._decisions)]
        if not foreign:
            return Proposal(Decision.ADD)
        self.named.add(decision)
        return Proposal(decision, (foreign[turn % len(foreign)],), case.fact.text)


class Overheard(Deployment):
    """A deployment whose models are the ones above."""

    @cached_property
    def extracting(self) -> Shown:
        """What the extractor was shown."""
        return []

    @cached_property
    def evolving(self) -> Shown:
        """What the evolver was shown."""
        return []

    @cached_property
    def extractor(self) -> ListeningExtractor:
        """The extractor."""
        return ListeningExtractor(self.extracting)

    @cached_property
    def model_evolver(self) -> TreacherousEvolver:
        """The evolver."""
        return TreacherousEvolver(self.evolving, self._all_ids)

    @property
    def named(self) -> set[Decision]:
        """What the evolver wanted done to memories of others."""
        return self.model_evolver.named

    def _all_ids(self) -> list[str]:
        return [str(row["sk"]) for row in self.rows("heads")]
