"""The index of a function that was given no search domain."""

from collections.abc import Sequence
from datetime import datetime

from mneme.application.ports.index_audit import IndexPage
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
    """Refuses, as an index and as its audit: its use is a fault of ours.

    To be made is no use: who begins a job names what does it, and does not do it.
    """

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

    def listed(
        self,
        tenant: TenantContext,  # noqa: ARG002
        user: str,  # noqa: ARG002
        after: str | None,  # noqa: ARG002
        limit: int,  # noqa: ARG002
    ) -> IndexPage:
        """Refuse."""
        raise InternalFault(REFUSAL)

    def sweep(self, tenant: TenantContext, user: str, before: datetime) -> int:  # noqa: ARG002
        """Refuse."""
        raise InternalFault(REFUSAL)


class NoIndex(MissingIndex):
    """The index of jobs in a stage without search: there is nothing in it to be taken out."""

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Do nothing; refuse documents, which would be lost."""
        if any(isinstance(entry, IndexDocument) for entry in entries):
            super().apply(tenant, entries)

    def listed(
        self,
        tenant: TenantContext,  # noqa: ARG002
        user: str,  # noqa: ARG002
        after: str | None,  # noqa: ARG002
        limit: int,  # noqa: ARG002
    ) -> IndexPage:
        """Return nothing."""
        return IndexPage((), None)

    def sweep(self, tenant: TenantContext, user: str, before: datetime) -> int:  # noqa: ARG002
        """Delete nothing."""
        return 0
