"""Answers that the gateway makes itself: the deployed API's, for the same reasons."""

import json
from enum import Enum

from infra.gateway_answers import GATEWAY_ANSWERS
from local.gateway_events import HttpAnswer

_BY_KIND = {answer.kind: answer for answer in GATEWAY_ANSWERS}


class GatewayRefusal(Enum):
    """Why a request never reached a function, or its function gave no answer."""

    UNAUTHORIZED = ("UNAUTHORIZED", None)
    ACCESS_DENIED = ("ACCESS_DENIED", None)
    NO_SUCH_ROUTE = ("MISSING_AUTHENTICATION_TOKEN", None)
    MALFORMED = ("BAD_REQUEST_BODY", None)
    NOT_TEXT = ("BAD_REQUEST_BODY", "the body must be text in UTF-8")
    TOO_SLOW = ("BAD_REQUEST_BODY", "the body did not arrive in time")
    TOO_LARGE = ("REQUEST_TOO_LARGE", None)
    THROTTLED = ("THROTTLED", None)
    AUTHORIZER_FAILURE = ("AUTHORIZER_FAILURE", None)
    FUNCTION_FAILURE = ("INTEGRATION_FAILURE", None)
    TIMED_OUT = ("INTEGRATION_TIMEOUT", None)

    def __init__(self, kind: str, message: str | None) -> None:
        answer = _BY_KIND[kind]
        if answer.status is None:
            raise ValueError(f"{kind} has no status of its own")
        self.status = answer.status
        self.code = answer.code
        self.message = message or answer.message

    def answer(self, request_id: str) -> HttpAnswer:
        """Return the answer, with the request's id as its trace."""
        envelope = {
            "code": self.code,
            "msg": self.message,
            "trace_id": request_id,
            "data": None,
        }
        body = json.dumps(envelope, separators=(",", ":")).encode()
        return HttpAnswer(self.status, body, (("content-type", "application/json"),))
