"""A conversation in portions: every message once, each portion with what went before."""

from mneme.adapters.extraction_windows import (
    WINDOW_BYTES,
    WINDOWS,
    Window,
    windows,
)
from mneme.domain.conversation import Conversation, Role
from tests.doubles.made import a_message, said

CONTEXT_MESSAGES = 10
BOTH = frozenset({Role.USER, Role.ASSISTANT})
USER = frozenset({Role.USER})


def of(conversation: Conversation, *context: str, sides: frozenset[Role] = BOTH) -> list[Window]:
    earlier = tuple(a_message(text, f"e{n}") for n, text in enumerate(context))
    return list(windows(conversation, earlier, sides, CONTEXT_MESSAGES))


def numbers(found: list[Window]) -> list[list[int]]:
    return [[each.number for each in window.messages] for window in found]


def test_a_short_conversation_is_shown_at_once() -> None:
    found = of(said("I live in Oslo.", "I drink tea."), "Hello!")

    assert numbers(found) == [[1, 2]]
    assert [own for _, own in found[0].earlier] == ["Hello!"]


def test_only_the_wanted_sides_are_shown_neither_before_nor_now() -> None:
    messages = (
        a_message("Be brief.", "m1", Role.SYSTEM),
        a_message("I live in Oslo.", "m2"),
        a_message("How nice!", "m3", Role.ASSISTANT),
        a_message("{}", "m4", Role.TOOL),
    )
    before = (a_message("Hi!", "e1", Role.ASSISTANT), a_message("x", "e2", Role.SYSTEM))

    (window,) = windows(said(messages=messages), before, USER, CONTEXT_MESSAGES)

    assert ([each.number for each in window.messages], window.earlier) == ([2], ())


def test_a_message_without_words_of_its_speaker_is_not_shown() -> None:
    recalled = "<memories>I live in Rome.</memories>"

    found = of(said(recalled, f"I drink tea. {recalled}"), recalled)

    (window,) = found
    assert [each.own_text for each in window.messages] == ["I drink tea."]
    assert window.earlier == ()


def test_a_conversation_of_nothing_is_shown_to_nobody() -> None:
    assert of(said(messages=(a_message("Be brief.", role=Role.SYSTEM),))) == []


def test_a_long_conversation_comes_in_portions_that_follow_on_each_other() -> None:
    texts = [f"{n} " + "x" * (WINDOW_BYTES // 4) for n in range(7)]

    found = of(said(*texts))

    assert numbers(found) == [[1, 2, 3], [4, 5, 6], [7]]
    assert [message.message_id for message, _ in found[1].earlier] == ["m1", "m2", "m3"]


def test_a_portion_is_shown_at_most_ten_earlier_messages() -> None:
    texts = [f"{n} " + "x" * (WINDOW_BYTES // 12) for n in range(24)]

    found = of(said(*texts), *(f"before {n}" for n in range(30)))

    assert [len(window.earlier) for window in found] == [CONTEXT_MESSAGES] * len(found)
    assert found[0].earlier[-1][1] == "before 29"
    assert found[1].earlier[-1][0].message_id == "m11"


def test_the_largest_conversation_takes_a_bounded_number_of_portions() -> None:
    texts = [f"{n} " + "x" * (WINDOW_BYTES - 5) for n in range(64)]

    found = of(said(*texts))

    assert len(found) <= 2 * WINDOWS
    assert [number for portion in numbers(found) for number in portion] == list(range(1, 65))


def test_of_a_long_earlier_message_its_end_is_shown() -> None:
    found = of(said("I drink tea."), "x" * 10_000 + " the end")

    assert len(found[0].earlier[0][1]) == 4_096
    assert found[0].earlier[0][1].endswith("the end")
