"""What people say to put something right, or together with somebody, is read as what it tells."""

from datetime import UTC, datetime

import pytest

from mneme.domain.extraction.fact_slots import fact_key
from tests.unit.domain.extraction.test_extraction import extracted, message, texts

OPENINGS = ("No wait, ", "No, wait, ", "Oops, ", "Sorry, I meant, ", "Scratch that, ", "Hold on, ")
CHINESE_OPENINGS = (
    "不对，",
    "不对不对，",
    "等等，",
    "等一下，",
    "说错了，",
    "我打错了，",
    "口误，",
)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(
    ("told", "slot"),
    [
        ("I live in Bergen.", "home_city"),
        ("I work at Acme Corp.", "employer"),
        ("my name is Rana", "name"),
    ],
)
def test_a_value_that_is_put_right_fills_its_slot(opening: str, told: str, slot: str) -> None:
    assert fact_key(opening + told, None) == slot


@pytest.mark.parametrize("opening", CHINESE_OPENINGS)
@pytest.mark.parametrize(("told", "slot"), [("我住在上海", "home_city"), ("我叫李明", "name")])
def test_so_it_does_in_chinese(opening: str, told: str, slot: str) -> None:
    assert fact_key(opening + told, None) == slot


@pytest.mark.parametrize(
    "sentence",
    [
        "My name isn't John, it's Jon",
        "My name is not John but Jon.",
        "My name is actually Jon",
        "I changed my name to Rana Smith",
        "我叫小明",
        "我改名叫王磊了",
        "我现在改名为李小红",
    ],
)
def test_another_name_takes_the_place_of_the_first(sentence: str) -> None:
    assert fact_key(sentence, None) == "name"


@pytest.mark.parametrize("sentence", ["我叫阿姨来", "我叫小孩吃饭", "我叫小张来帮忙"])
def test_who_calls_somebody_tells_no_name(sentence: str) -> None:
    assert fact_key(sentence, None) is None


@pytest.mark.parametrize("sentence", ["我生日是3月12号", "我的生日是十月一号", "生日在12月25日"])
def test_a_birthday_ahead_is_one_already(sentence: str) -> None:
    assert fact_key(sentence, None) == "birthday"


@pytest.mark.parametrize("denial", ["not", "no longer"])
@pytest.mark.parametrize(
    "ending", ["", " anymore", " any more", " any longer", " at all", " now", " either", " too"]
)
def test_what_is_said_behind_an_allergen_is_no_part_of_it(denial: str, ending: str) -> None:
    key = fact_key(f"I'm {denial} allergic to peanuts{ending}", None)

    assert key in {"allergy#peanuts", None}
    assert key is not None or ending in {" either", " too"}
    assert fact_key("I'm allergic to tree nuts", None) == "allergy#tree nuts"


@pytest.mark.parametrize(
    "sentence",
    [
        "My wife and I divorced last month",
        "Last month my wife and I split up",
        "My brother Tom and I run a bakery",
        "My older sister and I own a flat in Rome",
        "My dog and I hike every weekend",
    ],
)
def test_what_two_do_together_is_one_statement(sentence: str) -> None:
    assert texts(message(sentence)) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "My sister Anna is getting married on June 14th",
        "We are getting divorced on June 14th",
        "My flat is being renovated on June 14th",
    ],
)
def test_what_is_still_to_be_done_to_somebody_has_not_happened_last_year(sentence: str) -> None:
    [fact] = extracted(message(sentence, time=datetime(2026, 3, 1, tzinfo=UTC)))

    assert fact.valid_at is None or fact.valid_at.year == 2026


def test_what_was_done_has() -> None:
    told = message("I got married on June 14th", time=datetime(2026, 3, 1, tzinfo=UTC))

    [fact] = extracted(told)

    assert fact.valid_at == datetime(2025, 6, 14, tzinfo=UTC)
