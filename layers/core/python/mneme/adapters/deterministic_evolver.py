"""The evolver without a model: rules on the words of fact and memory."""

from collections.abc import Sequence

from mneme.application.ports.embedder import Stemmer
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.evolution.rule_proposals import proposed
from mneme.domain.tenancy import TenantContext


class DeterministicEvolver:
    """An `Evolver` that always answers, and the same every time."""

    def __init__(self, stemmer: Stemmer, thresholds: ThresholdsNow = as_delivered) -> None:
        self._stemmer = stemmer
        self._thresholds = thresholds

    def serves(self, tenant: TenantContext) -> bool:  # noqa: ARG002
        """It serves everybody."""
        return True

    def propose(
        self,
        tenant: TenantContext,  # noqa: ARG002
        cases: Sequence[Case],
    ) -> list[Proposal | None]:
        """Return what the rules say of each case."""
        limits = self._thresholds().evolution
        return [proposed(case, self._stemmer.stem, limits) for case in cases]
