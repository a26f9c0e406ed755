"""What a task carries comes back as it was, and an unknown form of it is a fault."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.application.task_codec import (
    decode_conversation,
    decode_facts,
    encode_conversation,
    encode_facts,
)
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.errors import InternalFault
from mneme.domain.fact import Fact
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
CONVERSATIONS = st.builds(
    Conversation,
    SCOPES,
    st.lists(MESSAGES, min_size=1, max_size=4).map(tuple),
    INSTANTS,
    st.none() | st.sampled_from(Ownership),
)
TAGS = st.dictionaries(
    TEXTS, TEXTS | st.integers() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
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
)


@given(CONVERSATIONS)
def test_any_conversation_comes_back_as_it_was(conversation: Conversation) -> None:
    encoded = encode_conversation(conversation)

    assert decode_conversation(encoded) == conversation
    assert encode_conversation(decode_conversation(encoded)) == encoded


@given(SCOPES, st.lists(FACTS, max_size=3).map(tuple))
def test_any_facts_come_back_as_they_were(scope: Scope, facts: tuple[Fact, ...]) -> None:
    assert decode_facts(encode_facts(scope, facts)) == (scope, facts)


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
