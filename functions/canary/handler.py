"""Goes a caller's way through the public API, and fails where it ends."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.runtime.canary import journey
from mneme.runtime.faults import without_texts

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Go the way once: invocations that end well are what the alarm counts."""
    way = journey()
    way.go()
    logger.info("canary arrived", extra={"step_ms": way.took})
