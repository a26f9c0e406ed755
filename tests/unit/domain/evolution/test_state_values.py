"""What is said of a noun, and whether it is one of its values."""

import pytest

from mneme.domain.evolution.state_values import is_value


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("age", "30"),
        ("age", "thirty-two"),
        ("weight", "70 kg"),
        ("height", "5'11"),
        ("birthday", "May 4"),
        ("deadline", "next Friday"),
        ("email", "a@x.com"),
        ("phone number", "+47 22 33"),
        ("name", "Ana María"),
        ("favorite color", "blue"),
        ("favorite sport", "swimming"),
        ("city", "Oslo"),
        ("company", "Acme"),
        ("address", "5 elm street"),
        ("time zone", "UTC+1"),
        ("job title", "senior analyst"),
        ("体重", "七十公斤"),
        ("生日", "五月四号"),
        ("名字", "旺财"),
        ("最喜欢的颜色", "蓝色"),
    ],
)
def test_a_value_of_the_nouns_kind_is_one(noun: str, said: str) -> None:
    assert is_value(noun, said)


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("age", "a secret"),
        ("weight", "a problem"),
        ("Weight", "going up"),
        ("salary", "confidential"),
        ("birthday", "important to me"),
        ("deadline", "tight"),
        ("email", "full"),
        ("phone", "broken"),
        ("name", "on the list"),
        ("name", "hard to spell"),
        ("favorite color", "the one on the left"),
        ("favorite food", "on the table"),
        ("favorite color", "boring"),
        ("city", "very loud"),
        ("hometown", "beautiful"),
        ("company", "hiring"),
        ("address", "changing"),
        ("native language", "difficult to learn"),
        ("job title", "meaningless"),
        ("公司", "一家小公司"),
        ("体重", "个问题"),
        ("年龄", "秘密"),
        ("名字", "什么"),
        ("最喜欢的颜色", "左边那个"),
        ("地址", "错的"),
    ],
)
def test_what_tells_no_value_is_none(noun: str, said: str) -> None:
    assert not is_value(noun, said)
