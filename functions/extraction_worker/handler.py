"""Turns accepted conversations into episodes and facts."""

from typing import Any

from mneme.runtime.batch import TaskBatch
from mneme.runtime.extraction_services import services

batch = TaskBatch()


def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Work on a batch of tasks; failures are reported record by record."""
    return batch(event, services(), services().extract_task)
