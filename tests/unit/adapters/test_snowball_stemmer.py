"""English stems, and what is left alone."""

import pytest

from mneme.adapters.snowball_stemmer import SnowballStemmer

STEMMER = SnowballStemmer()


@pytest.mark.parametrize(
    ("word", "stem"),
    [("running", "run"), ("cats", "cat"), ("happily", "happili"), ("go", "go"), ("", "")],
)
def test_english_words_are_reduced_to_their_stem(word: str, stem: str) -> None:
    assert STEMMER.stem(word) == stem


@pytest.mark.parametrize("word", ["深圳", "披萨", "привет", "é", "42", "😀"])
def test_words_of_other_scripts_stay_as_they_are(word: str) -> None:
    assert STEMMER.stem(word) == word


def test_run_too_long_for_a_word_stays_as_it_is() -> None:
    run = "running" * 1_000

    assert STEMMER.stem(run) == run


def test_stem_is_the_same_when_asked_again() -> None:
    assert [STEMMER.stem("horses") for _ in range(3)] == ["hors"] * 3
