"""The search index, built anew beside the one that is searched."""

from collections.abc import Sequence
from typing import Protocol

from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.tenancy import TenantContext


class IndexRebuild(Protocol):
    """A second index that is filled while the first one answers, and then takes its place.

    From `begin` to `finish` every write of the VectorIndex reaches both, so that the second one
    misses nothing. It serves all tenants: only operators rebuild.
    """

    def begin(self, *, anew: bool = False) -> str | None:
        """Make the second index, empty, and return None.

        If one was begun that this code can go on with, and not `anew`: return the cursor that was
        `reached`. Raises Unavailable.
        """
        ...

    def fill(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write into the second index only; older versions are ignored. Raises Unavailable."""
        ...

    def reached(self, cursor: str) -> None:
        """Keep the cursor for who goes on later. Raises Unavailable."""
        ...

    def finish(self) -> None:
        """Let the second index take the place of the first one, which goes. Raises Unavailable."""
        ...
