"""What goes into an embedding model, and what becomes of what comes out."""

import unicodedata
from collections.abc import Sequence

import numpy as np

from mneme.domain.errors import InternalFault, ModelOutage, OutageReason
from mneme.domain.well_formed_text import well_formed

EMBEDDED_CHARACTERS = 2_000
"""What a model gets of a text: its beginning, within the limits of every model served here."""

_BLANK = "."
"""Stands for a text without a visible character, which models refuse together with its batch."""


def embedding_input(text: str) -> str:
    """Return the text as it is sent: bounded, well-formed, and never blank."""
    head = well_formed(unicodedata.normalize("NFC", text[:EMBEDDED_CHARACTERS]))
    return head[:EMBEDDED_CHARACTERS].strip() or _BLANK


def unit_vector(values: object, dimensions: int) -> bytes:
    """Return a model's numbers as a unit vector of little-endian float32.

    Raises ModelOutage for what is no vector, and InternalFault for one of other dimensions: then
    the model is not the configured one.
    """
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise ModelOutage(OutageReason.UNREADABLE)
    try:
        vector = np.asarray(values, dtype="<f8")
    except (OverflowError, TypeError, ValueError) as exc:
        raise ModelOutage(OutageReason.UNREADABLE) from exc
    if vector.shape != (dimensions,):
        raise InternalFault("the embedding model has other dimensions than configured")
    largest = float(np.abs(vector).max())
    if not np.isfinite(largest) or largest == 0.0:
        raise ModelOutage(OutageReason.UNREADABLE)
    vector /= largest  # so that no square overflows
    unit = np.asarray(vector / np.linalg.norm(vector), dtype="<f4")
    return unit.tobytes()
