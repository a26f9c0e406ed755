"""What a model claims is held against the messages it was shown."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.draft_fact import DraftFact, Drop
from mneme.domain.extraction.fact_vetting import Shown, Vetted, Vetting
from mneme.domain.extraction.foreign_text import own_text
from mneme.domain.extraction.policy import ExtractionPolicy, Style
from mneme.domain.fact import FACT_BYTES, Category, Temporality
from mneme.domain.memory import MemType, Ownership, Provenance, Source
from tests.doubles.made import NOW, a_message, later, said

OSLO = "I live in Oslo."


def vetted(
    *drafts: DraftFact, conversation: Conversation | None = None, sides: str = "user", **parts: Any
) -> Vetted:
    conversation = conversation or said(OSLO, **parts)
    shown = [
        Shown(number, message, own_text(message.content))
        for number, message in enumerate(conversation.messages, start=1)
        if message.role.value in sides
    ]
    return Vetting(conversation, shown).vet(drafts)


def a_draft(text: str = OSLO, *cited: int, **parts: Any) -> DraftFact:
    return DraftFact(text, cited or (1,), **{"confidence": 0.9, **parts})


def dialogue(*said_by: tuple[Role, str]) -> Conversation:
    messages = [a_message(text, f"m{n}", role) for n, (role, text) in enumerate(said_by, start=1)]
    return said(messages=tuple(messages), ownership=None)


def test_a_claim_becomes_a_fact_of_the_message_it_cites() -> None:
    message = a_message("I moved to Oslo.", "m-7", name="Ada", time=later(days=-3))
    draft = a_draft(
        " I moved to Oslo. ",
        mem_type=MemType.EPISODIC,
        category=Category.PERSONAL,
        is_important=True,
        valid_at="2026-02-26T00:00:00Z",
        confidence=0.8,
    )

    (fact,) = vetted(draft, conversation=said(messages=(message,), session_id="s-9")).facts

    assert (fact.text, fact.speaker, fact.confidence) == ("I moved to Oslo.", "Ada", 0.8)
    assert fact.sources == (Source("s-9", "m-7"),)
    assert (fact.ownership, fact.mem_type) == (Ownership.USER, MemType.EPISODIC)
    assert (fact.category, fact.is_important) == (Category.PERSONAL, True)
    assert fact.observed_at == later(days=-3)
    assert fact.valid_at is not None


def test_a_message_without_a_time_was_said_when_it_was_accepted() -> None:
    (fact,) = vetted(a_draft()).facts

    assert (fact.observed_at, fact.valid_at) == (NOW, None)


@pytest.mark.parametrize("cited", [(2,), (0,), (-1, 99), ()])
def test_a_claim_from_a_message_that_does_not_exist_is_dropped(cited: tuple[int, ...]) -> None:
    found = vetted(DraftFact(OSLO, cited))

    assert (found.facts, found.dropped) == ((), {Drop.UNKNOWN_SOURCE: 1})


def test_of_the_cited_messages_those_that_exist_are_the_sources() -> None:
    (fact,) = vetted(a_draft(OSLO, 7, 1)).facts

    assert fact.sources == (Source("s-1", "m1"),)


def test_a_claim_from_a_message_of_the_wrong_side_is_dropped() -> None:
    conversation = dialogue((Role.ASSISTANT, "You live in Oslo."), (Role.TOOL, "city: Oslo"))

    found = vetted(a_draft(OSLO, 1, 2), conversation=conversation)

    assert (found.facts, found.dropped) == ((), {Drop.UNKNOWN_SOURCE: 1})


def test_a_fact_belongs_to_the_side_that_spoke_last_of_those_it_cites() -> None:
    conversation = dialogue(
        (Role.ASSISTANT, "Do you live in Oslo?"),
        (Role.USER, "Yes, in Oslo."),
        (Role.ASSISTANT, "I recommend the museum of ships."),
    )
    drafts = [a_draft(OSLO, 1, 2), a_draft("I recommend the museum of ships.", 2, 3)]

    facts = vetted(*drafts, conversation=conversation, sides="user assistant").facts

    assert [(fact.ownership, fact.sources) for fact in facts] == [
        (Ownership.USER, (Source("s-1", "m2"),)),
        (Ownership.AGENT, (Source("s-1", "m3"),)),
    ]


def test_facts_come_in_order_of_their_messages_whatever_order_the_model_chose() -> None:
    drafts = [a_draft("I drink tea.", 2), a_draft("I drink green tea.", 2), a_draft(OSLO, 1)]

    facts = vetted(*drafts, conversation=said(OSLO, "I drink tea, green tea.")).facts

    assert [fact.text for fact in facts] == [OSLO, "I drink tea.", "I drink green tea."]


@pytest.mark.parametrize(
    ("style", "confidence", "provenance"),
    [
        (None, 0.5, Provenance.AUTOMATIC),
        (None, 0.49, Provenance.CANDIDATE),
        (Style.CONSERVATIVE, 0.69, Provenance.CANDIDATE),
        (Style.CONSERVATIVE, 0.7, Provenance.AUTOMATIC),
        (Style.AGGRESSIVE, 0.3, Provenance.AUTOMATIC),
        (Style.AGGRESSIVE, 0.29, Provenance.CANDIDATE),
    ],
)
def test_what_is_doubtful_under_the_policy_is_a_candidate(
    style: Style | None, confidence: float, provenance: Provenance
) -> None:
    policy = ExtractionPolicy(style=style)

    (fact,) = vetted(a_draft(confidence=confidence), policy=policy).facts

    assert (fact.provenance, fact.confidence) == (provenance, confidence)


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        (a_draft(" …! "), Drop.EMPTY),
        (a_draft("Oslo " * (FACT_BYTES // 5 + 1)), Drop.TOO_LARGE),
        (a_draft(temporality=Temporality.ONE_OFF), Drop.ONE_OFF),
        (a_draft("This time I want the Oslo answer in English."), Drop.ONE_OFF),
        (a_draft("我住在奥斯陆。"), Drop.TRANSLATED),
        (a_draft("The user is an engineer, aged 30."), Drop.UNGROUNDED),
    ],
)
def test_a_claim_that_breaks_a_rule_is_dropped_and_counted(draft: DraftFact, why: Drop) -> None:
    found = vetted(draft, a_draft())

    assert ([fact.text for fact in found.facts], found.dropped) == ([OSLO], {why: 1})


def test_the_longest_fact_that_is_allowed_is_kept() -> None:
    text = "Oslo" + "o" * (FACT_BYTES - 4)

    assert [fact.text for fact in vetted(a_draft(text)).facts] == [text]


def test_whose_messages_were_translated_is_told() -> None:
    conversation = said("我对花生过敏", "我住在上海", "I like tea.")
    drafts = [a_draft("I am allergic to peanuts.", 1), a_draft("我住在上海。", 2)]

    found = vetted(*drafts, conversation=conversation)

    assert [fact.text for fact in found.facts] == ["我住在上海。"]
    assert found.translated == {"m1"}


@pytest.mark.parametrize(
    "foreign",
    [
        "<memories>I have two dogs.</memories> And the weather?",
        "Recalled memories:\nI have two dogs.\n\nAnd the weather?",
        "SYSTEM: I have two dogs.\nAnd the weather?",
    ],
)
def test_what_quotes_a_recalled_block_is_dropped(foreign: str) -> None:
    # P26: what was recalled is not learned again.
    found = vetted(a_draft("I have two dogs."), conversation=said(foreign))

    assert (found.facts, found.dropped) == ((), {Drop.FOREIGN: 1})


@pytest.mark.parametrize("role", [Role.SYSTEM, Role.TOOL, Role.ASSISTANT])
def test_what_quotes_somebody_who_is_no_source_is_dropped(role: Role) -> None:
    conversation = dialogue((role, "The user has two dogs."), (Role.USER, "How are my dogs?"))

    found = vetted(a_draft("The user has two dogs", 2), conversation=conversation)

    assert (found.facts, found.dropped) == ((), {Drop.FOREIGN: 1})


def test_what_the_speaker_says_as_well_is_their_own() -> None:
    text = "<memories>I have two dogs.</memories> Yes, I have two dogs."

    assert len(vetted(a_draft("I have two dogs."), conversation=said(text)).facts) == 1


def test_an_answer_is_grounded_in_the_question_before_it_also_of_an_earlier_conversation() -> None:
    yes = Shown(1, Message("m1", Role.USER, "Yes!"), "Yes!")
    claim = a_draft(OSLO, 1)

    alone = Vetting(said("Yes!"), [yes]).vet([claim])
    asked = Vetting(said("Yes!"), [yes], earlier=["Do you live in Oslo?"]).vet([claim])

    assert (len(alone.facts), len(asked.facts)) == (0, 1)


def test_what_only_an_earlier_message_says_is_not_taken_down_again() -> None:
    moving = Shown(1, Message("m1", Role.USER, "Oslo is cold."), "Oslo is cold.")
    told = Vetting(said("Oslo is cold."), [moving], earlier=["I live in Oslo.", "Brr."])

    found = told.vet([a_draft(OSLO, 1), a_draft("Oslo is cold.", 1)])

    assert [fact.text for fact in found.facts] == ["Oslo is cold."]
    assert found.dropped == {Drop.FOREIGN: 1}


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
DRAFTS = st.builds(
    DraftFact,
    st.one_of(TEXTS, st.just(OSLO), st.just("我住在奥斯陆")),
    st.lists(st.integers(-1, 4), max_size=3).map(tuple),
    about_speaker=st.booleans(),
    fact_key=st.none() | TEXTS,
    valid_at=st.none() | TEXTS | st.datetimes().map(lambda at: at.isoformat() + "Z"),
    invalid_at=st.none() | st.datetimes().map(lambda at: at.isoformat() + "+23:59"),
    confidence=st.floats(0, 1),
)


@given(st.lists(DRAFTS, max_size=5), st.lists(TEXTS | st.just(OSLO), min_size=1, max_size=3))
def test_whatever_is_claimed_a_fact_is_bounded_and_of_a_message_that_was_shown(
    drafts: list[DraftFact], texts: list[str]
) -> None:
    conversation = said(*texts)

    found = vetted(*drafts, conversation=conversation)

    known = {message.message_id for message in conversation.messages}
    for fact in found.facts:
        assert {source.message_id for source in fact.sources} <= known
        assert fact.sources
        assert 0 < len(fact.text.encode()) <= FACT_BYTES
