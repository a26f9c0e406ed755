"""The policy over a whole conversation or fact: every part that says something, and no id."""

import re
from dataclasses import replace
from typing import Any

import pytest

from mneme.domain.conversation import Conversation
from mneme.domain.errors import SensitiveContent
from mneme.domain.extraction.policy import ExtractionPolicy
from mneme.domain.fact import Fact
from mneme.domain.memory import Entity
from mneme.domain.scope import Level, Scope
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.sensitive.screening import Screening
from tests.doubles.made import a_fact, a_message, said

CARD = "4111111111111111"
MARK = "[redacted: card number]"
TOKEN = "ghp_" + "aB3d" * 9


def redacting() -> Screening:
    return Screening(SensitivePolicy.REDACT)


def with_secret(field: str) -> Conversation:
    """Return a conversation that holds a card number in one of its fields only."""
    text = f"it is {CARD}"
    wishes: dict[str, Any] = {
        "extraction.focus": {"focus": text},
        "extraction.tags": {"tags": {"topic": text}},
        "extraction.entity_types": {"entity_types": (f"kind {CARD}",)},
    }
    told = a_message("I like tea.", "m1")
    if field in wishes:
        return said(messages=(told,), policy=ExtractionPolicy(**wishes[field]))
    part = field.rsplit(".", 1)[1]
    return said(messages=(told, replace(a_message("Thanks!", "m2"), **{part: text})))


FIELDS = [
    "messages[1].content",
    "messages[1].name",
    "extraction.focus",
    "extraction.tags",
    "extraction.entity_types",
]


@pytest.mark.parametrize("field", FIELDS)
def test_a_secret_in_any_part_of_a_conversation_is_redacted(field: str) -> None:
    screening = redacting()

    kept = screening.conversation(with_secret(field))

    assert CARD not in repr(kept)
    assert repr(kept).count(MARK) == 1
    assert screening.redacted == {"card number": 1}


@pytest.mark.parametrize("field", FIELDS)
def test_a_rejection_names_the_field_and_the_kinds_and_not_the_text(field: str) -> None:
    with pytest.raises(SensitiveContent) as refused:
        Screening(SensitivePolicy.REJECT).conversation(with_secret(field))

    error = refused.value
    assert (error.code, error.field, error.data) == (40001, field, {"kinds": ["card number"]})
    assert error.message == "holds what must not be kept: card number"


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_allowed_is_kept_as_it_was_said(field: str) -> None:
    screening = Screening(SensitivePolicy.ALLOW)
    conversation = with_secret(field)

    assert screening.conversation(conversation) == conversation
    assert not screening.redacted


@pytest.mark.parametrize("policy", [SensitivePolicy.REDACT, SensitivePolicy.REJECT])
def test_a_conversation_without_secrets_stays_equal(policy: SensitivePolicy) -> None:
    wishes = ExtractionPolicy("tea", tags={"a": 1, "b": True, "c": 1.5}, entity_types=("person",))
    conversation = said("I live in Rome.", "我喜欢喝茶。", policy=wishes)

    assert Screening(policy).conversation(conversation) == conversation


def test_messages_keep_their_places_beside_a_redacted_one() -> None:
    kept = redacting().conversation(said("I like tea.", f"我的卡号是{CARD}谢谢", "Bye."))

    assert [message.content for message in kept.messages] == [
        "I like tea.",
        f"我的卡号是{MARK}谢谢",
        "Bye.",
    ]
    assert [message.message_id for message in kept.messages] == ["m1", "m2", "m3"]


SECRET_FACTS = [
    a_fact(f"Pays with {CARD}"),
    a_fact(fact_key=f"card {CARD}"),
    a_fact(speaker=f"Ann {CARD}"),
    a_fact(custom_tags={"card": CARD}),
    a_fact(custom_tags={CARD: "card"}),
    a_fact(custom_tags={"card": int(CARD)}),
    a_fact(custom_tags={"card": float(CARD)}),
    a_fact(custom_tags={"card": -float(CARD)}),
    a_fact(custom_tags={"card": 6.220000000000015e18}),
    a_fact(entities=(Entity(CARD, "card"),)),
    a_fact(entities=(Entity("Visa", CARD),)),
]


@pytest.mark.parametrize("fact", SECRET_FACTS, ids=range(len(SECRET_FACTS)))
def test_a_secret_in_any_part_of_a_fact_is_redacted(fact: Fact) -> None:
    screening = redacting()

    kept = screening.fact(fact)

    assert not re.search(r"\d{15}|e\+", repr(kept))
    assert repr(kept).count(MARK) == 1
    assert screening.redacted == {"card number": 1}


def test_tags_that_hold_nothing_keep_their_types() -> None:
    tags = {"n": 4111, "yes": True, "x": 1.5, "text": "4111", "whole": 2.0, "huge": 1e300}

    kept = redacting().fact(a_fact(custom_tags=tags)).custom_tags

    assert [(name, type(value), value) for name, value in kept.items()] == [
        (name, type(value), value) for name, value in tags.items()
    ]


@pytest.mark.parametrize("policy", [SensitivePolicy.REDACT, SensitivePolicy.REJECT])
@pytest.mark.parametrize(
    ("conversation", "field"),
    [
        (said("Hi", session_id=TOKEN), "session_id"),
        (said("Hi", scope=Scope(Level.APP, TOKEN)), "app_id"),
        (said(messages=(a_message(), a_message(message_id=TOKEN))), "messages[1].message_id"),
    ],
)
def test_a_credential_in_an_id_is_refused_since_two_ids_must_stay_two(
    policy: SensitivePolicy, conversation: Conversation, field: str
) -> None:
    with pytest.raises(SensitiveContent) as refused:
        Screening(policy).conversation(conversation)

    assert (refused.value.field, refused.value.data) == (field, {"kinds": ["access token"]})


def test_a_number_that_looks_like_a_cards_may_be_an_id() -> None:
    conversation = said(messages=(a_message(message_id=CARD),), session_id=CARD)

    assert Screening(SensitivePolicy.REJECT).conversation(conversation) == conversation
