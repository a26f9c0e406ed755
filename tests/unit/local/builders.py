"""Small builders with sane defaults; a test states only what matters to it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from infra.function import Access, Function, Route, Trigger
from local.gateway_events import HttpAnswer, HttpRequest

TOKEN = "Bearer mk_home"
ROUTE = "/memory/v1/recall"


def http_request(**changes: Any) -> HttpRequest:
    """An authorized call of one verb."""
    parts: dict[str, Any] = {
        "method": "POST",
        "path": ROUTE,
        "query": "",
        "headers": (("host", "127.0.0.1:8377"), ("authorization", TOKEN)),
        "body": b"{}",
        "client": "127.0.0.1",
        "received_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
        "request_id": "trace-1",
    }
    return HttpRequest(**{**parts, **changes})


def policy(effect: str = "Allow", resource: str = "*", **context: Any) -> dict[str, Any]:
    """An authorizer's answer."""
    return {
        "principalId": "home",
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [{"Action": "execute-api:Invoke", "Effect": effect, "Resource": resource}],
        },
        "context": context,
    }


def http_function(name: str = "recall_api", path: str = ROUTE) -> Function:
    """A function behind one route."""
    return Function(name, "answers", Trigger.HTTP, Access(), routes=(Route(path),))


def headers_of(answer: HttpAnswer) -> Mapping[str, str]:
    """The answer's headers by name."""
    return dict(answer.headers)
