"""What ends with a sentence: the very value that it names, and no other."""

import pytest

from mneme.domain.extraction.slot_endings import Ending, endings


@pytest.mark.parametrize(
    ("sentence", "slot", "value"),
    [
        ("I quit my job at Google.", "employer", "Google"),
        ("I left Google last month", "employer", "Google"),
        ("Last month I resigned from Harrow & Pike", "employer", "Harrow & Pike"),
        ("I no longer work at Google", "employer", "Google"),
        ("I don't work at Google anymore.", "employer", "Google"),
        ("I got laid off from Google", "employer", "Google"),
        ("I moved out of Rome.", "home_city", "Rome"),
        ("I don't live in Rome anymore", "home_city", "Rome"),
        ("I broke up with Maria.", "partner", "Maria"),
        ("我从腾讯离职了", "employer", "腾讯"),
        ("我上个月从腾讯离职了", "employer", "腾讯"),
        ("我离开腾讯了", "employer", "腾讯"),
        ("我不在腾讯上班了", "employer", "腾讯"),
        ("我已经不在启明科技了，年后就走了", "employer", "启明科技"),
        ("我被腾讯裁了", "employer", "腾讯"),
        ("我離開騰訊了", "employer", "腾讯"),
        ("我不住深圳了", "home_city", "深圳"),
        ("我从深圳搬走了", "home_city", "深圳"),
        ("我和小芳分手了", "partner", "小芳"),
    ],
)
def test_a_sentence_names_what_ends_with_it(sentence: str, slot: str, value: str) -> None:
    assert Ending((slot,), value) in endings(sentence, None)


@pytest.mark.parametrize(
    "sentence",
    [
        "I left home.",
        "I left the party early.",
        "I left Rome out of my plans.",
        "I work at Google.",
        "She left Google and I stayed.",
        "我离开了",
        "我在腾讯上班",
    ],
)
def test_what_names_nothing_that_ends_ends_nothing(sentence: str) -> None:
    assert endings(sentence, None) == ()


def test_what_somebody_else_left_ends_in_their_slot() -> None:
    assert endings("Rana left Google.", "Teo")[0] == Ending(("employer", "rana"), "Google")
    assert endings("I left Google.", "Teo")[0] == Ending(("employer", "teo"), "Google")


def test_a_value_is_told_by_its_whole_name() -> None:
    apple = Ending(("employer",), "Apple")
    assert apple.is_told_in("I work at Apple.")
    assert not apple.is_told_in("I work at Apple Bank.")
    assert not apple.is_told_in("I work at Pineapple.")
    assert Ending(("employer",), "腾讯").is_told_in("我在騰訊上班")
