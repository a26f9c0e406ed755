"""What a task carries comes back as it was, and an unknown form of it is a fault."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.application.tasks.task_codec import (
    decode_conversation,
    decode_facts,
    decode_mode,
    decode_portions,
    encode_conversation,
    encode_facts,
    encode_portions,
)
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.errors import InternalFault
from mneme.domain.extraction.policy import ExtractionPolicy, Mode, Style
from mneme.domain.extraction.portions import Portion
from mneme.domain.fact import Category, Entity, Fact, Temporality
from mneme.domain.memory import Kind, MemType, Ownership, Provenance, Source
from mneme.domain.scope import Level, Scope
from tests.doubles.made import NOW, a_fact, a_message, said

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
INSTANTS = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=OFFSETS)
SCOPES = st.builds(Scope, st.just(Level.SESSION), st.none() | TEXTS, TEXTS)
MESSAGES = st.builds(
    Message, TEXTS, st.sampled_from(Role), TEXTS, st.none() | TEXTS, st.none() | INSTANTS
)
TAGS = st.dictionaries(
    TEXTS, TEXTS | st.integers() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
)
POLICIES = st.builds(
    ExtractionPolicy,
    focus=st.none() | TEXTS,
    style=st.none() | st.sampled_from(Style),
    mode=st.sampled_from(Mode),
    tags=TAGS,
    entity_types=st.lists(TEXTS, max_size=3).map(tuple),
)
CONVERSATIONS = st.builds(
    Conversation,
    SCOPES,
    st.lists(MESSAGES, min_size=1, max_size=4).map(tuple),
    INSTANTS,
    st.none() | st.sampled_from(Ownership),
    policy=POLICIES,
    timezone=st.none() | st.just("Asia/Shanghai"),
)
FACTS = st.builds(
    Fact,
    TEXTS,
    st.sampled_from(Ownership),
    st.lists(st.builds(Source, st.none() | TEXTS, TEXTS), max_size=3).map(tuple),
    INSTANTS,
    mem_type=st.sampled_from(MemType),
    kind=st.sampled_from(Kind),
    provenance=st.sampled_from(Provenance),
    is_important=st.booleans(),
    speaker=st.none() | TEXTS,
    fact_key=st.none() | TEXTS,
    valid_at=st.none() | INSTANTS,
    invalid_at=st.none() | INSTANTS,
    expire_at=st.none() | INSTANTS,
    custom_tags=TAGS,
    confidence=st.floats(0, 1),
    category=st.sampled_from(Category),
    entities=st.lists(st.builds(Entity, TEXTS, TEXTS), max_size=2).map(tuple),
    temporality=st.sampled_from(Temporality),
)


@given(CONVERSATIONS)
def test_any_conversation_comes_back_as_it_was(conversation: Conversation) -> None:
    encoded = encode_conversation(conversation)

    assert decode_conversation(encoded) == conversation
    assert encode_conversation(decode_conversation(encoded)) == encoded


@given(SCOPES, st.lists(FACTS, max_size=3).map(tuple), st.sampled_from(Mode))
def test_any_facts_come_back_as_they_were(
    scope: Scope, facts: tuple[Fact, ...], mode: Mode
) -> None:
    data = encode_facts(scope, facts, mode)

    assert (decode_facts(data), decode_mode(data)) == ((scope, facts), mode)


def test_what_a_model_answered_comes_back_as_it_was() -> None:
    facts = (a_fact("I live in Oslo."), a_fact("我喜欢喝茶。", speaker="Teo"))
    portions = (
        Portion(("m1", "m2"), facts, frozenset({"m2"})),
        Portion(("m3",), (), frozenset()),
    )

    assert decode_portions(encode_portions(portions)) == portions


def test_what_an_earlier_release_wrote_is_read_with_todays_defaults() -> None:
    newer = ("category", "entities", "temporality")
    document = json.loads(encode_facts(Scope(Level.GLOBAL), (a_fact(),)))
    del document["mode"]
    document["facts"] = [
        {name: value for name, value in fact.items() if name not in newer}
        for fact in document["facts"]
    ]
    data = json.dumps(document).encode()

    assert (decode_facts(data)[1], decode_mode(data)) == ((a_fact(),), Mode.DECIDE)


def test_a_conversation_without_wishes_is_digested_as_before_there_were_any() -> None:
    # A client that sends a body again after a release of ours must not be told it is another one.
    fields = json.loads(encode_conversation(said("I live in Oslo.")))

    assert set(fields) == {"version", "scope", "ownership", "accepted_at", "messages"}


def test_an_offset_comes_back_as_it_was_given() -> None:
    at = NOW.astimezone(timezone(timedelta(hours=-7)))
    (message,) = decode_conversation(
        encode_conversation(said(messages=(a_message(time=at),)))
    ).messages

    assert message.time is not None
    assert (message.time, message.time.utcoffset()) == (at, timedelta(hours=-7))


def test_the_earliest_instant_can_stand_for_none_in_a_digest() -> None:
    conversation = said("I live in Oslo.", accepted_at=datetime.min)

    assert decode_conversation(encode_conversation(conversation)).accepted_at == datetime.min


@pytest.mark.parametrize("version", [None, 0, 2, "1"])
def test_an_unknown_version_is_a_fault_and_no_guess(version: object) -> None:
    document = json.loads(encode_conversation(said("I live in Oslo.")))
    data = json.dumps({**document, "version": version}).encode()

    with pytest.raises(InternalFault):
        decode_conversation(data)
    with pytest.raises(InternalFault):
        decode_facts(data)


def test_characters_are_kept_and_not_spelled_out() -> None:
    assert "豆浆".encode() in encode_facts(Scope(Level.GLOBAL), (a_fact("豆浆"),))
    assert a_fact().observed_at.tzinfo is UTC
