import json
from dataclasses import replace
from datetime import datetime

import pytest

from mneme.contracts.http.fields import QUERY_BYTES, TOO_LARGE
from mneme.contracts.http.recall import RecallAnswer, RecallRequest
from mneme.domain.isolation import ScopeRequest
from mneme.domain.memory import Kind, MemType, Ownership, Revision, Source
from mneme.domain.recollection import (
    Degradation,
    RecalledMemory,
    RecallFilter,
    RecallPolicy,
    RecallQuery,
    Recollection,
    Relevance,
)
from tests.doubles.made import NOW, a_head
from tests.unit.contracts.refusals import refusals, refusals_of_text


def body(**changes: object) -> dict[str, object]:
    return {"user_id": "u1", "query": "call me a taxi"} | changes


def query(**changes: object) -> RecallQuery:
    return RecallRequest.model_validate_json(json.dumps(body(**changes))).query(RecallPolicy())


def recalled() -> RecalledMemory:
    head = a_head(revision=2)
    sources = (Source("s", "m1"),)
    revision = Revision("m", 2, "Lives in Oslo", Ownership.USER, sources, NOW, NOW, speaker="Rana")
    return RecalledMemory(head, revision, 0.79999, Relevance(0.5, 0.4, 0.6), 0.58999)


def test_the_least_query_has_the_documented_defaults() -> None:
    assert query() == RecallQuery(
        user_id="u1",
        text="call me a taxi",
        scope=ScopeRequest(include_global=True, app_id=None, session_id=None, cross_app=False),
        filter=RecallFilter(),
        top_k=10,
        min_relevance=0.3,
        include_turns=None,
        include_archived=False,
        include_superseded=False,
        as_of=None,
        consistent=False,
        timeout_seconds=0.48,
    )


def test_every_part_of_a_query_reaches_the_domain() -> None:
    full = query(
        user_id=7,
        scope={"include_global": False, "app_id": "a", "session_id": "s"},
        filter={
            "ownership": ["AGENT"],
            "mem_type": ["EPISODIC", "SEMANTIC"],
            "kind": ["TURN"],
            "custom_tags": [{"x": 1}],
            "entities": ["Ann Lee", "Oslo"],
        },
        top_k=50,
        min_relevance=0,
        include_turns=True,
        include_archived=True,
        include_superseded=True,
        as_of="2026-01-01T00:00:00+01:00",
        consistent=True,
        timeout_ms=2000,
    )

    assert full == RecallQuery(
        user_id="7",
        text="call me a taxi",
        scope=ScopeRequest(include_global=False, app_id="a", session_id="s"),
        filter=RecallFilter(
            ownership=frozenset({Ownership.AGENT}),
            mem_types=frozenset({MemType.EPISODIC, MemType.SEMANTIC}),
            kinds=frozenset({Kind.TURN}),
            custom_tags=({"x": 1},),
            entities=frozenset({"Ann Lee", "Oslo"}),
        ),
        top_k=50,
        min_relevance=0.0,
        include_turns=True,
        include_archived=True,
        include_superseded=True,
        as_of=datetime.fromisoformat("2026-01-01T00:00:00+01:00"),
        consistent=True,
        timeout_seconds=1.98,
    )


@pytest.mark.parametrize(("given", "left"), [(1, 0.9), (100, 90), (200, 180), (500, 480)])
def test_some_of_the_time_is_kept_for_the_way_of_the_answer(given: int, left: float) -> None:
    assert query(timeout_ms=given).timeout_seconds == pytest.approx(left / 1000)


def test_asking_across_apps_reaches_the_domain_to_be_refused_there() -> None:
    assert query(scope={"cross_app": {"enabled": True}}).scope.cross_app


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("user_id", "", "invalid_id"),
        ("user_id", None, "invalid_id"),
        ("user_id", {"ne": ""}, "invalid_id"),
        ("query", "", "blank"),
        ("query", " ", "blank"),
        ("query", "a" * (QUERY_BYTES + 1), TOO_LARGE),
        ("query", ["taxi"], "string_type"),
        ("query_text", "taxi", "extra_forbidden"),
        ("scope", None, "model_type"),
        ("scope", "GLOBAL", "model_type"),
        ("top_k", 0, "greater_than_equal"),
        ("top_k", 51, "less_than_equal"),
        ("top_k", "10", "int_type"),
        ("top_k", 10.0, "int_type"),
        ("top_k", True, "int_type"),
        ("min_relevance", -0.1, "greater_than_equal"),
        ("min_relevance", 1.1, "less_than_equal"),
        ("as_of", "2026-01-01T00:00:00", "naive_instant"),
        ("as_of", "2030-02-30", "instant"),
        ("consistent", 1, "bool_type"),
        ("timeout_ms", 0, "greater_than_equal"),
        ("timeout_ms", 2001, "less_than_equal"),
        ("$or", [], "extra_forbidden"),
    ],
)
def test_a_wrong_field_is_named_with_the_refusal(name: str, value: object, kind: str) -> None:
    assert refusals(RecallRequest, body(**{name: value})) == [(name, kind)]


@pytest.mark.parametrize(
    ("part", "name", "value", "kind"),
    [
        ("scope", "app_id", "", "invalid_id"),
        ("scope", "app_id", "*", "invalid_id"),
        ("scope", "session_id", {"ne": ""}, "invalid_id"),
        ("scope", "include_global", None, "bool_type"),
        ("scope", "level", "APP", "extra_forbidden"),
        ("scope", "cross_app", True, "model_type"),
        ("filter", "ownership", "USER", "list_type"),
        ("filter", "user_id", "u2", "extra_forbidden"),
    ],
)
def test_a_wrong_field_of_scope_or_filter_is_named_with_its_path(
    part: str, name: str, value: object, kind: str
) -> None:
    given = body(**{part: {name: value}})

    assert refusals(RecallRequest, given) == [(f"{part}.{name}", kind)]


@pytest.mark.parametrize("name", ["ownership", "mem_type", "kind"])
def test_an_unknown_word_in_a_filter_is_named_with_its_place(name: str) -> None:
    given = body(filter={name: ["ANYBODY"]})

    assert refusals(RecallRequest, given) == [(f"filter.{name}.0", "enum")]


def test_a_filter_value_never_reaches_the_query_language() -> None:
    given = body(filter={"custom_tags": [{"ok": 1}, {"x": {"ne": ""}}]})

    assert refusals(RecallRequest, given) == [("filter.custom_tags.1.x", "tag_value")]


def test_an_empty_set_of_tags_which_everything_would_match_is_refused() -> None:
    given = body(filter={"custom_tags": [{"team": "blue"}, {}]})

    assert refusals(RecallRequest, given) == [("filter.custom_tags.1", "too_short")]


def test_a_relevance_that_is_no_number_is_refused() -> None:
    text = '{"user_id": "u1", "query": "taxi", "min_relevance": NaN}'

    assert [field for field, _ in refusals_of_text(RecallRequest, text)] == ["min_relevance"]


def test_an_answer_shows_each_memory_with_its_sources() -> None:
    answer = RecallAnswer.of(Recollection((recalled(),)), explain=False)

    (memory,) = answer.memories
    assert answer.hit
    assert (memory.memory_id, memory.revision, memory.content) == ("m", 2, "Lives in Oslo")
    assert (memory.weight, memory.relevance, memory.final_score) == (0.8, 0.5, 0.59)
    assert [source.model_dump() for source in memory.sources] == [
        {"session_id": "s", "message_id": "m1"}
    ]
    assert memory.explain is None


def test_an_explained_answer_shows_the_parts_of_the_score() -> None:
    unlooked = replace(recalled(), relevance=Relevance(0.5, None, 0.6))

    (memory,) = RecallAnswer.of(Recollection((unlooked,)), explain=True).memories

    assert memory.explain is not None
    assert (memory.explain.vector, memory.explain.lexical) == (None, 0.6)


def test_nothing_found_and_could_not_look_are_different_answers() -> None:
    nothing = RecallAnswer.of(Recollection(()), explain=False)
    blind = RecallAnswer.of(
        Recollection((), (Degradation.INDEX_UNAVAILABLE,), ("a",)), explain=False
    )

    assert (nothing.hit, nothing.degraded, nothing.switched_off) == (False, [], [])
    assert (blind.hit, blind.degraded, blind.switched_off) == (
        False,
        ["index_unavailable"],
        ["a"],
    )


def test_every_degradation_is_told_apart_and_explained_to_callers() -> None:
    described = RecallAnswer.model_json_schema()["properties"]["degraded"]["description"]

    assert all(f"`{reason.value}`" in described for reason in Degradation)
