"""Chinese is compared in simplified characters, and kept as it was written."""

import pytest

from mneme.domain.simplified_text import respelt, simplified
from mneme.domain.traditional_characters import SIMPLIFIED, TRADITIONAL


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("我住在臺北", "我住在台北"),
        ("我對花生過敏", "我对花生过敏"),
        ("請記住：我最喜歡的顏色是藍色", "请记住：我最喜欢的颜色是蓝色"),
        ("住在杭州", "住在杭州"),
        ("Lives in Oslo 東京 ab", "Lives in Oslo 东京 ab"),
        ("", ""),
    ],
)
def test_a_text_keeps_its_length_in_simplified_characters(written: str, plain: str) -> None:
    assert simplified(written) == plain
    assert len(plain) == len(written)


def test_every_character_is_listed_once_and_none_is_changed_twice() -> None:
    assert len(TRADITIONAL) == len(SIMPLIFIED) == len(set(TRADITIONAL))
    assert set(TRADITIONAL).isdisjoint(SIMPLIFIED)


def spelt(said: str, written: str, start: int = 0) -> tuple[str, int]:
    return respelt(said, simplified(written), written, start)


def test_what_was_said_is_found_again_as_it_was_written_in_order() -> None:
    written = "我愛台灣。我爱台湾。"
    first, end = spelt("我爱台湾。", written)
    second, _ = spelt("我爱台湾。", written, end)

    assert (first, second) == ("我愛台灣。", "我爱台湾。")


def test_parts_that_were_joined_are_found_again() -> None:
    assert spelt("我住台湾 很热", "我住台灣<b></b>很熱") == ("我住台灣 很熱", 13)


def test_what_was_not_written_stays_as_it_is() -> None:
    assert spelt("别的", "我住臺灣") == ("别的", 0)
