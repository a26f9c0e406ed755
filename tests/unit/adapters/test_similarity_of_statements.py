"""The scale of similarity, measured with the model that is deployed."""

import itertools
import statistics

import numpy as np
import pytest

from mneme.adapters.local_embedding_model import LOCAL_MODEL
from mneme.adapters.snowball_stemmer import SnowballStemmer
from mneme.adapters.use_embedder import UseEmbedder
from mneme.domain.evolution.decisions import DEFAULT_LIMITS
from mneme.domain.evolution.similarity import similarity
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.retrieval.terms import terms_of
from mneme.domain.tenancy import internal_context
from tests.unit.adapters.calibration_pairs import CHINESE, ENGLISH

STEM = SnowballStemmer().stem
ANCHORS = CosineAnchors(LOCAL_MODEL.unrelated, LOCAL_MODEL.paraphrase)


@pytest.fixture(scope="module")
def embedder() -> UseEmbedder:
    return UseEmbedder()


def _similarities(embedder: UseEmbedder, pairs: list[tuple[str, str]]) -> list[float]:
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    vectors = embedder.embed(internal_context("acme"), texts)
    rows = {text: np.frombuffer(v, "<f4") for text, v in zip(texts, vectors, strict=True)}
    return [
        similarity(
            terms_of(one, STEM), terms_of(other, STEM), float(rows[one] @ rows[other]), ANCHORS
        )
        for one, other in pairs
    ]


@pytest.mark.parametrize("pairs", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_most_paraphrases_are_near_enough_to_be_the_same(
    embedder: UseEmbedder, pairs: tuple[tuple[str, str], ...]
) -> None:
    found = _similarities(embedder, list(pairs))

    assert statistics.median(found) >= DEFAULT_LIMITS.same
    assert statistics.quantiles(found, n=10)[0] >= DEFAULT_LIMITS.related


@pytest.mark.parametrize("pairs", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_unrelated_statements_are_not_related(
    embedder: UseEmbedder, pairs: tuple[tuple[str, str], ...]
) -> None:
    crossed = [(a[0], b[1]) for a, b in itertools.permutations(pairs, 2)]
    found = _similarities(embedder, crossed)

    related = sum(one >= DEFAULT_LIMITS.related for one in found)
    assert statistics.median(found) <= 0.15
    assert related <= 0.2 * len(found)
    assert max(found) < DEFAULT_LIMITS.same


@pytest.mark.parametrize(
    "pair",
    [
        ("Likes cheese pizza", "Likes chicken pizza"),
        ("I am allergic to peanuts", "I am allergic to almonds"),
        ("喜欢芝士披萨", "喜欢鸡肉披萨"),
        ("我对花生过敏", "我对虾过敏"),
    ],
)
def test_what_belongs_into_one_memory_is_near_enough(
    embedder: UseEmbedder, pair: tuple[str, str]
) -> None:
    [found] = _similarities(embedder, [pair])

    assert found >= DEFAULT_LIMITS.join
