"""Sends tasks again that were stored but never queued."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.runtime.bootstrap import services

logger = Logger()


def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Run one sweep."""
    logger.info("swept", extra={"tasks": services().sweep_tasks()})
