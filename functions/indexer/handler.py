"""Carries committed memories to the search index."""

from typing import Any

from aws_lambda_powertools import Logger

from mneme.runtime.bootstrap import services
from mneme.runtime.faults import without_texts
from mneme.runtime.stream import item_changes

logger = Logger()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Apply a batch of the stream; a batch that fails is given again, whole or in halves."""
    changes = item_changes(event, services().settings.tables["heads"])
    written = services().index_changes(changes)
    logger.info("indexed", extra={"entries": written})
