"""What OpenSearch's refusals and silences mean."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from opensearchpy import SerializationError, TransportError

from mneme.domain.errors import InternalFault, MnemeError, Unavailable

_OUTAGES = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,  # the alias is not there: nothing could be looked up
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)


@contextmanager
def translated() -> Iterator[None]:
    """Raise what the client raises within the block as the error that it means."""
    try:
        yield
    except TransportError as exc:
        raise fault(exc.status_code) from exc
    except SerializationError as exc:
        raise Unavailable("the search index gave no readable answer") from exc


def fault(status: int | str) -> MnemeError:
    """Return the error for a status; one that is no number means no answer at all."""
    if (
        isinstance(status, int)
        and HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR
        and status not in _OUTAGES
    ):
        return InternalFault("the search index refused a request")
    return Unavailable("the search index did not answer")
