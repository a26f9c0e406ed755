"""The HTTP side of an OpenAI-compatible server: one request, one answer, within a time.

Nothing is repeated and no redirection is followed here: prompts are content, and go to the one
address an operator named.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from urllib3 import BaseHTTPResponse, HTTPConnectionPool, Timeout
from urllib3.exceptions import HTTPError, ReadTimeoutError

from mneme.adapters.bounded_connection import BoundedPool, BoundedTlsPool
from mneme.adapters.json_body import json_object
from mneme.adapters.model_negotiation import RequestRefused
from mneme.domain.errors import ModelOutage, OutageReason

CONNECTIONS = 10
CONNECT_SECONDS = 3.0
LARGEST_ANSWER = 16_000_000
_PIECE = 65_536
_POOLS: dict[str, type[HTTPConnectionPool]] = {"http": BoundedPool, "https": BoundedTlsPool}
_COMPLAINT_BYTES = 2_000
PARAMETERS = ("response_format", "json_schema", "max_completion_tokens", "temperature")
"""What servers differ in. One that fails over a value it does not know often says 500, not 400."""

_REFUSED = frozenset(
    {
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
    }
)
_BUSY = frozenset({HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})
_LATE = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT})


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came back, unread."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class ModelEndpoint:
    """A base address such as `https://models.example.com/v1`, and the key to it."""

    def __init__(self, base_url: str, api_key: str | None = None) -> None:
        """Raise ValueError for an address that is none of http or https, or carries more."""
        parts = urlsplit(base_url)
        if parts.scheme not in _POOLS or not parts.hostname or parts.query or parts.username:
            raise ValueError("a model server needs an http or https address without credentials")
        pool = _POOLS[parts.scheme]
        self._pool = pool(parts.hostname, parts.port, maxsize=CONNECTIONS)
        self._prefix = parts.path.rstrip("/")
        self._headers = {"content-type": "application/json", "accept": "application/json"}
        if api_key:
            self._headers["authorization"] = f"Bearer {api_key}"

    def post(self, path: str, request: Mapping[str, Any], timeout_seconds: float) -> dict[str, Any]:
        """Send the request as JSON and return the JSON object of the answer.

        Raises RequestRefused or ModelOutage.
        """
        answer = self._exchange(path, json.dumps(request).encode(), timeout_seconds)
        if answer.status != HTTPStatus.OK:
            raise _failure(answer)
        return json_object(answer.body)

    def close(self) -> None:
        """Close the kept connections."""
        self._pool.close()

    def _exchange(self, path: str, body: bytes, timeout_seconds: float) -> _Answer:
        try:
            response = self._pool.urlopen(
                "POST",
                f"{self._prefix}{path}",
                body=body,
                headers=self._headers,
                retries=False,
                redirect=False,
                timeout=Timeout(total=timeout_seconds, connect=CONNECT_SECONDS),
                preload_content=False,
                decode_content=False,
            )
            return _read(response)
        except ReadTimeoutError as exc:
            raise ModelOutage(OutageReason.TIMED_OUT) from exc
        except HTTPError as exc:  # the root of the library's own errors, not a status
            raise ModelOutage(OutageReason.NO_CONNECTION) from exc


def _read(response: BaseHTTPResponse) -> _Answer:
    body = bytearray()
    try:
        # A body that ends too early is noticed by the read after its last piece.
        while piece := response.read(_PIECE):
            body += piece
            _require_bounded(body)
    except BaseException:
        response.close()  # what is left in the connection belongs to no other request
        raise
    response.release_conn()
    return _Answer(response.status, response.headers, bytes(body))


def _require_bounded(body: bytearray) -> None:
    if len(body) > LARGEST_ANSWER:
        raise ModelOutage(OutageReason.UNREADABLE)


def _failure(answer: _Answer) -> RequestRefused | ModelOutage:
    status = answer.status
    complaint = answer.body[:_COMPLAINT_BYTES].decode("utf-8", "replace").lower()
    if status in _REFUSED or (
        status == HTTPStatus.INTERNAL_SERVER_ERROR and any(map(complaint.count, PARAMETERS))
    ):
        failure = OutageReason.SERVER_FAULT if status not in _REFUSED else None
        return RequestRefused(complaint, failure)
    if status in _BUSY:
        return ModelOutage(OutageReason.THROTTLED, _retry_after(answer.headers))
    if status in _LATE:
        return ModelOutage(OutageReason.TIMED_OUT)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ModelOutage(OutageReason.SERVER_FAULT, _retry_after(answer.headers))
    return ModelOutage(OutageReason.MISCONFIGURED)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of a Retry-After header; its other form, a date, is not used by models."""
    text = headers.get("retry-after", "").strip()
    return float(text) if text.isdecimal() and len(text) < len("1000000") else None
