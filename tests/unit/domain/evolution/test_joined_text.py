"""Two statements about two things in one sentence, where that is certain to be right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution.founded_text import is_founded
from mneme.domain.evolution.joined_text import joined
from tests.unit.domain.evolution.evolution_builders import STEM


@pytest.mark.parametrize(
    ("known", "new", "both"),
    [
        ("likes cheese pizza", "likes chicken pizza", "likes cheese and chicken pizza"),
        ("I like cheese pizza.", "I love chicken pizza", "I like cheese and chicken pizza."),
        ("Likes tea", "Likes black coffee", "Likes tea and black coffee"),
        (
            "Likes cheese and chicken pizza",
            "Likes mushroom pizza",
            "Likes cheese and chicken pizza and mushroom pizza",
        ),
        (
            "I am allergic to peanuts.",
            "I'm allergic to almonds",
            "I am allergic to peanuts and almonds.",
        ),
        ("I hate celery", "I dislike kale", "I hate celery and kale"),
        ("Ana speaks French", "Ana speaks German", "Ana speaks French and German"),
        ("喜欢芝士披萨", "喜欢鸡肉披萨", "喜欢芝士和鸡肉披萨"),
        ("我喜欢芝士披萨。", "我也爱鸡肉披萨", "我喜欢芝士和鸡肉披萨。"),
        ("喜欢红茶", "喜欢绿茶", "喜欢红茶和绿茶"),
        ("喜欢芝士和鸡肉披萨", "喜欢蘑菇披萨", "喜欢芝士和鸡肉披萨以及蘑菇披萨"),
        ("我对花生过敏", "我对虾过敏", "我对花生和虾过敏"),
    ],
)
def test_two_things_of_which_the_same_is_said_are_joined(known: str, new: str, both: str) -> None:
    assert joined(known, new, STEM) == both


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Prefers window seats", "Prefers aisle seats"),
        ("Ana likes tea", "Eva likes milk"),
        ("I like tea", "I don't like milk"),
        ("I liked tea", "I like milk"),
        ("Likes pizza with olives", "Likes pizza with ham"),
        ("Likes 2 sugars", "Likes 3 spoons"),
        ("Likes tea", "Likes TEA"),
        ("Likes tea when it rains", "Likes milk"),
        ("Has a cat", "Has a dog"),
        ("Likes tea", "喜欢茶"),
        ("我喜欢茶", "我喜欢茶，因为提神"),
        ("我喜欢茶", "我不喜欢牛奶"),
        ("小明喜欢茶", "小红喜欢牛奶"),
        ("", ""),
    ],
)
def test_anything_else_stays_two_memories(known: str, new: str) -> None:
    assert joined(known, new, STEM) is None


things = st.sampled_from(["tea", "green tea", "black coffee", "Rome", "cheese pizza", "red wine"])
verbs = st.sampled_from(["likes", "I love", "I am allergic to", "drinks"])


@given(verbs, things, things)
def test_what_is_joined_says_both_and_nothing_else(verb: str, one: str, other: str) -> None:
    known, new = f"{verb} {one}", f"{verb} {other}"

    both = joined(known, new, STEM)

    assert (both is None) == (one == other)
    assert both is None or is_founded(both, [known, new], STEM)


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_text_makes_it_fail(known: str, new: str) -> None:
    both = joined(f"likes {known}", f"likes {new}", STEM)

    assert both is None or both.startswith("likes ")
