"""Made-up text is varied, and the same on every machine."""

from bench.made_text import paragraph, question, statement


def test_no_two_statements_are_equal() -> None:
    assert len({statement(number) for number in range(5000)}) == 5000


def test_a_number_always_gives_the_same_statement() -> None:
    assert statement(7) == statement(7)


def test_a_question_asks_in_the_words_of_its_statement() -> None:
    asked = question(7).removeprefix("Where was it that ").removesuffix("?")

    assert statement(7).startswith(asked)


def test_a_paragraph_has_the_size_that_was_asked_for() -> None:
    assert 512 <= len(paragraph(3, 512).encode()) < 700
