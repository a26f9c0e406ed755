"""How sentences are brought into one form: what tells them apart must survive it."""

import pytest

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.wording_words import ALIKE, PAST_FORMS, TAILS
from mneme.domain.retrieval.lexicon import IRREGULAR_FORMS
from tests.unit.domain.evolution.evolution_builders import STEM


def forms(sentence: str) -> str:
    return " ".join(wording(sentence, STEM).forms)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I really like tea.", "like tea"),
        ("Likes the tea", "like tea"),
        ("The user enjoys tea", "like tea"),
        ("I don't like tea any more", "¬ like tea"),
        ("She doesn’t like tea", "she ¬ like tea"),
        ("I can't stand tea", "¬ like tea"),
        ("I hate tea", "¬ like tea"),
        ("I no longer drink tea", "¬ drink tea"),
        ("I've stopped drinking tea", "¬ drink tea"),
        ("I gave up drinking tea", "¬ drink tea"),
        ("I have two cats", "have #2 cat"),
        ("I have a cat", "have a cat"),
        ("My 15th birthday was fun", "my #15 birthday be fun"),
        ("It costs 1,200.50", "it cost #1200.50"),
        ("Ana and I like tea", "ana and i like tea"),
        ("He is taller than I", "he be taller than i"),
        ("我很喜欢芝士披萨。", "喜 欢 芝 士 披 萨"),
        ("我也爱芝士披萨", "喜 欢 芝 士 披 萨"),
        ("我不喜欢芝士披萨了", "¬ 喜 欢 芝 士 披 萨"),
        ("我讨厌香菜", "¬ 喜 欢 香 菜"),
        ("养了两只猫", "养 #2 只 猫"),
        ("我用Python写代码", "用 python 写 代 码"),
        ("味道不错", "味 道 不 错"),
        ("她很可爱", "她 可 爱"),
        ("Я живу в Осло", "я живу в осло"),
    ],
)
def test_a_sentence_is_brought_into_one_form(sentence: str, expected: str) -> None:
    assert forms(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "settings"),
    [
        ("I live in Oslo", set()),
        ("I lived in Oslo", {"past"}),
        ("I went to Oslo", {"past"}),
        ("I used to live in Oslo", {"former"}),
        ("I'll move to Oslo", {"will"}),
        ("I might move to Oslo", {"might"}),
        ("I've stopped smoking", set()),
    ],
)
def test_tense_and_modality_are_told(sentence: str, settings: set[str]) -> None:
    assert wording(sentence, STEM).settings == settings


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("My sister Eva lives in New York", {"eva", "new", "york"}),
        ("Ana is my sister", {"ana"}),
        ("Loves cheese pizza", set()),
        ("She was late", set()),
        ("K is on project Alpha", {"k", "alpha"}),
        ("The rating is Baa2", {"baa2"}),
        ("我用Python和VS2022", {"python", "vs2022"}),
    ],
)
def test_names_are_what_is_spelt_as_names(sentence: str, names: set[str]) -> None:
    assert wording(sentence, STEM).names == names


def test_love_of_a_person_is_no_liking() -> None:
    assert forms("I love Ana") != forms("I like Ana")
    assert forms("I love tea") == forms("I like tea")


@pytest.mark.parametrize(
    "sentence", ["I'm off today", "We met last week", "我今天不上班", "上周去了北京", "这次要快"]
)
def test_what_is_said_of_one_day_is_known(sentence: str) -> None:
    assert wording(sentence, STEM).of_one_occasion


@pytest.mark.parametrize("sentence", ["I like tea every day", "周末喜欢爬山", "我每天喝茶"])
def test_habits_are_of_no_occasion(sentence: str) -> None:
    assert not wording(sentence, STEM).of_one_occasion


def test_the_tables_hold_stems_and_forms_of_the_past() -> None:
    listed = "love enjoy adore reside purchase physician automobile flat mobile telephone begin"
    assert {STEM(word) for word in listed.split()} == ALIKE.keys()
    words = "like live buy doctor car apartment phone start"
    assert {STEM(word) for word in words.split()} == set(ALIKE.values())
    tails = "since because called named before during every"
    assert {STEM(word) for word in tails.split()} <= TAILS
    assert IRREGULAR_FORMS.keys() >= PAST_FORMS
    assert "children" not in PAST_FORMS
