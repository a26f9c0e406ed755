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
        ("I like apples.", "I don't like Apple."),
        ("I like Rust.", "I don't like rust."),
        ("He works nights.", "He doesn't work nights."),
        ("She's vegan.", "She's not vegan."),
        ("I like it.", "I no longer like it."),
        ("My friend is vegetarian.", "My friend is not vegetarian."),
        ("My colleague speaks German.", "My colleague doesn't speak German."),
        ("My dog likes cats.", "My dog doesn't like cats."),
        ("The project is late.", "The project is not late."),
        ("My budget is $1500.", "My budget is $500."),
        ("The deadline is Friday.", "The deadline is Monday."),
        ("The deadline of the project is Friday.", "The deadline of the project is Monday."),
        ("My role is goalkeeper.", "My role is now team lead."),
        ("My size is M.", "My size is 42."),
        ("My email is a@x.com.", "My email is b@y.com."),
        ("My current book is Dune.", "My current book is Ulysses."),
        ("Dog's name is Rex.", "Dog's name is Max."),
        ("I live in Rome.", "I went from Rome to Milan."),
        ("I use Chrome.", "I switched from Chrome to Firefox on my phone."),
        ("He drinks coffee.", "He switched from coffee to tea."),
        ("他喜欢狗", "他不喜欢狗"),
        ("我朋友喜欢寿司", "我朋友不喜欢寿司"),
        ("我同事会说德语", "我同事不会说德语"),
        ("我的狗喜欢猫", "我的狗不喜欢猫"),
        ("我的预算是五千", "我的预算是三百"),
        ("狗的名字是旺财", "狗的名字是来福"),
        ("我的状态是忙碌", "我的状态是单身"),
        ("项目的截止日期是周五", "项目的截止日期是周一"),
        ("我用安卓", "我上班时从安卓换成苹果了"),
    ],
)
def test_what_may_be_about_another_is_in_doubt(known: str, new: str) -> None:
    assert change(known, new) is Change.IN_DOUBT


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("My friend Ana likes tea.", "My friend Ana doesn't like tea."),
        ("Ana likes tea.", "Ana doesn't like tea."),
        ("My mother likes tea.", "My mother doesn't like tea."),
        ("My job is stressful.", "My job is not stressful."),
        ("Alpha's deadline is Friday.", "Alpha's deadline is Monday."),
        ("The budget of project Alpha is 5", "The budget of project Alpha is 9"),
        ("My email is a@x.com.", "My email is now b@y.com."),
        ("My weight is 70 kg.", "My weight is 72 kg."),
        ("我妈喜欢茶", "我妈不喜欢茶"),
        ("我朋友小李喜欢茶", "我朋友小李不喜欢茶"),
        ("A项目的截止日期是周五", "A项目的截止日期是周一"),
        ("我的邮箱是a@x.com", "我的邮箱换成了b@y.com"),
        ("我用安卓", "最近把手机从安卓换成苹果了"),
    ],
)
def test_of_one_that_is_known_or_named_it_is_certain(known: str, new: str) -> None:
    assert change(known, new) is Change.OTHER_VALUE


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("My plan is to learn piano.", "My plan is to buy a boat."),
        ("My age is 30.", "My age is a secret."),
        ("My weight is 70 kg.", "My weight is a problem."),
        ("My favorite food is pizza.", "My favorite food is on the table."),
        ("我用安卓", "我妈从安卓换成苹果了"),
        ("我用安卓", "我想从安卓换成苹果"),
        ("我住在上海", "他从上海搬到北京"),
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
