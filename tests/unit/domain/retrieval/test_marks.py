import pytest

from mneme.domain.retrieval.marks import Asked, asked_of, is_unspaced, marks_of
from mneme.domain.retrieval.unit_context import Mark


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("How are you?", {Mark.QUESTION}),
        ('"Really?"', {Mark.QUESTION}),
        ("How? I see.", set()),
        ("I have three cats.", {Mark.NUMBER}),
        ("I met Melanie.", {Mark.NAME}),
        ("Melanie came.", set()),
        ("We left yesterday.", {Mark.TIME}),
        ("你喜欢喝茶吗？", {Mark.QUESTION, Mark.UNSPACED}),
        ("昨天买了三个苹果", {Mark.TIME, Mark.NUMBER, Mark.UNSPACED}),
        ("", set()),
    ],
)
def test_marks_tell_how_a_text_is_said(text: str, marks: set[Mark]) -> None:
    assert marks_of(text) == marks


def test_a_question_anywhere_in_the_message_before_makes_an_answer() -> None:
    assert Mark.AFTER_QUESTION in marks_of("Oslo.", "Where do you live? I forgot.")
    assert Mark.AFTER_QUESTION not in marks_of("Oslo.", "I live in Oslo.")
    assert Mark.AFTER_QUESTION not in marks_of("Oslo.")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When did Ann move?", {Asked.WHEN}),
        ("What year was it?", {Asked.WHEN}),
        ("How many cats does she have?", {Asked.COUNT}),
        ("Who is Kofi?", {Asked.NAME}),
        ("Where and when do they meet?", {Asked.NAME, Asked.WHEN}),
        ("What does he drink?", set()),
        ("他什么时候搬家的", {Asked.WHEN}),
        ("他有几个孩子", {Asked.COUNT}),
    ],
)
def test_a_question_tells_what_kind_of_answer_it_wants(question: str, asked: set[Asked]) -> None:
    assert asked_of(question) == asked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他喝什么", True),
        ("帮我在 Kindle 上买一本书", True),
        ("my cat is called 年糕", False),
        ("What does he drink?", False),
        ("42", False),
    ],
)
def test_a_text_is_unspaced_if_such_characters_carry_it(text: str, *, expected: bool) -> None:
    assert is_unspaced(text) is expected
