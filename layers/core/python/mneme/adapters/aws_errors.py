"""What the AWS clients raise when a service is out of reach, told apart from faults of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import (
    ClientError,
    ConnectionError,  # noqa: A004  botocore's own, not the interpreter's
    HTTPClientError,
    IncompleteReadError,
)

from mneme.domain.errors import Unavailable

_SERVER_FAULT = 500
_OUTAGE_CODES = frozenset(
    {
        "InternalError",
        "InternalFailure",
        "PriorRequestNotComplete",
        "RequestLimitExceeded",
        "RequestThrottled",
        "RequestThrottledException",
        "RequestTimeout",
        "RequestTimeoutException",
        "ServiceUnavailable",
        "SlowDown",
        "Throttling",
        "ThrottlingException",
        "ThrottledException",
        "TooManyRequestsException",
        "TransactionInProgressException",
        "ProvisionedThroughputExceededException",
    }
)
_BROKEN_CONNECTIONS = (ConnectionError, HTTPClientError, IncompleteReadError)


def error_code(error: ClientError) -> str:
    """Return the service's own name of the error."""
    return error.response.get("Error", {}).get("Code", "")


def is_outage(error: ClientError) -> bool:
    """Tell whether the same call may succeed later: throttled, or a fault on the service's side."""
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return status >= _SERVER_FAULT or error_code(error) in _OUTAGE_CODES


@contextmanager
def outages_translated(service: str) -> Iterator[None]:
    """Raise Unavailable for throttling, time-outs and server faults; let all else pass."""
    try:
        yield
    except ClientError as exc:
        if is_outage(exc):
            raise Unavailable(f"{service} did not answer") from exc
        raise
    except _BROKEN_CONNECTIONS as exc:
        raise Unavailable(f"{service} did not answer") from exc
