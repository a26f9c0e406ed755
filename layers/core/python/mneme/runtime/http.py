"""Verbs over API Gateway: parse, authorize, call, and answer in the one envelope."""

import base64
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from aws_lambda_powertools import Logger
from pydantic import BaseModel

from mneme.contracts.http.verb import Verb
from mneme.domain.errors import (
    InternalFault,
    InvalidRequest,
    MnemeError,
    PayloadTooLarge,
    Unavailable,
    shown_message,
)
from mneme.domain.identity import hashed_user
from mneme.domain.tenancy import TenantContext
from mneme.runtime.admission import Admission
from mneme.runtime.caller import caller_of, quotas_told
from mneme.runtime.faults import fault_site
from mneme.runtime.http_errors import error_data, http_status
from mneme.runtime.parsing import parse

BODY_BYTES = 1024 * 1024

Request = TypeVar("Request", bound=BaseModel)
Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer and whether the work is done (200) or only accepted (202).

    `notes` go into the request's log line: codes and counts, never content.
    """

    answer: BaseModel
    accepted: bool = False
    notes: Mapping[str, object] = field(default_factory=dict)


Handler = Callable[[TenantContext, Request], Reply]


class MemoryApi:
    """The verbs of one function. Routing is a look-up: each verb has a path of its own.

    `admission` is asked for when the first request is to be let through.
    """

    def __init__(self, admission: Callable[[], Admission]) -> None:
        self._admission = admission
        self._logger = Logger()
        self._served: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}

    def verb(self, verb: Verb[Request, Answer]) -> Callable[[Handler[Request]], Handler[Request]]:
        """Register the handler of a verb."""

        def register(handler: Handler[Request]) -> Handler[Request]:
            self._served[verb.path] = partial(self._serve, verb, handler)
            return handler

        return register

    def __call__(self, event: dict[str, Any]) -> dict[str, Any]:
        """Answer one event of API Gateway."""
        # The gateway takes a path with a slash behind it for the same one.
        path = event["path"].rstrip("/")
        serve = self._served.get(path) if event["httpMethod"] == "POST" else None
        return serve(event) if serve is not None else _unknown_path(event)

    def _serve(
        self, verb: Verb[Request, Answer], handler: Handler[Request], event: dict[str, Any]
    ) -> dict[str, Any]:
        started = time.perf_counter()
        log: dict[str, object] = {"verb": verb.name, "trace_id": _trace_id(event)}
        try:
            reply = self._reply(verb, handler, event, log)
        except MnemeError as error:
            code = error.code
            log |= error.data
            if isinstance(error, InternalFault):
                self._logger.error("internal fault", extra={**log, "fault": fault_site(error)})
            if isinstance(error, Unavailable):
                log["fault"] = fault_site(error)
            response = _failure(event, error)
        except Exception as error:  # noqa: BLE001
            # The last line of defence: its text may hold content, so only its place is told.
            self._logger.error("unexpected fault", extra={**log, "fault": fault_site(error)})
            code = InternalFault.code
            response = _failure(event, InternalFault("an unexpected fault"))
        else:
            code = 0
            log |= reply.notes
            response = _success(event, reply)
        log |= {"code": code, "ms": round((time.perf_counter() - started) * 1000, 1)}
        self._logger.info("request", extra=log)
        return response

    def _reply(
        self,
        verb: Verb[Request, Answer],
        handler: Handler[Request],
        event: dict[str, Any],
        log: dict[str, object],
    ) -> Reply:
        tenant = caller_of(event)
        log["tenant"] = tenant.tenant_id
        request = parse(verb.request, _body(event))
        user_id = str(getattr(request, "user_id", ""))
        log["user"] = hashed_user(tenant.tenant_id, user_id)
        quotas = quotas_told(event)
        self._admission()(tenant, verb.grant, quotas, private=verb.private)
        return handler(tenant, request)


def _success(event: dict[str, Any], reply: Reply) -> dict[str, Any]:
    data = reply.answer.model_dump(mode="json")
    return _envelope(event, 202 if reply.accepted else 200, 0, "ok", data)


def _failure(event: dict[str, Any], error: MnemeError) -> dict[str, Any]:
    message = shown_message(error.code, error.message)
    return _envelope(event, http_status(error), error.code, message, error_data(error))


def _unknown_path(event: dict[str, Any]) -> dict[str, Any]:
    return _envelope(event, 404, 40401, "there is no such path", None)


def _envelope(
    event: dict[str, Any], status: int, code: int, message: str, data: dict[str, Any] | None
) -> dict[str, Any]:
    body = {"code": code, "msg": message, "trace_id": _trace_id(event), "data": data}
    headers = {"Content-Type": ["application/json"]}
    wait = (data or {}).get("retry_after")
    if wait is not None:
        headers["Retry-After"] = [str(wait)]
    return {
        "statusCode": status,
        "multiValueHeaders": headers,
        "body": json.dumps(body, ensure_ascii=False, separators=(",", ":")),
        "isBase64Encoded": False,
    }


def _trace_id(event: dict[str, Any]) -> str:
    return str(event["requestContext"]["requestId"])


def _body(event: dict[str, Any]) -> bytes:
    body = event.get("body") or ""
    if not event.get("isBase64Encoded"):
        raw = body.encode("utf-8", "surrogatepass")
    else:
        try:
            raw = base64.b64decode(body, validate=True)
        except ValueError as error:
            raise InvalidRequest("the body is not readable", field="body") from error
    if len(raw) > BODY_BYTES:
        raise PayloadTooLarge(f"must have at most {BODY_BYTES} bytes", field="body")
    return raw
