import pytest

from mneme.domain.dates.number_words import chinese_number, english_number, english_ordinal


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("12", 12),
        ("a", 1),
        ("seven", 7),
        ("nineteen", 19),
        ("twenty-five", 25),
        ("ninety nine", 99),
    ],
)
def test_english_numbers_are_read_from_words_and_digits(words: str, number: int) -> None:
    assert english_number(words) == number


@pytest.mark.parametrize(
    ("words", "number"),
    [("first", 1), ("twelfth", 12), ("twentieth", 20), ("twenty-first", 21), ("thirty first", 31)],
)
def test_english_ordinals_are_read_from_words(words: str, number: int) -> None:
    assert english_ordinal(words) == number


@pytest.mark.parametrize(
    ("marks", "number"),
    [
        ("7", 7),
        ("两", 2),
        ("十", 10),
        ("十五", 15),
        ("二十", 20),
        ("三十一", 31),
        ("一百零五", 105),
        ("一百二十", 120),
        ("三千", 3000),
        ("二〇二六", 2026),
        ("二零一九", 2019),
    ],
)
def test_chinese_numerals_are_read_by_place_or_digit_by_digit(marks: str, number: int) -> None:
    assert chinese_number(marks) == number


@pytest.mark.parametrize(
    ("read", "words"), [(english_number, "many"), (english_ordinal, "last"), (chinese_number, "几")]
)
def test_words_that_are_no_number_are_refused(read: object, words: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        read(words)
