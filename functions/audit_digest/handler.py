"""Takes down what every change log has come to, once a day, where nobody can change it."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.runtime.audit_functions import services
from mneme.runtime.faults import without_texts
from mneme.runtime.scheduled import note_turn

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Write the digests of the day that are not there yet."""
    logger.info("digests written", extra={"logs": services().audit.write_digests()})
    note_turn(services(), event)
