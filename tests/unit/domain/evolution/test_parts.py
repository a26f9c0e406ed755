"""What is left of a text once some of the statements that it was made of are taken back."""

import pytest

from mneme.domain.evolution.parts import (
    MOST_PARTS,
    parts_of,
    sources_of,
    told_together,
    what_is_left,
)
from mneme.domain.memory import Ownership, Part, Revision, Source
from tests.doubles.made import NOW, a_fact
from tests.unit.domain.evolution.evolution_builders import STEM

ONE, TWO, THREE = (Source("s", name) for name in ("m1", "m2", "m3"))
CAT, TOM = "I have a cat.", "I have a cat named Tom."
HAM, CORN = "I like ham pizza", "I like corn pizza"


def revision(content: str, *sources: Source, parts: tuple[Part, ...] = ()) -> Revision:
    return Revision("m", 1, content, Ownership.USER, sources, NOW, NOW, parts=parts)


def left(content: str, before: tuple[str, ...], kept: tuple[str, ...]) -> str:
    parts = [Part(text, (ONE,)) for text in before]
    return what_is_left(content, parts, [part for part in parts if part.text in kept], STEM)


def test_what_was_told_in_its_own_words_only_is_one_part() -> None:
    assert parts_of(revision(CAT, ONE, TWO)) == (Part(CAT, (ONE, TWO)),)


def test_a_source_of_which_it_is_unknown_what_it_told_has_told_all() -> None:
    parts = (Part(CAT, (ONE,)), Part(TOM, (TWO,)))

    found = parts_of(revision(TOM, ONE, TWO, THREE, parts=parts))

    assert found == (Part(CAT, (ONE, THREE)), Part(TOM, (TWO, THREE)))
    assert sources_of(found[:1], revision(TOM, TWO, ONE)) == (ONE,)


def test_a_source_that_the_revision_has_lost_tells_nothing() -> None:
    parts = (Part(CAT, (ONE,)), Part(TOM, (TWO,)))

    assert parts_of(revision(TOM, TWO, parts=parts)) == (Part(CAT, ()), Part(TOM, (TWO,)))


@pytest.mark.parametrize("again", [CAT, "i have a cat", "I have a cat!"])
def test_the_same_words_make_no_further_part(again: str) -> None:
    assert told_together([Part(CAT, (ONE,))], a_fact(again, sources=(TWO,)), CAT) == ()


def test_other_words_are_kept_with_who_told_them() -> None:
    found = told_together([Part(CAT, (ONE,))], a_fact(TOM, sources=(TWO,)), TOM)

    assert found == (Part(CAT, (ONE,)), Part(TOM, (TWO,)))
    again = told_together(found, a_fact(CAT, sources=(THREE,)), TOM)
    assert again == (Part(CAT, (ONE, THREE)), Part(TOM, (TWO,)))


def test_of_very_many_none_is_kept_apart() -> None:
    many = [Part(f"I like dish {number}.", (ONE,)) for number in range(MOST_PARTS)]

    assert len(told_together(many[:-1], a_fact("I like tea."), "x")) == MOST_PARTS
    assert told_together(many, a_fact("I like tea."), "x") == ()


@pytest.mark.parametrize(
    ("content", "before", "kept", "says"),
    [
        (TOM, (CAT, TOM), (CAT,), CAT),
        (TOM, (CAT, TOM), (TOM,), TOM),
        ("I like ham and corn pizza", (HAM, CORN), (CORN,), CORN),
        ("all of it", ("I ski.", "I run", "I swim."), ("I run", "I swim."), "I run. I swim."),
        (
            "都有",
            ("我会滑雪", "我每天跑步", "我养猫"),
            ("我每天跑步", "我养猫"),
            "我每天跑步。我养猫",
        ),
    ],
)
def test_what_is_left_is_one_sentence_or_one_behind_the_other(
    content: str, before: tuple[str, ...], kept: tuple[str, ...], says: str
) -> None:
    assert left(content, before, kept) == says
