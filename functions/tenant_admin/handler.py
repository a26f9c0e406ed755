"""Administers tenants and their keys, for whoever IAM lets invoke it: it has no other door."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.runtime.administration import administer
from mneme.runtime.credential_services import services
from mneme.runtime.faults import without_texts

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Carry out one action. The log tells which, for whom and how it ended, and no key."""
    answer = administer(services(), event)
    named = {name: str(event.get(name))[:64] for name in ("action", "tenant")}
    logger.info("administered", extra=named | {"code": answer["code"]})
    return answer
