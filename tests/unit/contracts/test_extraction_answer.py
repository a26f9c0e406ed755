"""What a model answers is read part by part: nothing unreadable costs more than itself."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.contracts.prompts.extraction_answer import (
    SCHEMA,
    UNTOLD_CONFIDENCE,
    ReadAnswer,
    is_answer,
    read_facts,
)
from mneme.domain.extraction.draft_fact import DraftFact
from mneme.domain.fact import Category, Entity, Temporality
from mneme.domain.memory import MemType
from tests.doubles.reading_model import a_claim


def read(*claims: object) -> ReadAnswer:
    answer = read_facts({"facts": list(claims)})
    assert answer is not None
    return answer


def one(**parts: Any) -> DraftFact:
    (draft,) = read(a_claim(**parts)).drafts
    return draft


def test_a_whole_claim_is_taken_as_it_stands() -> None:
    claim = a_claim(
        "我住在上海。",
        1,
        3,
        mem_type="PROCEDURAL",
        category="health",
        important=True,
        fact_key="home_city",
        entities=[{"name": "上海", "type": "place"}],
        valid_at="2026-01-01T00:00:00Z",
        invalid_at="2027-01-01T00:00:00Z",
        temporality="one_off",
        confidence=0.25,
    )

    assert read(claim).drafts == (
        DraftFact(
            text="我住在上海。",
            cited=(1, 3),
            about_speaker=True,
            mem_type=MemType.PROCEDURAL,
            category=Category.HEALTH,
            is_important=True,
            fact_key="home_city",
            entities=(Entity("上海", "place"),),
            valid_at="2026-01-01T00:00:00Z",
            invalid_at="2027-01-01T00:00:00Z",
            temporality=Temporality.ONE_OFF,
            confidence=0.25,
        ),
    )


def test_what_a_weak_model_leaves_out_claims_the_least() -> None:
    assert read({"text": "I live in Oslo.", "messages": [1]}).drafts == (
        DraftFact("I live in Oslo.", (1,), about_speaker=False, confidence=UNTOLD_CONFIDENCE),
    )


@pytest.mark.parametrize(
    ("part", "value", "expected"),
    [
        ("mem_type", " episodic ", MemType.EPISODIC),
        ("mem_type", "fact", MemType.SEMANTIC),
        ("category", "Health", Category.HEALTH),
        ("category", 7, Category.OTHER),
        ("temporality", "ONE_OFF", Temporality.ONE_OFF),
        ("temporality", None, Temporality.DURABLE),
        ("confidence", "0.9", 0.9),
        ("confidence", 95, UNTOLD_CONFIDENCE),
        ("confidence", -0.1, UNTOLD_CONFIDENCE),
        ("confidence", float("nan"), UNTOLD_CONFIDENCE),
        ("confidence", "sure", UNTOLD_CONFIDENCE),
        ("fact_key", 5, None),
        ("valid_at", {"year": 2026}, None),
    ],
)
def test_a_part_is_read_leniently_or_left(part: str, value: object, expected: object) -> None:
    assert getattr(one(**{part: value}), part) == expected


@pytest.mark.parametrize(("value", "expected"), [("SPEAKER", True), ("user", False), (1, False)])
def test_only_what_says_so_is_about_the_speaker(value: object, expected: bool) -> None:
    assert one(about=value).about_speaker is expected


@pytest.mark.parametrize(("value", "expected"), [("yes", True), ("perhaps", False), ([], False)])
def test_only_what_says_so_is_important(value: object, expected: bool) -> None:
    assert one(important=value).is_important is expected


@pytest.mark.parametrize(
    ("written", "cited"),
    [
        ([1, "2", "[3]", "m4"], (1, 2, 3, 4)),
        (2, (2,)),
        ("5", (5,)),
        ([True, None, 1.5, -1, "x", 123456, {}], ()),
        (None, ()),
        ("1, 2", (1, 2)),
        (["message-3", "2-4"], (3, 2, 4)),
        (["[1], [12]", 3.0, "2.5", "-7"], (1, 12, 3)),
        (list(range(200)), tuple(range(64))),
    ],
)
def test_numbers_of_messages_are_read_however_they_are_written(
    written: object, cited: tuple[int, ...]
) -> None:
    assert one(messages=written).cited == cited


@pytest.mark.parametrize("written", ["Oslo", [{"name": "Oslo"}, 3, None, ["Oslo", "place"]], None])
def test_entities_that_are_none_cost_nothing_else(written: object) -> None:
    assert one(entities=written).entities == ()


def test_half_a_surrogate_pair_costs_one_character() -> None:
    assert one(text="I love \ud83c\udf70 and \ud83c").text == "I love 🍰 and �"


def test_a_malformed_fact_is_counted_and_the_others_are_kept() -> None:
    answer = read("I like tea.", a_claim(), {"fact": "x"}, None, a_claim(text=7))

    assert (len(answer.drafts), answer.malformed) == (1, 4)


@pytest.mark.parametrize("facts", [["I like trains."], [None], [{"fact": "I like trains."}]])
def test_an_answer_of_malformed_facts_alone_is_no_answer(facts: list[object]) -> None:
    # P06: it must not pass for an answer without facts.
    assert read_facts({"facts": facts}) is None


def test_an_answer_without_facts_is_a_good_one() -> None:
    assert read_facts({"facts": []}) == ReadAnswer((), 0)


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ({"facts": []}, True),
        ({"facts": ["a"], "note": 1}, True),
        ([{"text": "a"}], True),
        ({"facts": {}}, False),
        ({"travel": 1}, False),
        ([], False),
        ([{"text": "a"}, 1], False),
        ([{"name": "Oslo", "type": "place"}], False),
        ("facts", False),
    ],
)
def test_an_answer_is_known_by_its_shape(value: object, fits: bool) -> None:
    assert is_answer(value) is fits


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(st.fixed_dictionaries({"text": st.text(max_size=9), "messages": JSON, "entities": JSON}))
def test_no_json_makes_the_reading_fail(claim: dict[str, Any]) -> None:
    parts = dict.fromkeys(("about", "confidence", "important", "valid_at"), claim["entities"])

    assert len(read({**claim, **parts}).drafts) == 1


def objects(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, dict):
        found = [node] if node.get("type") == "object" else []
        return found + [each for value in node.values() for each in objects(value)]
    return [each for value in node for each in objects(value)] if isinstance(node, list) else []


def test_the_schema_is_as_narrow_as_the_strictest_servers_want_it() -> None:
    found = objects(SCHEMA)

    assert len(found) == 3  # the answer, a fact, an entity
    for each in found:
        assert set(each["required"]) == set(each["properties"])
        assert each["additionalProperties"] is False
    assert not any(word in json.dumps(SCHEMA) for word in ("$ref", "$defs", "default"))
