"""Everything that can go wrong, with the code the caller sees.

::

    MnemeError
    ├── InvalidRequest       40001  a parameter is wrong; names the field
    │   ├── PayloadTooLarge  41301  the body or one of its parts is over its limit
    │   └── SensitiveContent 40001  a text holds what must not be kept; names the kinds
    ├── NotAuthenticated     40101  no credential, or one we do not know
    ├── MemorySwitchedOff    40301  the user, or the app for this user, has switched memory off
    ├── NotAllowed           40302  the credential's scope, app or user does not allow it
    ├── NotFound             40401  no such memory, task or receipt *for this caller*
    ├── RevisionConflict     40901  the memory moved on; carries the current revision
    ├── IdempotencyConflict  40902  the idempotency key was used with another body
    ├── Throttled            42900  too many requests; try later
    ├── CapacityFull         42901  no room even after eviction
    ├── ImportantQuotaFull   42902  too many memories marked important
    ├── InternalFault        50000  a fault of ours; says nothing but the trace id
    ├── ExtractionFailed     50001  a text could not be turned into memories
    ├── Unavailable          50002  a store, key service or model did not answer
    │   ├── Overtaken        50002  what was worked on was changed meanwhile
    │   ├── WriteConflict    50002  a transaction's condition did not hold
    │   ├── ModelOutage      50002  no model answered; says why, and when to ask again
    │   ├── Late             50002  a call was not waited for any longer
    │   └── NotAsked         50002  a service failed too often, and is left alone for a while
    ├── CrossAppDisabled     50101  sharing between apps is not enabled
    └── RecallTimedOut       50401  the recall ran out of its time

No message may carry memory content: messages reach logs and callers.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import ClassVar


class MnemeError(Exception):
    """Root of the tree: `code` goes into the envelope; what is `retryable` may succeed later."""

    code: ClassVar[int] = 50000
    retryable: ClassVar[bool] = False

    def __init__(
        self, message: str, *, field: str | None = None, data: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.data = dict(data or {})


def shown_message(code: int, message: str) -> str:
    """Return what a caller is told of a fault: one of our own keeps its text to itself."""
    return "internal error" if code == InternalFault.code else message


class InvalidRequest(MnemeError):
    """A parameter is wrong; `field` is its path in the request, such as `messages[3].time`."""

    code = 40001


class PayloadTooLarge(InvalidRequest):
    """The body, or one part of it, is over its limit."""

    code = 41301


class SensitiveContent(InvalidRequest):
    """A text holds what must not be kept, such as a password; names the kinds, never the text."""

    def __init__(self, kinds: Iterable[str], *, field: str) -> None:
        self.kinds = named = sorted({str(kind) for kind in kinds})
        super().__init__(
            f"holds what must not be kept: {', '.join(named)}", field=field, data={"kinds": named}
        )


class NotAuthenticated(MnemeError):
    """No credential, or one we do not know."""

    code = 40101


class MemorySwitchedOff(MnemeError):
    """Memory is switched off for this user, or for this app of the user."""

    code = 40301


class NotAllowed(MnemeError):
    """The credential's scope, apps or user does not allow the request."""

    code = 40302


class NotFound(MnemeError):
    """There is no such thing for this caller; a thing of somebody else is not found either."""

    code = 40401


class RevisionConflict(MnemeError):
    """The memory has another revision than the caller expected."""

    code = 40901


class IdempotencyConflict(MnemeError):
    """The idempotency key was already used with another body."""

    code = 40902


class Throttled(MnemeError):
    """Too many requests; `retry_after` tells in how many seconds to try again, where known."""

    code = 42900
    retryable = True


class CapacityFull(MnemeError):
    """No room, even after eviction."""

    code = 42901


class ImportantQuotaFull(MnemeError):
    """Too many memories of this dimension are marked important."""

    code = 42902


class InternalFault(MnemeError):
    """A fault of ours."""


class ExtractionFailed(MnemeError):
    """A text could not be turned into memories: no model reads it, or none that may see it."""

    code = 50001


class Unavailable(MnemeError):
    """A store, the key service or a model did not answer."""

    code = 50002
    retryable = True


class Overtaken(Unavailable):
    """Somebody changed meanwhile what was worked on: it is done again, as it stands then."""


class WriteConflict(Unavailable):
    """A transaction was refused because conditions did not hold; nothing of it was written.

    `failed` holds the positions, in the transaction, of the actions whose condition did not hold;
    it is empty when another transaction was touching the same items at the same moment.
    """

    def __init__(self, failed: tuple[int, ...] = ()) -> None:
        super().__init__("a concurrent change was made to the same data")
        self.failed = failed


class OutageReason(StrEnum):
    """Why a model gave no answer: a code for logs and metrics."""

    THROTTLED = "throttled"
    SERVER_FAULT = "server_fault"
    NO_CONNECTION = "no_connection"
    UNREADABLE = "unreadable"
    TIMED_OUT = "timed_out"
    MISCONFIGURED = "misconfigured"
    """The credential, the address or the name of the model is wrong: an operator can mend it."""
    BREAKER_OPEN = "breaker_open"
    """Nothing was asked: every provider has failed too often just now."""

    @property
    def passing(self) -> bool:
        """Whether the same call is worth repeating within a second or two."""
        return self in _PASSING


_PASSING = frozenset(
    {
        OutageReason.THROTTLED,
        OutageReason.SERVER_FAULT,
        OutageReason.NO_CONNECTION,
        OutageReason.UNREADABLE,
    }
)


class ModelOutage(Unavailable):
    """A language or embedding model did not answer, or is not asked for the time being.

    Before `retry_after_seconds`, where known, it is not worth asking again.
    """

    def __init__(self, reason: OutageReason, retry_after_seconds: float | None = None) -> None:
        super().__init__(f"the model did not answer: {reason.value}")
        self.reason = reason
        self.retry_after_seconds = retry_after_seconds


class Late(Unavailable):
    """A call was not waited for any longer; whether it takes effect is not known."""


class NotAsked(Unavailable):
    """A service that failed too often is not asked for the time being."""


class CrossAppDisabled(MnemeError):
    """Sharing between apps is not enabled for this tenant."""

    code = 50101


class RecallTimedOut(MnemeError):
    """The recall ran out of its time."""

    code = 50401
    retryable = True
