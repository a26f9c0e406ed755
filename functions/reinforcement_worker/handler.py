"""Gives recalled memories their weight back."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.application.tasks.queue_messages import ReinforcementMessage, reinforcement_message
from mneme.domain.errors import InternalFault
from mneme.runtime.faults import without_texts
from mneme.runtime.recall_services import services

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Reinforce what a batch of recalls has hit.

    A message that does not fit is given back alone, until the queue puts it aside; if the store
    does not answer, the whole batch is given again.
    """
    messages: list[ReinforcementMessage] = []
    unfit: list[dict[str, str]] = []
    for record in event["Records"]:
        try:
            messages.append(reinforcement_message(record["body"]))
        except InternalFault as fault:
            logger.error("unfit message", extra={"code": fault.code, "id": record["messageId"]})
            unfit.append({"itemIdentifier": record["messageId"]})
    logger.info("reinforced", extra={"memories": services().reinforce(messages)})
    return {"batchItemFailures": unfit}
