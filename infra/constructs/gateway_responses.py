"""Answers that the gateway makes itself, in the envelope of every other answer."""

import json

from aws_cdk import aws_apigateway as apigateway

from infra.gateway_answers import GATEWAY_ANSWERS


def add_gateway_responses(api: apigateway.RestApi) -> None:
    """Give every answer that no function makes the public form `{code, msg, trace_id, data}`."""
    for answer in GATEWAY_ANSWERS:
        api.add_gateway_response(
            answer.kind,
            type=apigateway.ResponseType.of(answer.kind),
            status_code=None if answer.status is None else str(answer.status),
            response_headers={"Content-Type": "'application/json'"},
            templates={"application/json": envelope(answer.code, answer.message)},
        )


def envelope(code: int, message: str) -> str:
    """Return the body's template; the gateway fills in the id of the request."""
    return json.dumps(
        {"code": code, "msg": message, "trace_id": "$context.requestId", "data": None}
    )
