from datetime import UTC, datetime, timedelta, timezone

import pytest

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.extraction.told_statements import FACT_LENGTH
from mneme.domain.fact import Category, Fact
from mneme.domain.memory import MemType, Ownership, Provenance, Source
from mneme.domain.scope import Level, Scope

ACCEPTED = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def message(
    content: str,
    role: Role = Role.USER,
    name: str | None = None,
    time: datetime | None = None,
    message_id: str = "m1",
) -> Message:
    return Message(message_id, role, content, name, time)


def extracted(*messages: Message, ownership: Ownership | None = None) -> tuple[Fact, ...]:
    scope = Scope(Level.SESSION, "app", "s1")
    return extract_facts(Conversation(scope, messages, ACCEPTED, ownership))


def texts(*messages: Message, ownership: Ownership | None = None) -> list[str]:
    return [fact.text for fact in extracted(*messages, ownership=ownership)]


def test_a_statement_becomes_a_fact_with_its_source_and_time() -> None:
    said_at = datetime(2023, 5, 24, 8, 0, tzinfo=timezone(timedelta(hours=2)))

    (fact,) = extracted(message("I flew to Oslo last week.", name="Rana", time=said_at))

    assert fact == Fact(
        text="I flew to Oslo last week.",
        ownership=Ownership.USER,
        sources=(Source("s1", "m1"),),
        observed_at=said_at,
        mem_type=MemType.EPISODIC,
        speaker="Rana",
        valid_at=datetime(2023, 5, 15, tzinfo=said_at.tzinfo),
        category=Category.ACTIVITY,
    )
    assert fact.observed_at.utcoffset() == timedelta(hours=2)
    assert fact.provenance is Provenance.AUTOMATIC


def test_a_message_without_a_time_was_observed_when_it_was_accepted() -> None:
    (fact,) = extracted(message("I keep two cats."))

    assert fact.observed_at == ACCEPTED
    assert fact.speaker is None


@pytest.mark.parametrize("role", [Role.SYSTEM, Role.TOOL])
@pytest.mark.parametrize("ownership", [Ownership.USER, Ownership.AGENT, None])
def test_system_and_tool_messages_are_never_a_source(
    role: Role, ownership: Ownership | None
) -> None:
    assert extracted(message("I live in Rome.", role), ownership=ownership) == ()


@pytest.mark.parametrize(
    ("ownership", "kept"),
    [
        (Ownership.USER, [Ownership.USER]),
        (Ownership.AGENT, [Ownership.AGENT]),
        (None, [Ownership.USER, Ownership.AGENT]),
    ],
)
def test_each_fact_takes_the_ownership_of_its_message(
    ownership: Ownership | None, kept: list[Ownership]
) -> None:
    spoken = (
        message("I keep two cats."),
        message("I can only answer in French.", Role.ASSISTANT, message_id="m2"),
    )

    facts = extracted(*spoken, ownership=ownership)

    assert [fact.ownership for fact in facts] == kept


def test_pleasantries_and_questions_around_a_statement_are_left_out() -> None:
    said = message("Hey! How are you? I adopted a dog yesterday. Thanks for asking!")

    assert texts(said) == ["I adopted a dog yesterday."]


def test_each_statement_of_a_message_is_a_fact() -> None:
    said = message("I paint. Wow! My sister is a nurse.")

    assert texts(said) == ["I paint.", "My sister is a nurse."]
    assert texts(message("我对花生过敏。我喜欢游泳！")) == ["我对花生过敏。", "我喜欢游泳！"]


def test_a_sentence_that_leans_back_stays_with_the_one_it_leans_on() -> None:
    assert texts(message("My sister is a nurse. She works at night.")) == [
        "My sister is a nurse. She works at night."
    ]


def test_what_one_says_among_people_stays_together() -> None:
    said = (
        message("I paint. I am a nurse.", name="Rana"),
        message("我养了两只猫。我喜欢游泳！", name="Teo", message_id="m2"),
    )

    assert texts(*said) == ["I paint. I am a nurse.", "我养了两只猫。我喜欢游泳！"]


def test_long_messages_are_split_between_sentences() -> None:
    said = [f"I wrote letter {n} to my brother about the old house." for n in range(20)]
    facts = texts(message(" ".join(said)))

    assert len(facts) > 1
    assert all(len(fact) <= FACT_LENGTH and fact.endswith("house.") for fact in facts)
    assert " ".join(facts) == " ".join(said)


def test_a_sentence_longer_than_a_fact_is_cut_at_white_space() -> None:
    facts = texts(message("I saw " + "sheep and " * 100 + "rain"))

    assert all(len(fact) <= FACT_LENGTH for fact in facts)
    assert " ".join(facts).split() == ("I saw " + "sheep and " * 100 + "rain").split()


def test_a_sentence_that_fills_a_slot_is_a_fact_by_itself() -> None:
    facts = extracted(message("Hi, my name is John. I collect stamps. I live in Oslo."))

    assert [(fact.text, fact.fact_key) for fact in facts] == [
        ("Hi, my name is John.", "name"),
        ("I collect stamps.", None),
        ("I live in Oslo.", "home_city"),
    ]


def test_two_named_speakers_never_share_a_slot() -> None:
    facts = extracted(
        message("I live in Oslo.", name="Rana"), message("I live in Lima.", name="Teo")
    )

    assert [fact.fact_key for fact in facts] == ["home_city#rana", "home_city#teo"]


def test_an_agent_fills_no_slot_of_the_user() -> None:
    (fact,) = extracted(message("My name is Nova.", Role.ASSISTANT))

    assert fact.fact_key is None


def test_a_short_answer_to_a_question_about_the_user_is_kept() -> None:
    question = message("Where do you live?", Role.ASSISTANT)

    assert texts(question, message("Berlin, mostly.", message_id="m2")) == [
        '"Where do you live?" Berlin, mostly.'
    ]
    assert texts(message("Berlin, mostly.")) == []


def test_an_agents_answer_about_the_world_is_no_fact() -> None:
    question = message("Can you tell me the capital of France?")
    answer = message("The capital of France is Paris.", Role.ASSISTANT)

    assert texts(question, answer) == []


def test_recalled_memories_in_a_message_are_never_learned_again() -> None:
    said = message("<memories>\n- I live in Rome\n</memories>\nI keep two cats.")

    assert texts(said) == ["I keep two cats."]


def test_facts_keep_the_order_of_the_conversation() -> None:
    spoken = [message(f"I own {n} boats.", message_id=f"m{n}") for n in range(5)]

    facts = extracted(*spoken)

    assert [fact.sources[0].message_id for fact in facts] == [f"m{n}" for n in range(5)]


def test_the_same_conversation_always_gives_the_same_facts() -> None:
    spoken = (message("I moved to Oslo. My sister stayed."), message("我搬到上海了"))

    assert extracted(*spoken) == extracted(*spoken)


@pytest.mark.parametrize("text", ["我买了松木梯子，订单号2336。", "我的门牌号是2333。"])
def test_a_number_is_not_taken_for_the_laughter_that_is_written_alike(text: str) -> None:
    assert texts(message(text)) == [text]
    assert texts(message("我对鱼过敏2333。")) == ["我对鱼过敏"]
