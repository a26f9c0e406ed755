"""The one table from error codes to HTTP statuses (DESIGN §20)."""

from typing import Any

from mneme.domain.errors import MnemeError

STATUS_OF_CODE = {
    40001: 400,
    40101: 401,
    40301: 403,
    40302: 403,
    40401: 404,
    40901: 409,
    40902: 409,
    41301: 413,
    42900: 429,
    42901: 429,
    42902: 429,
    50000: 500,
    50001: 502,
    50002: 502,
    50101: 501,
    50401: 504,
}


def http_status(error: MnemeError) -> int:
    """Return the HTTP status of an error."""
    return STATUS_OF_CODE[error.code]


def error_data(error: MnemeError) -> dict[str, Any] | None:
    """Return the details of an error: the field that is wrong, and what else helps the caller."""
    details: dict[str, Any] = dict(error.data)
    if error.field is not None:
        details["field"] = error.field
    return details or None
