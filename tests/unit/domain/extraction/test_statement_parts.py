import pytest

from mneme.domain.extraction.statement_parts import stated_parts
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight


def parts(sentence: str, setting: Setting | None = None) -> list[str]:
    found = stated_parts(sentence, setting or Setting())
    return [sentence[first:last] for (first, last), _ in found]


@pytest.mark.parametrize(
    ("sentence", "alone"),
    [
        ("I live in Leeds and I work at Acme.", ["I live in Leeds", "I work at Acme."]),
        ("I paint, and now I teach yoga.", ["I paint", "now I teach yoga."]),
        ("我住在成都，我是一名教师", ["我住在成都", "我是一名教师"]),
    ],
)
def test_statements_that_each_name_their_subject_are_parted(
    sentence: str, alone: list[str]
) -> None:
    assert parts(sentence) == alone


@pytest.mark.parametrize(
    "sentence",
    [
        "I am a vegetarian but I do eat fish.",
        "I keep bees, and I love them.",
        "I moved to Leeds because I work there.",
        "I live in Leeds and work at Acme.",
        "我住在成都，做前端",
    ],
)
def test_what_leans_on_the_statement_before_it_stays_with_it(sentence: str) -> None:
    assert parts(sentence) == [sentence]


def test_what_states_nothing_is_one_part_that_weighs_nothing() -> None:
    sentence = "I see, and I agree."

    assert stated_parts(sentence, Setting()) == [((0, len(sentence)), Weight.NOTHING)]


def test_among_people_a_sentence_is_never_parted() -> None:
    sentence = "I live in Leeds and I work at Acme."

    assert parts(sentence, Setting(among_people=True)) == [sentence]
