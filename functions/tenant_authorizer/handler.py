"""Turns a bearer key or token into the tenant context of every request of the stage."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.domain.errors import NotAuthenticated
from mneme.runtime.caller import authorizer_context
from mneme.runtime.credential_services import services
from mneme.runtime.faults import without_texts

logger = Logger()

_SCHEME = "bearer "


def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Allow the whole stage for a credential we know; the gateway answers 401 for any other.

    The policy covers every path, since the gateway caches it by token. Only the exact text
    `Unauthorized` makes the gateway answer 401 instead of 500.
    """
    try:
        policy: dict[str, Any] = _policy(event, context)
    except NotAuthenticated as refusal:
        logger.info("refused", extra={"code": refusal.code})
        raise Exception("Unauthorized") from None  # noqa: TRY002
    return policy


@without_texts
def _policy(event: dict[str, Any], _: object) -> dict[str, Any]:
    found = services().credentials.recognize(_credential(event))
    api, stage = str(event["methodArn"]).split("/")[:2]
    policy = {
        "principalId": found.caller.tenant_id,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Action": "execute-api:Invoke",
                    "Effect": "Allow",
                    "Resource": f"{api}/{stage}/*",
                }
            ],
        },
        "context": authorizer_context(found),
    }
    # The gateway counts by it, where its methods ask for a key.
    return policy | ({"usageIdentifierKey": found.usage_key} if found.usage_key else {})


def _credential(event: dict[str, Any]) -> str:
    token = str(event.get("authorizationToken") or "")
    if token[: len(_SCHEME)].lower() != _SCHEME:
        raise NotAuthenticated("no bearer credential was given")
    return token[len(_SCHEME) :].strip()
