"""Answers that the gateway makes itself, as data: the deployed API and the local one give the same.

The body is the envelope of every other answer, `{code, msg, trace_id, data}`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class GatewayAnswer:
    """One kind of answer, named as API Gateway names it; a status of None is the gateway's own."""

    kind: str
    status: int | None
    code: int
    message: str


GATEWAY_ANSWERS = (
    GatewayAnswer("UNAUTHORIZED", 401, 40101, "the request carries no known credential"),
    GatewayAnswer("ACCESS_DENIED", 403, 40302, "the credential does not allow this request"),
    GatewayAnswer("INVALID_API_KEY", 403, 40302, "the credential does not allow this request"),
    GatewayAnswer("WAF_FILTERED", 403, 40302, "the request was refused by the firewall"),
    GatewayAnswer(
        "MISSING_AUTHENTICATION_TOKEN", 404, 40401, "there is no such path; verbs are POST"
    ),
    GatewayAnswer("RESOURCE_NOT_FOUND", 404, 40401, "there is no such path; verbs are POST"),
    GatewayAnswer("BAD_REQUEST_BODY", 400, 40001, "the request is malformed"),
    GatewayAnswer("BAD_REQUEST_PARAMETERS", 400, 40001, "the request is malformed"),
    GatewayAnswer("REQUEST_TOO_LARGE", 413, 41301, "the request is too large"),
    GatewayAnswer("THROTTLED", 429, 42900, "too many requests; try again later"),
    GatewayAnswer("QUOTA_EXCEEDED", 429, 42900, "too many requests; try again later"),
    GatewayAnswer("AUTHORIZER_FAILURE", 500, 50000, "a fault of ours"),
    GatewayAnswer("AUTHORIZER_CONFIGURATION_ERROR", 500, 50000, "a fault of ours"),
    GatewayAnswer("INTEGRATION_FAILURE", 502, 50002, "the service did not answer; try again later"),
    GatewayAnswer("INTEGRATION_TIMEOUT", 504, 50401, "the service ran out of its time"),
    GatewayAnswer("DEFAULT_4XX", None, 40001, "the request cannot be answered"),
    GatewayAnswer("DEFAULT_5XX", None, 50000, "a fault of ours"),
)
