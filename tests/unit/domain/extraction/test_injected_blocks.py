"""Nothing in an injected block of memories becomes a fact; what is said around it does."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.extraction.foreign_text import own_text
from mneme.domain.scope import Level, Scope
from tests.unit.domain.extraction.injected_blocks import BULLETS, FORMS, MARKS, MEMORIES

NOW = datetime(2026, 3, 1, tzinfo=UTC)
OWN = ("I keep two cats.", "My sister is a nurse.", "我在医院上班。", "我每天跑步。")
CHATTER = ("Any ideas for dinner?", "Plan my weekend", "hi!", "晚饭吃什么好？", "谢谢！")


def facts(content: str) -> list[str]:
    scope = Scope(Level.SESSION, "app", "s1")
    said = Message("m1", Role.USER, content)
    return [fact.text for fact in extract_facts(Conversation(scope, (said,), NOW))]


def block(form: str, memories: list[str], bullet: str) -> str:
    parting = '", "' if '"{items}"' in form else "\n"
    return form.replace("{items}", parting.join(f"{bullet}{memory}" for memory in memories))


BLOCKS = st.builds(
    block,
    st.sampled_from(sorted(FORMS.values())),
    st.lists(st.sampled_from(MEMORIES), min_size=1, max_size=3),
    st.sampled_from(BULLETS),
)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_only_what_stands_around_a_block_is_the_speakers_own(form: str) -> None:
    injected = block(form, list(MEMORIES), "- ")

    own = own_text(f"before\n{injected}\nafter")

    assert own.split() == ["before", "after"] or own.split() == [
        "before",
        "```json",
        "```",
        "after",
    ]


@given(
    st.sampled_from(OWN + CHATTER), BLOCKS, st.sampled_from(("\n", "\n\n")), st.sampled_from(OWN)
)
def test_no_injected_memory_becomes_a_fact_and_what_is_told_beside_it_does(
    before: str, injected: str, gap: str, after: str
) -> None:
    found = facts(f"{before}{gap}{injected}\n{after}")

    assert not any(mark in fact for fact in found for mark in MARKS)
    assert after in " ".join(found)
    assert before in CHATTER or before in " ".join(found)


@given(BLOCKS, BLOCKS, st.sampled_from(CHATTER))
def test_a_turn_of_blocks_and_small_talk_teaches_nothing(one: str, other: str, talk: str) -> None:
    assert facts(f"{one}\n{talk}\n{other}\n{talk}") == []


@pytest.mark.parametrize(
    "text",
    [
        "About me: I am a nurse from Cork.",
        "What you know about me is wrong, I live in Cork.",
        "My preferences: I never eat meat.",
        "I have [two] cats and {three} dogs.",
        "My memory of that is bad: I was five.",
        "我的情况：我在医院上班。",
    ],
)
def test_headings_of_ones_own_words_cut_nothing(text: str) -> None:
    assert own_text(text) == text
