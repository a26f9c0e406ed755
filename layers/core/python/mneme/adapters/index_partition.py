"""What both indexes agree on: whose partition it is, which write wins, how time is compared."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain

from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.errors import InternalFault
from mneme.domain.retrieval.unit_context import UnitContext
from mneme.domain.scope import VisibleScope, join_key
from mneme.domain.tenancy import TenantContext

FLOAT_BYTES = 4

SCHEMA_VERSION = 3
"""What documents an index holds. An index of another version cannot be searched with this code."""

CONTEXT_BOOST = 0.4
"""What a term or date of a document's context counts in choosing candidates, against 1 for one of
its own terms."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def present() -> datetime:
    """Return the present instant: when a tombstone is noted."""
    return datetime.now(UTC)


def require_own_partition(tenant: TenantContext, user: str) -> None:
    """Raise InternalFault unless the user partition is one of this tenant's."""
    if not user.startswith(join_key(tenant.tenant_id, "")):
        raise InternalFault("an index partition of another tenant was named")


def require_dimensions(vector: bytes, dimensions: int) -> None:
    """Raise ValueError unless the vector has these dimensions; an empty one stands for none."""
    if vector and len(vector) != dimensions * FLOAT_BYTES:
        raise ValueError(f"the index takes vectors of {dimensions} dimensions")


def partition_digest(user: str) -> str:
    """Return what stands for the user partition in a shared index: one short, plain word.

    A partition may hold commas, which a routing value would be split at, may be longer than a
    document id, and names the user.
    """
    return hashlib.sha256(user.encode("utf-8", "surrogatepass")).hexdigest()


def distinct(terms: Sequence[str]) -> tuple[str, ...]:
    """Return each term once, in order."""
    return tuple(dict.fromkeys(terms))


def context_words(context: UnitContext) -> tuple[str, ...]:
    """Return what a document is found by, less than by its own terms: what its context holds."""
    around = chain.from_iterable(context.terms.values())
    return distinct((*around, *context.said_on, *context.dates))


def precedence(entry: IndexDocument | Tombstone) -> int:
    """Return the number that orders writes of one revision: by version, then tombstones last.

    So a tombstone and a document of one version end the same way in whatever order they arrive.
    """
    return 2 * entry.version + isinstance(entry, Tombstone)


def scope_word(scope: VisibleScope) -> str:
    """Return one word for a (scope key, epoch) pair; distinct pairs have distinct words."""
    return join_key(scope.scope_key, str(scope.epoch))


def microseconds(instant: datetime) -> int:
    """Return the exact number of microseconds since 1970, negative before."""
    return (instant - _EPOCH) // _MICROSECOND


def version_of(number: int) -> int:
    """Return the version of the entry that a number of `precedence` was given to."""
    return number // 2
