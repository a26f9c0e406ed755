"""Which model embeds in the process, apart from the model itself: knowing it costs nothing."""

from mneme.application.ports.embedder import EmbeddingModel

LOCAL_MODEL = EmbeddingModel(
    id="use-multilingual-v3",
    dimensions=512,
    unrelated=0.12,
    paraphrase=0.83,
)
"""The anchors are medians over 44 pairs of sentences, 26 English and 18 Chinese, written for the
purpose (`tests/unit/adapters/calibration_pairs.py`): `paraphrase` over the pairs that say the same
in other words (quartiles 0.74–0.87), `unrelated` over every combination of two sentences of
different pairs in one language (quartiles 0.06–0.18). A test measures them again."""
