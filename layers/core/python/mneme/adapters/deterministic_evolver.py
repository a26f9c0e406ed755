"""The evolver without a model: rules on the words of fact and memory."""

from collections.abc import Sequence

from mneme.application.ports.embedder import Stemmer
from mneme.domain.evolution.decisions import DEFAULT_LIMITS, Case, Limits, Proposal
from mneme.domain.evolution.rule_proposals import proposed
from mneme.domain.tenancy import TenantContext


class DeterministicEvolver:
    """An `Evolver` that always answers, and the same every time."""

    def __init__(self, stemmer: Stemmer, limits: Limits = DEFAULT_LIMITS) -> None:
        self._stemmer = stemmer
        self._limits = limits

    def serves(self, tenant: TenantContext) -> bool:  # noqa: ARG002
        """It serves everybody."""
        return True

    def propose(
        self,
        tenant: TenantContext,  # noqa: ARG002
        cases: Sequence[Case],
    ) -> list[Proposal | None]:
        """Return what the rules say of each case."""
        return [proposed(case, self._stemmer.stem, self._limits) for case in cases]
