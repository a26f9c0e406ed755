"""Which language carries a text that mixes two: names of the other one decide nothing."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.sentences import has_han
from mneme.domain.fact import Category, Fact
from mneme.domain.scope import Level, Scope

SAID = datetime(2026, 7, 15, 14, 30, tzinfo=UTC)


def extracted(text: str) -> list[Fact]:
    message = Message("m1", Role.USER, text, None, SAID)
    return list(extract_facts(Conversation(Scope(Level.SESSION, "app", "s1"), (message,), SAID)))


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("I live in 上海.", False),
        ("I love 火锅.", False),
        ("火锅 rocks!", True),
        ("Maria 火", False),
        ("火 Maria", True),
        ("I work at 字节跳动.", False),
        ("My wife is called 王芳.", False),
        ("I’m 李雷", False),
        ("我在 Google 上班。", True),
        ("我现在住在Berlin", True),
        ("我用 Visual Studio Code 写 Python", True),
        ("我昨天去了 New York City", True),
        ("OK，我明白了", True),
        ("plain words", False),
        ("", False),
    ],
)
def test_a_text_is_read_in_the_language_that_it_is_mostly_made_of(
    text: str, *, chinese: bool
) -> None:
    assert is_chinese(text) is chinese


@given(st.text())
def test_only_a_text_with_a_chinese_character_is_chinese(text: str) -> None:
    assert has_han(text) or not is_chinese(text)


@pytest.mark.parametrize(
    ("text", "key", "about"),
    [
        ("I live in 上海.", "home_city", Category.PERSONAL),
        ("I live in 上海 (Shanghai).", "home_city", Category.PERSONAL),
        ("I live in Berlin（柏林）.", "home_city", Category.PERSONAL),
        ("I moved to 上海 last month.", "home_city", Category.ACTIVITY),
        ("My wife is called 王芳.", "partner", Category.PERSONAL),
        ("My wife is 王芳.", "partner", Category.PERSONAL),
        ("My wife is 医生.", None, Category.PERSONAL),
        ("I work at 华为.", "employer", Category.PROFESSIONAL),
        ("I work at 字节跳动.", "employer", Category.PROFESSIONAL),
        ("I love 火锅.", None, Category.PREFERENCE),
        ("My friend 李雷 lives in Leeds.", None, Category.PERSONAL),
        ("I study at 北京大学 in Beijing.", None, Category.PROFESSIONAL),
        ("我在 Google 上班。", "employer", Category.PROFESSIONAL),
        ("我现在住在Berlin", "home_city", Category.PERSONAL),
        ("我老婆叫 Mary Ann Smith", "partner", Category.PERSONAL),
    ],
)
def test_a_name_in_the_other_script_is_part_of_what_is_told(
    text: str, key: str | None, about: Category
) -> None:
    (fact,) = extracted(text)

    assert (fact.text, fact.fact_key, fact.category) == (text, key, about)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I met 李雷 yesterday.", "2026-07-14"),
        ("I moved to 上海 in April 2026.", "2026-04-01"),
        ("我昨天见了 Ann。", "2026-07-14"),
    ],
)
def test_a_day_is_told_beside_a_name_in_the_other_script(text: str, day: str) -> None:
    (fact,) = extracted(text)

    assert fact.valid_at is not None
    assert f"{fact.valid_at.date()}" == day


@pytest.mark.parametrize(
    "text", ["Do you like 火锅?", "How do I cook 火锅?", "Please write a poem about 上海."]
)
def test_a_question_or_a_request_with_a_chinese_name_in_it_states_nothing(text: str) -> None:
    assert extracted(text) == []
