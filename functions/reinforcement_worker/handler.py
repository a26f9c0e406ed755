"""Gives recalled memories their weight back."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.application.messages import reinforcement_message
from mneme.runtime.bootstrap import services

logger = Logger()


def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Reinforce what a batch of recalls has hit; a batch that fails is given again."""
    messages = [reinforcement_message(record["body"]) for record in event["Records"]]
    logger.info("reinforced", extra={"memories": services().reinforce(messages)})
