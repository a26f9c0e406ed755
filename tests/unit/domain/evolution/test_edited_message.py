"""What an edit takes back, told by words alone: a model tells a message in words of its own."""

import pytest

from mneme.domain.evolution.decisions import Proposal, Reason
from mneme.domain.evolution.edited_message import EditedMessage, in_place_of, is_taken_back
from mneme.domain.memory import Source
from mneme.domain.task import Decision
from tests.unit.domain.evolution.evolution_builders import NOW, STEM


def edited(before: str, after: str) -> EditedMessage:
    """Return a message of which the one sentence was edited, its words kept."""
    return EditedMessage(Source("s-1", "m1"), "turn", NOW, ("t_1",), frozenset(), (before,), after)


def taken_back(before: str, after: str, said: str) -> bool:
    return is_taken_back(edited(before, after), said, str, STEM)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "We adopted a cat, Tom, in May.",
            "We adopted a dog, Rex.",
            "User adopted a cat named Tom",
        ),
        ("I'm allergic to nuts.", "I'm allergic to eggs.", "The user has an allergy to nuts"),
        ("I like cats.", "I do not like cats.", "I like cats."),
        ("I have two kids.", "I have three kids.", "I have two kids"),
        ("Ann called me.", "Hello.", "Ann called me"),
        ("我上周收养了一只猫。", "我上周收养了一只狗。", "用户收养了一只猫"),
    ],
)
def test_what_a_removed_sentence_said_is_taken_back(before: str, after: str, said: str) -> None:
    assert taken_back(before, after, said)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("I adopted a cat named Tom.", "Hello, I adopted a cat named Tom!", "I adopted a cat"),
        (
            "I adopted a cat named Tom.",
            "Tom is the name of a cat I adopted.",
            "I adopted a cat named Tom",
        ),
        ("I'm a baker in Oslo.", "I'm a teacher in Oslo.", "User lives with a friend called Eva"),
        ("I like tea.", "I like coffee.", "User works as an engineer at Google"),
        ("我喜欢喝茶。", "我喜欢喝咖啡。", "用户在腾讯上班"),
    ],
)
def test_what_is_said_still_or_was_never_said_by_it_stays(
    before: str, after: str, said: str
) -> None:
    assert not taken_back(before, after, said)


def test_a_name_that_goes_on_is_another_name() -> None:
    assert taken_back("My cat is Tom.", "My cat is Tommy.", "My cat is Tom.")


@pytest.mark.parametrize(
    ("proposal", "becomes"),
    [
        (Proposal(Decision.MERGE, ("gone",), "cheese and chicken"), Decision.UPDATE),
        (Proposal(Decision.ADD, ("gone",), reason=Reason.IN_DOUBT), Decision.UPDATE),
        (Proposal(Decision.UPDATE, ("gone",), "both"), Decision.UPDATE),
        (Proposal(Decision.MERGE, ("other",), "both"), Decision.MERGE),
        (Proposal(Decision.SKIP, ("gone",)), Decision.SKIP),
        (Proposal(Decision.ADD), Decision.ADD),
    ],
)
def test_a_fact_replaces_what_its_message_has_taken_back(
    proposal: Proposal, becomes: Decision
) -> None:
    changed = in_place_of(proposal, frozenset({"gone"}))

    assert changed.decision is becomes
    assert changed.text is None or "gone" not in changed.targets
