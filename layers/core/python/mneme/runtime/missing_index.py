"""The index of a function that was given no search domain."""

from collections.abc import Sequence

from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHits,
    IndexQuery,
    Tombstone,
)
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

REFUSAL = "this function has no search index"


class MissingIndex:
    """Refuses: its use is a fault of ours."""

    def prepare(self) -> None:
        """Refuse."""
        raise InternalFault(REFUSAL)

    def apply(
        self,
        tenant: TenantContext,  # noqa: ARG002
        entries: Sequence[IndexDocument | Tombstone],  # noqa: ARG002
    ) -> None:
        """Refuse."""
        raise InternalFault(REFUSAL)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:  # noqa: ARG002
        """Refuse."""
        raise InternalFault(REFUSAL)
