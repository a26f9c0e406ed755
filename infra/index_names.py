"""The name of the search index, which follows the embedding model: vectors of two do not mix."""

import hashlib
import re

OF_LOCAL_MODEL = "memories"
_SHOWN = 40
_DIGITS = 8


def index_name(model: str | None = None, dimensions: int | str | None = None) -> str:
    """Return the alias of the index for a model's vectors; without one: for the local model's.

    OpenSearch takes lower-case names without most signs, so a digest keeps two models apart.
    """
    if model is None:
        return OF_LOCAL_MODEL
    shown = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:_SHOWN]
    digest = hashlib.sha256(f"{model}/{dimensions}".encode()).hexdigest()[:_DIGITS]
    return f"{OF_LOCAL_MODEL}-{shown}-{digest}"
