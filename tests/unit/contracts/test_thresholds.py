"""The document of thresholds: what it may say, what it means, and what is refused by its name."""

import json
from typing import Any

import pytest

from mneme.application.repositories.episode_retention import MOST_DAYS
from mneme.contracts.thresholds import parsed_document, thresholds_of, whole_document
from mneme.contracts.thresholds_schema import (
    Described,
    described_thresholds,
    named_values,
    thresholds_schema,
)
from mneme.domain.capacity import Limit
from mneme.domain.errors import InvalidRequest
from mneme.domain.session import LONGEST_CONTINUED
from mneme.domain.thresholds import Thresholds
from tests.doubles.draft_four import accepts

EVERY_THRESHOLD = pytest.mark.parametrize("one", described_thresholds(), ids=lambda one: one.name)
REFUSED = [
    ({"recall": {"min_relevance": 1.1}}, "recall.min_relevance"),
    ({"recall": {"min_relevance": "0.3"}}, "recall.min_relevance"),
    ({"recall": {"top_k": 0}}, "recall.top_k"),
    ({"recall": {"top_k": 10.5}}, "recall.top_k"),
    ({"recall": {"min_relevence": 0.3}}, "recall.min_relevence"),
    ({"weights": {"initial": {"turns": 0.5}}}, "weights.initial.turns"),
    ({"weights": {"fading_days": 0}}, "weights.fading_days"),
    ({"retention": {"deleted_days": 0}}, "retention.deleted_days"),
    ({"tenants": {"sensitive_content": "shred"}}, "tenants.sensitive_content"),
    ({"tenants": {"include_turns": 1}}, "tenants.include_turns"),
    ({"tenants": {"capacity": {"important": 101}}}, "tenants.capacity.important"),
    ({"recal": {}}, "recal"),
    ({"recall": None}, "recall"),
    ({"recall": []}, "recall"),
]
AT_ODDS = [
    ({"evolution": {"same": 0.95}}, "evolution.same"),
    ({"evolution": {"related": 0.85}}, "evolution.same"),
    ({"weights": {"archived_below": 0.5}}, "weights.initial.agent_episodic"),
    ({"weights": {"initial": {"user_semantic": 0.1}}}, "weights.initial.user_semantic"),
    ({"index_breaker": {"first_open_seconds": 61}}, "index_breaker.longest_open_seconds"),
]


def _set(name: str, value: Any) -> dict[str, Any]:
    first, _, rest = name.partition(".")
    return {first: _set(rest, value) if rest else value}


def _another(one: Described) -> Any:
    """Return an allowed value beside the default."""
    if isinstance(one.default, bool):
        return not one.default
    if isinstance(one.default, str):
        return next(word for word in one.allowed.split(", ") if word != one.default)
    least, most = (float(edge) for edge in one.allowed.split(" to "))
    step = 1 if isinstance(one.default, int) else 0.01
    return one.default - step if one.default - step >= least else min(one.default + step, most)


def test_a_document_that_says_nothing_leaves_everything_as_delivered() -> None:
    assert thresholds_of({}) == thresholds_of() == Thresholds()


@EVERY_THRESHOLD
def test_every_threshold_reaches_the_domain(one: Described) -> None:
    changed = thresholds_of(_set(one.name, _another(one)))

    assert changed != Thresholds()


@EVERY_THRESHOLD
def test_the_default_that_is_described_is_the_one_delivered(one: Described) -> None:
    assert thresholds_of(_set(one.name, one.default)) == Thresholds()


def test_the_later_document_lies_over_the_earlier_value_by_value() -> None:
    deployed = {"tenants": {"capacity": {"app": 7, "total": 9}, "episode_days": 3}}
    set_by_operator = {"tenants": {"capacity": {"app": 5}}, "recall": {"top_k": 4}}

    both = thresholds_of(deployed, set_by_operator)

    limits = both.tenants.capacity
    assert (limits[Limit.APP], limits[Limit.TOTAL], limits[Limit.GLOBAL]) == (5, 9, 500)
    assert (both.tenants.episode_days, both.recall.top_k) == (3, 4)


@pytest.mark.parametrize(("document", "field"), [*REFUSED, *AT_ODDS])
def test_what_is_refused_is_refused_by_its_name(document: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        thresholds_of(document)

    assert refusal.value.field == field


def test_what_goes_together_alone_may_be_at_odds_with_what_was_deployed() -> None:
    alone = {"evolution": {"join": 0.85}}
    thresholds_of(alone)

    with pytest.raises(InvalidRequest) as refusal:
        thresholds_of({"evolution": {"same": 0.9}}, alone)

    assert refusal.value.field == "evolution.same"


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '"recall"', b"\xff"])
def test_what_is_no_object_is_no_document(text: str | bytes) -> None:
    with pytest.raises(InvalidRequest):
        parsed_document(text)


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        thresholds_of(parsed_document('{"recall": {"min_relevance": NaN}}'))


def test_the_two_shares_of_a_score_are_one_together() -> None:
    ranking = thresholds_of({"recall": {"relevance_share": 0.55}}).ranking

    assert (ranking.relevance, ranking.weight) == (0.55, 0.45)


def test_the_schema_is_one_of_draft_four_and_small_enough_for_appconfig() -> None:
    schema = thresholds_schema()

    assert schema["$schema"].endswith("draft-04/schema#")
    assert accepts(schema, {})
    assert len(json.dumps(schema)) < 32_768


@pytest.mark.parametrize(("document", "field"), REFUSED)
def test_the_schema_refuses_what_the_model_does(document: dict[str, Any], field: str) -> None:
    assert not accepts(thresholds_schema(), document), field


@pytest.mark.parametrize(("document", "field"), AT_ODDS)
def test_rules_between_fields_are_beyond_the_schema(document: dict[str, Any], field: str) -> None:
    assert accepts(thresholds_schema(), document), field


@EVERY_THRESHOLD
def test_the_schema_takes_what_the_model_takes(one: Described) -> None:
    assert accepts(thresholds_schema(), _set(one.name, _another(one)))


def test_values_are_named_as_they_are_described() -> None:
    whole = whole_document({}).model_dump(mode="json", by_alias=True)

    assert named_values(whole) == {one.name: one.default for one in described_thresholds()}


def test_bounds_that_other_rules_rest_on_are_kept() -> None:
    bounds = {one.name: one.allowed for one in described_thresholds()}

    assert bounds["tenants.episode_days"] == f"0 to {MOST_DAYS}"
    hours = int(LONGEST_CONTINUED.total_seconds() // 3600)
    assert bounds["sessions.continued_hours"] == f"1 to {hours}"
