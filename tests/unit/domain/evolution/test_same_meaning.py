"""When two sentences say the same, when one denies the other, when one says more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.same_meaning import covers, opposes, says_the_same
from mneme.domain.evolution.wording import Wording
from tests.unit.domain.evolution.evolution_builders import STEM

SAME = [
    ("Likes cheese pizza", "Loves cheese pizza"),
    ("I like cheese pizza", "I really enjoy cheese pizza!"),
    ("I have 2 cats", "I have two cats"),
    ("Every evening I play the piano", "I play the piano every evening"),
    ("In October I'm running a marathon", "I am running a marathon in October"),
    ("我喜欢芝士披萨", "我也很爱芝士披萨。"),
    ("我养了两只猫", "我养了2只猫"),
    ("I no longer drink coffee", "I stopped drinking coffee"),
]
OPPOSED = [
    ("Likes cheese pizza", "Does not like cheese pizza"),
    ("I hate coriander", "I like coriander"),
    ("I smoke", "I quit smoking"),
    ("我喜欢香菜", "我讨厌香菜"),
    ("喜欢芝士披萨", "不喜欢芝士披萨了"),
]
DIFFERENT = [
    ("Likes cheese pizza", "Likes chicken pizza"),
    ("I have 2 cats", "I have 3 cats"),
    ("I have a cat", "I have cats"),
    ("Ana is my sister", "Eva is my sister"),
    ("Ana loves Eva", "Eva loves Ana"),
    ("I moved from W to E", "I moved from E to W"),
    ("I live in Oslo", "I lived in Oslo"),
    ("I live in Oslo", "I might live in Oslo"),
    ("Works for Acme", "Works with Acme"),
    ("Likes tea but not coffee", "Likes coffee but not tea"),
    ("I am cold", "I have a cold"),
    ("Tea is better than coffee", "Coffee is better than tea"),
    ("The review is on 15 October", "The review is on 16 October"),
    ("对花生过敏", "对虾过敏"),
    ("想养猫", "养猫"),
    ("Я живу в Осло", "Я не живу в Осло"),
    ("I went to the gym", "I did not go to the gym"),
    ("I'm working today", "I'm not working today"),
    ("I like rust", "I like Rust"),
    ("I like apples", "I don't like Apple"),
]


def _both(pair: tuple[str, str]) -> tuple[Wording, Wording]:
    return wording(pair[0], STEM), wording(pair[1], STEM)


@pytest.mark.parametrize("pair", SAME)
def test_other_words_for_the_same_are_the_same(pair: tuple[str, str]) -> None:
    one, other = _both(pair)

    assert says_the_same(one, other)
    assert not opposes(one, other)


@pytest.mark.parametrize("pair", OPPOSED)
def test_a_denial_is_the_opposite_and_not_the_same(pair: tuple[str, str]) -> None:
    one, other = _both(pair)

    assert opposes(one, other)
    assert opposes(other, one)
    assert not covers(one, other)


@pytest.mark.parametrize("pair", DIFFERENT)
def test_what_differs_in_what_matters_is_neither(pair: tuple[str, str]) -> None:
    one, other = _both(pair)

    assert not covers(one, other)
    assert not covers(other, one)
    assert not opposes(one, other)


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("Likes cheese and chicken pizza", "Likes chicken pizza"),
        ("Likes cheese and chicken pizza", "Loves cheese pizza"),
        ("Likes tea, coffee and milk", "Likes coffee"),
        ("I live in Oslo with my two cats", "I live in Oslo"),
        ("I live in Oslo and work for Acme", "I live in Oslo"),
        ("喜欢芝士和鸡肉披萨", "喜欢芝士披萨"),
        ("喜欢芝士和鸡肉披萨", "喜欢鸡肉披萨"),
        ("我养了一只猫，叫团团", "我养了一只猫"),
    ],
)
def test_a_longer_sentence_covers_what_it_contains(whole: str, part: str) -> None:
    one, other = _both((whole, part))

    assert covers(one, other)
    assert not covers(other, one)


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("I have a dog house", "I have a dog"),
        ("Is allergic to pine nuts", "Is allergic to nuts"),
        ("Likes tea and hates coffee", "Likes coffee"),
        ("Likes tea but not coffee", "Likes tea"),
        ("Eats no meat or fish", "Eats fish"),
        ("Lives with Ana and works in Oslo", "Lives with Ana in Oslo"),
        ("Drinks coffee unless it is late", "Drinks coffee"),
        ("Works as a nurse", "Works"),
        ("Liked tea and coffee", "Likes tea"),
    ],
)
def test_words_contained_are_no_statement_contained(whole: str, part: str) -> None:
    assert not covers(*_both((whole, part)))


_WORDS = ["I", "do", "not", "no", "like", "liked", "tea", "Ana", "2", "and", ",", "with", "today"]
_OTHERS = ["我", "不", "喜欢", "和", "茶", "'", ".", "'s", "n't", "two"]
texts = st.lists(st.sampled_from(_WORDS + _OTHERS), max_size=12).map(" ".join) | st.text(
    max_size=40
)


@given(texts, texts)
def test_any_two_sentences_can_be_compared(one: str, other: str) -> None:
    first, second = _both((one, other))

    assert says_the_same(first, first)
    assert says_the_same(first, second) == says_the_same(second, first)
    assert opposes(first, second) == opposes(second, first)
    assert not (says_the_same(first, second) and opposes(first, second))
