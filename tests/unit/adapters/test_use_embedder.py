"""The sentence encoder: the form of its vectors, its bounds, and its calibration."""

import numpy as np
import pytest

from mneme.adapters.use_embedder import EMBEDDED_CHARACTERS, UseEmbedder
from mneme.domain.tenancy import internal_context
from tests.unit.adapters.calibration_pairs import CHINESE, ENGLISH

TENANT = internal_context("acme")
ANCHOR_TOLERANCE = 0.02


@pytest.fixture(scope="module")
def embedder() -> UseEmbedder:
    return UseEmbedder()


def embedded(embedder: UseEmbedder, *texts: str) -> np.ndarray:
    """Return the texts' vectors as rows."""
    return np.stack([np.frombuffer(v, "<f4") for v in embedder.embed(TENANT, texts)])


@pytest.mark.parametrize(
    "text",
    ["", " ", "tea", "我住在杭州", "😀", "a\x00b", "\ud800 alone", "\u200b", "ﷺ" * 500],
)
def test_any_text_has_a_finite_unit_vector(embedder: UseEmbedder, text: str) -> None:
    rows = embedded(embedder, text)

    assert rows.shape == (1, embedder.model.dimensions)
    assert np.linalg.norm(rows[0]) == pytest.approx(1.0, abs=1e-5)


def test_each_text_has_its_own_vector_in_order(embedder: UseEmbedder) -> None:
    together = embedded(embedder, "I like tea.", "我喜欢喝茶。", "The rent went up.")

    apart = np.concatenate([embedded(embedder, "I like tea."), embedded(embedder, "我喜欢喝茶。")])

    assert np.abs(together[:2] - apart).max() < 1e-5
    assert together[0] @ together[1] > together[0] @ together[2]


def test_no_texts_have_no_vectors(embedder: UseEmbedder) -> None:
    assert embedder.embed(TENANT, []) == []


def test_only_the_beginning_of_a_long_text_counts(embedder: UseEmbedder) -> None:
    beginning = ("I keep bees behind the house. " * 100)[:EMBEDDED_CHARACTERS]

    short, endless = embedder.embed(TENANT, [beginning, beginning + "And now for tea. " * 100_000])

    assert short == endless


def test_expanding_characters_do_not_get_past_the_bound(embedder: UseEmbedder) -> None:
    expanding = "ﷺ" * EMBEDDED_CHARACTERS  # eighteen characters each, once normalized
    fitting = "ﷺ" * (EMBEDDED_CHARACTERS // 18 + 1)

    assert embedder.embed(TENANT, [expanding]) == embedder.embed(TENANT, [fitting])


def test_anchors_are_what_the_calibration_pairs_measure(embedder: UseEmbedder) -> None:
    paraphrases, unrelated = [], []
    for pairs in (ENGLISH, CHINESE):
        said = embedded(embedder, *(statement for statement, _ in pairs))
        again = embedded(embedder, *(paraphrase for _, paraphrase in pairs))
        cosines = said @ again.T
        paraphrases.append(np.diag(cosines))
        unrelated.append(cosines[~np.eye(len(pairs), dtype=bool)])

    measured = [float(np.median(np.concatenate(parts))) for parts in (unrelated, paraphrases)]

    assert measured[0] == pytest.approx(embedder.model.unrelated, abs=ANCHOR_TOLERANCE)
    assert measured[1] == pytest.approx(embedder.model.paraphrase, abs=ANCHOR_TOLERANCE)
