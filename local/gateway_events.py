"""HTTP as API Gateway's REST API shows it to functions: requests, token checks, answers."""

import base64
import binascii
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

from local.cloud_names import ACCOUNT, API_ID, STAGE, method_arn

Context = Mapping[str, str | int]
"""What the authorizer says to functions: strings, and the gateway's own count of its time."""

Pairs = tuple[tuple[str, str], ...]

_LOWEST_STATUS = 100
_HIGHEST_STATUS = 599


class MalformedAnswer(Exception):
    """A function returned what is no answer to an HTTP request."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request, read completely. Header names are in lower case."""

    method: str
    path: str
    query: str
    headers: Pairs
    body: bytes
    client: str
    received_at: datetime
    request_id: str

    def header(self, name: str) -> str | None:
        """Return the last value of the header, or None."""
        return dict(self.headers).get(name)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer, ready to send."""

    status: int
    body: bytes
    headers: Pairs = ()


def token_event(request: HttpRequest, token: str) -> dict[str, Any]:
    """Return the event that asks the authorizer about a request's token."""
    return {
        "type": "TOKEN",
        "authorizationToken": token,
        "methodArn": method_arn(request.method, request.path),
    }


def proxy_event(request: HttpRequest, body: str, authorizer: Context) -> dict[str, Any]:
    """Return the proxy event of an authorized request; `authorizer` is the token's context."""
    query = parse_qsl(request.query, keep_blank_values=True)
    return {
        "resource": request.path,
        "path": request.path,
        "httpMethod": request.method,
        "headers": dict(request.headers),
        "multiValueHeaders": _grouped(request.headers),
        "queryStringParameters": dict(query) or None,
        "multiValueQueryStringParameters": _grouped(query) or None,
        "pathParameters": None,
        "stageVariables": None,
        "requestContext": _request_context(request, authorizer),
        "body": body or None,
        "isBase64Encoded": False,
    }


def _request_context(request: HttpRequest, authorizer: Context) -> dict[str, Any]:
    return {
        "accountId": ACCOUNT,
        "apiId": API_ID,
        "authorizer": dict(authorizer),
        "domainName": request.header("host") or "",
        "domainPrefix": API_ID,
        "extendedRequestId": request.request_id,
        "httpMethod": request.method,
        "identity": {"sourceIp": request.client, "userAgent": request.header("user-agent")},
        "path": f"/{STAGE}{request.path}",
        "protocol": "HTTP/1.1",
        "requestId": request.request_id,
        "requestTime": request.received_at.strftime("%d/%b/%Y:%H:%M:%S +0000"),
        "requestTimeEpoch": int(request.received_at.timestamp() * 1000),
        "resourceId": request.path.rpartition("/")[2],
        "resourcePath": request.path,
        "stage": STAGE,
    }


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return groups


def http_answer(result: object) -> HttpAnswer:
    """Return the answer that a function's result stands for. Raises MalformedAnswer."""
    if not isinstance(result, Mapping):
        raise MalformedAnswer("the result is no object")
    try:
        status = int(result["statusCode"])
        return HttpAnswer(_checked_status(status), _body(result), tuple(_headers(result)))
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        raise MalformedAnswer("the result lacks a status, or its parts have other types") from exc


def _checked_status(status: int) -> int:
    if not _LOWEST_STATUS <= status <= _HIGHEST_STATUS:
        raise ValueError("no HTTP status")
    return status


def _body(result: Mapping[str, Any]) -> bytes:
    body = result.get("body") or ""
    if not isinstance(body, str):
        raise TypeError("the body is no text")
    if not result.get("isBase64Encoded"):
        return body.encode("utf-8")
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as exc:
        raise ValueError("the body is no base64") from exc


def _headers(result: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Yield the headers; a name that has several values is taken from those alone."""
    several = result.get("multiValueHeaders") or {}
    for name, values in several.items():
        for value in values:
            yield str(name).lower(), str(value)
    for name, value in (result.get("headers") or {}).items():
        if name not in several:
            yield str(name).lower(), str(value)
