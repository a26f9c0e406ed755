"""Which new sentences end what a known one says, whatever the wording of the change (P19)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution import contradiction
from mneme.domain.evolution.contradiction import Change
from mneme.domain.evolution.said import said
from tests.unit.domain.evolution.evolution_builders import STEM


def change(known: str, new: str, speaker: str | None = None) -> Change:
    return contradiction.change(said(known, speaker, STEM), said(new, speaker, STEM), STEM)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("K is on project Alpha", "K was moved to project Beta"),
        ("K lives in W", "K moved from W to E"),
        ("K lives in W", "K lives in E"),
        ("Lives in Oslo", "Moved to Rome"),
        ("The user lives in Oslo", "User moved to Rome."),
        ("I'm a software engineer", "I work as a nurse"),
        ("The rating is Baa2", "The rating was changed to Baa1"),
        ("My favorite color is blue", "My favorite color is green now"),
        ("The status of project X is green", "The status of project X is red"),
        ("Drinks coffee", "Switched from coffee to tea"),
        ("Uses Vim", "I migrated from Vim to Emacs"),
        ("I like coffee", "I no longer like coffee"),
        ("我住在深圳南山区", "我搬到广州了"),
        ("我的手机号是123", "我的手机号换成了456"),
        ("我用安卓", "我从安卓换到苹果了"),
        ("我喜欢香菜", "我讨厌香菜"),
    ],
)
def test_a_change_of_a_state_is_seen_in_any_of_these_wordings(known: str, new: str) -> None:
    assert change(known, new) is Change.OTHER_VALUE


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I live in Oslo", "I'm living in Oslo now"),
        ("I live in Oslo", "I moved to Oslo"),
        ("我住在深圳", "我搬到深圳了"),
        ("My name is John", "My name is John!"),
    ],
)
def test_the_same_value_in_other_words_is_no_change(known: str, new: str) -> None:
    assert change(known, new) is Change.SAME_VALUE


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I live in Oslo", "I live in Oslo, Norway"),
        ("My brother is a doctor", "My brother is tall"),
        ("My favorite food is pasta", "My favorite color is green"),
        ("The status of project X is green", "The status of project Y is red"),
        ("Ana lives in Oslo", "Eva lives in Rome"),
        ("Likes Oslo", "Moved from Oslo to Rome"),
        ("My sister lives in Oslo", "I moved from Oslo to Rome"),
        ("Drove Audi", "Switched from Audi to Fiat"),
        ("I am allergic to peanuts", "I am allergic to almonds"),
        ("I went to the gym", "I didn't go to the gym"),
        ("我今天不上班", "我今天上班"),
        ("I live in Oslo", "我住在广州"),
        ("Lives in Oslo", "Likes Rome"),
    ],
)
def test_what_may_both_hold_is_no_contradiction(known: str, new: str) -> None:
    assert change(known, new) is Change.NONE


def test_two_speakers_slots_are_their_own() -> None:
    assert change("I live in Oslo", "I live in Rome", "Ann") is Change.OTHER_VALUE
    assert change("Ben lives in Oslo", "I live in Rome", "Ann") is Change.NONE


@given(st.text(max_size=120), st.text(max_size=120))
def test_no_text_makes_it_fail(known: str, new: str) -> None:
    assert change(known, new) in Change


def test_a_sentence_never_contradicts_itself() -> None:
    for text in ("I live in Oslo", "I moved from W to E", "I don't smoke", "我从安卓换到苹果了"):
        assert change(text, text) is not Change.OTHER_VALUE
