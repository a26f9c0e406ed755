"""Does pages of jobs."""

from typing import Any

from mneme.runtime.faults import without_texts
from mneme.runtime.job_batch import JobBatch
from mneme.runtime.job_functions import services

batch = JobBatch()


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Do the pages that a batch asks for; what must come again is reported."""
    return batch(event, services())
