"""Carries committed memories to the search index."""

from typing import Any

from mneme.runtime.faults import without_texts
from mneme.runtime.index_services import services
from mneme.runtime.stream_batch import StreamBatch

batch = StreamBatch("heads")


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Apply a batch of the stream; what could not be applied is given again, in order."""
    return batch(event, services())
