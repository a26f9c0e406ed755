"""Gives recalled memories their weight back."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.application.tasks.queue_messages import ReinforcementMessage, reinforcement_message
from mneme.domain.errors import InternalFault
from mneme.domain.identity import hashed_user
from mneme.domain.tenancy import TenantContext
from mneme.runtime.faults import without_texts
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.recall_services import services

logger = Logger()
faults = LoggedFaults("memories not reinforced", "user")


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Reinforce what a batch of recalls has hit.

    A message that does not fit is given back alone, and so are those of a user with whose memories
    something is wrong, until the queue puts them aside; if the store does not answer, the whole
    batch is given again.
    """
    messages: dict[str, ReinforcementMessage] = {}
    given_back: list[str] = []
    for record in event["Records"]:
        try:
            messages[record["messageId"]] = reinforcement_message(record["body"])
        except InternalFault as fault:
            logger.error("unfit message", extra={"code": fault.code, "id": record["messageId"]})
            given_back.append(record["messageId"])

    def note(tenant: TenantContext, user_id: str, fault: Exception) -> None:
        faults.record(tenant, hashed_user(tenant.tenant_id, user_id), fault)
        user = (tenant.tenant_id, user_id)
        given_back.extend(
            name for name, one in messages.items() if (one.tenant_id, one.user_id) == user
        )

    done = services().reinforce(tuple(messages.values()), note)
    logger.info("reinforced", extra={"memories": done})
    return {"batchItemFailures": [{"itemIdentifier": name} for name in given_back]}
