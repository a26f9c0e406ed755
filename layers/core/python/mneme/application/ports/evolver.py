"""Evolvers: rules or a model that propose what becomes of facts."""

from collections.abc import Sequence
from typing import Protocol

from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.tenancy import TenantContext


class Evolver(Protocol):
    """Proposes; `domain.verdicts` decides. No id an evolver names is trusted."""

    def serves(self, tenant: TenantContext) -> bool:
        """Tell whether it may be asked for this tenant."""
        ...

    def propose(self, tenant: TenantContext, cases: Sequence[Case]) -> list[Proposal | None]:
        """Return one proposal a case, in order; all cases are of one task.

        None stands for a case that was passed over. Raises ModelOutage if it may answer later, and
        ExtractionFailed if it gives no usable answer.
        """
        ...
