"""Refuses thresholds that operators are about to set and that are none, before any take effect."""

from typing import Any

from mneme.runtime.faults import without_texts
from mneme.runtime.validated_thresholds import refuse_unfit


@without_texts
def lambda_handler(event: dict[str, Any], context: object) -> None:
    """Raise, naming the field, for a document that does not go with what the stage says."""
    refuse_unfit(event)
