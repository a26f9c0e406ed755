"""The parts of a claim: instants with their offsets, slots of the speaker, declared entities."""

from collections import Counter
from typing import Any

import pytest

from mneme.domain.conversation import Message, Role
from mneme.domain.extraction.draft_fact import DraftFact, Drop
from mneme.domain.extraction.draft_fields import entities_of, fact_key_of, interval_of, letters
from mneme.domain.fact import Entity
from tests.doubles.made import NOW

USER = Message("m1", Role.USER, "I live in Oslo.")


def a_draft(text: str = "I live in Oslo.", **parts: Any) -> DraftFact:
    return DraftFact(text, (1,), **parts)


@pytest.mark.parametrize(
    "written",
    ["2023-05-15T00:00:00+02:00", " 2023-05-15T00:00:00Z ", "2023-05-15T00:00:00.250-07:00"],
)
def test_an_instant_keeps_the_offset_it_is_written_with(written: str) -> None:
    dropped = Counter[Drop]()

    valid_at, invalid_at = interval_of(a_draft(valid_at=written), NOW, dropped)

    assert valid_at is not None
    assert valid_at.isoformat(timespec="seconds")[:19] == "2023-05-15T00:00:00"
    assert (valid_at.tzinfo is None, invalid_at, dropped) == (False, None, {})


@pytest.mark.parametrize(
    "written",
    [
        "2023-05-15",
        "2023-05-15T00:00:00",
        "last week",
        "",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59+00:00",
        "1823-05-15T00:00:00Z",
        "2023-02-30T00:00:00Z",
        "2023-05-15T00:00:00+99:00",
    ],
)
def test_what_is_no_plausible_instant_is_left_and_counted(written: str) -> None:
    dropped = Counter[Drop]()

    assert interval_of(a_draft(valid_at=written), NOW, dropped) == (None, None)
    assert dropped == {Drop.INSTANT: 1}


@pytest.mark.parametrize("end", ["2025-01-01T00:00:00Z", "2025-06-01T00:00:00Z"])
def test_an_interval_that_ends_before_it_begins_has_no_end(end: str) -> None:
    dropped = Counter[Drop]()
    begin = "2025-06-01T00:00:00Z"

    valid_at, invalid_at = interval_of(a_draft(valid_at=begin, invalid_at=end), NOW, dropped)

    assert (valid_at is None, invalid_at, dropped) == (False, None, {Drop.INSTANT: 1})


@pytest.mark.parametrize(
    ("text", "written", "ends"),
    [
        ("The pass is valid until 2026-12-01.", "2026-12-01T00:00:00Z", "2026-12-02T00:00:00"),
        ("年卡有效期到2026年12月1日", "2026-12-01T00:00:00Z", "2026-12-02T00:00:00"),
        ("The pass is valid until 2026-12-01.", "2026-12-02T00:00:00Z", "2026-12-02T00:00:00"),
        ("The pass is valid until 2026-12-01.", "2026-12-01T23:59:59Z", "2026-12-01T23:59:59"),
        ("The pass is valid before 2026-12-01.", "2026-12-01T00:00:00Z", "2026-12-01T00:00:00"),
        ("The pass is valid.", "2026-12-01T00:00:00Z", "2026-12-01T00:00:00"),
    ],
)
def test_a_last_day_that_the_words_include_counts_whole(text: str, written: str, ends: str) -> None:
    _, invalid_at = interval_of(a_draft(text, invalid_at=written), NOW, Counter[Drop]())

    assert invalid_at is not None
    assert invalid_at.isoformat()[:19] == ends


def test_the_speakers_own_slot_becomes_a_key() -> None:
    draft = a_draft(fact_key=" Home_City ", about_speaker=True)
    named = Message("m1", Role.USER, "I live in Oslo.", "Ada L#")

    assert fact_key_of(draft, USER, Counter()) == "home_city"
    assert fact_key_of(draft, named, Counter()) == "home_city#ada l%23"


@pytest.mark.parametrize(
    ("parts", "last"),
    [
        ({"fact_key": None, "about_speaker": True}, USER),
        ({"fact_key": "home_city", "about_speaker": False}, USER),
        (
            {"fact_key": "home_city", "about_speaker": True},
            Message("m1", Role.ASSISTANT, "I live in the cloud."),
        ),
    ],
)
def test_nobody_elses_slot_becomes_a_key(parts: dict[str, Any], last: Message) -> None:
    # "My sister lives in Rome" must not move the user to Rome.
    assert fact_key_of(a_draft(**parts), last, Counter()) is None


def test_a_slot_that_may_hold_several_values_is_left_and_counted() -> None:
    dropped = Counter[Drop]()

    assert fact_key_of(a_draft(fact_key="allergy", about_speaker=True), USER, dropped) is None
    assert dropped == {Drop.FACT_KEY: 1}


def test_entities_are_named_of_declared_types_and_spelt_as_declared() -> None:
    claimed = (
        Entity("Oslo", "place"),
        Entity("oslo ", "PLACE"),
        Entity("Oslo", "vehicle"),
        Entity("Bergen", "Place"),
        Entity("", "Place"),
        Entity("o" * 200, "Place"),
    )
    dropped = Counter[Drop]()

    found = entities_of(a_draft(entities=claimed), ("Place",), "I live in OSLO.", dropped)

    assert found == (Entity("Oslo", "Place"), Entity("oslo", "Place"))
    assert dropped == {Drop.ENTITY: 4}


def test_letters_are_what_two_writings_of_one_thing_share() -> None:
    assert letters("I’m at: Zürich—2!") == letters("im AT zurich 2")
