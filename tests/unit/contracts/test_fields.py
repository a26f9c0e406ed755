import json
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from mneme.contracts.http.fields import (
    MEMORY_BYTES,
    MESSAGE_BYTES,
    QUERY_BYTES,
    RESERVED_TAGS,
    TAG_LIMIT,
    TOO_LARGE,
    CallerId,
    Instant,
    MemoryText,
    MessageText,
    QueryText,
    Tags,
    UserId,
)
from mneme.contracts.http.model import AnswerModel, WireModel
from tests.unit.contracts.refusals import refusals, refusals_of_text


class Form(WireModel):
    """One of every field type, all optional, so that a test states only what matters to it."""

    app_id: CallerId | None = None
    user_id: UserId | None = None
    at: Instant | None = None
    message: MessageText | None = None
    memory: MemoryText | None = None
    query: QueryText | None = None
    tags: Tags | None = None
    count: int | None = None
    flag: bool | None = None


def form(**values: object) -> Form:
    return Form.model_validate_json(json.dumps(values))


def test_an_unknown_field_is_refused_by_its_name() -> None:
    assert refusals(Form, {"userid": "u1"}) == [("userid", "extra_forbidden")]


@pytest.mark.parametrize(
    ("name", "value"),
    [("count", "1"), ("count", 1.0), ("count", True), ("flag", 1), ("flag", "true")],
)
def test_no_json_type_is_taken_for_another(name: str, value: object) -> None:
    assert [field for field, _ in refusals(Form, {name: value})] == [name]


@pytest.mark.parametrize("name", ["app_id", "user_id"])
@pytest.mark.parametrize(
    "value",
    ["", "  ", "*", " * ", "a\x00", "a" * 129, {"ne": ""}, ["u1"], True, 1.5],
    ids=["empty", "blank", "star", "spaced", "nul", "long", "object", "list", "true", "float"],
)
def test_whatever_is_no_id_is_refused_by_the_name_of_its_field(name: str, value: object) -> None:
    assert refusals(Form, {name: value}) == [(name, "invalid_id")]


def test_an_integer_user_id_equals_its_string() -> None:
    assert form(user_id=123).user_id == form(user_id="123").user_id == "123"
    assert refusals(Form, {"user_id": -1}) == [("user_id", "invalid_id")]
    assert refusals(Form, {"app_id": 123}) == [("app_id", "invalid_id")]


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("2026-01-31T09:30:00Z", timedelta(0)),
        ("2026-01-31T09:30:00+00:00", timedelta(0)),
        ("2026-01-31T17:30:00+08:00", timedelta(hours=8)),
        ("2026-01-31T02:30:00-07:00", timedelta(hours=-7)),
        ("2026-01-31t09:30:00z", timedelta(0)),
        ("2026-01-31 15:15:00+05:45", timedelta(hours=5, minutes=45)),
    ],
)
def test_an_instant_keeps_the_offset_it_was_given_with(text: str, offset: timedelta) -> None:
    at = form(at=text).at

    assert at == datetime(2026, 1, 31, 9, 30, tzinfo=UTC)
    assert at is not None
    assert at.utcoffset() == offset


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("2025-09-05T21:02:11", "naive_instant"),
        ("2026-01-31", "naive_instant"),
        ("2030-02-30", "instant"),
        ("2030-02-30T00:00:00Z", "instant"),
        ("2026-01-31T25:00:00Z", "instant"),
        ("yesterday", "instant"),
        ("2026-01-31T09:30:00Z\x00", "instant"),
        ("2026-01-31T09:30:00Z\n", "instant"),
        ("2026-01-31\u202809:30:00Z", "instant"),
        ("２０２６-01-31T09:30:00Z", "instant"),
        ("2026-01-31T09:30:00+01:00:30", "instant"),
        ("", "instant"),
        ("0001-01-01T00:00:00+14:00", "instant"),
        ("9999-12-31T23:59:59-14:00", "instant"),
        (1767225600, "instant_type"),
        (True, "instant_type"),
        ({}, "instant_type"),
    ],
)
def test_what_is_no_instant_with_an_offset_is_refused(value: object, kind: str) -> None:
    assert refusals(Form, {"at": value}) == [("at", kind)]


LIMITS = [("message", MESSAGE_BYTES), ("memory", MEMORY_BYTES), ("query", QUERY_BYTES)]


@pytest.mark.parametrize(("name", "limit"), LIMITS)
def test_text_is_bounded_by_its_bytes_not_its_characters(name: str, limit: int) -> None:
    assert refusals(Form, {name: "a" * limit}) == []
    assert refusals(Form, {name: "a" * (limit + 1)}) == [(name, TOO_LARGE)]
    assert refusals(Form, {name: "好" * (limit // 3 + 1)}) == [(name, TOO_LARGE)]


@pytest.mark.parametrize(("name", "_limit"), LIMITS)
@pytest.mark.parametrize("value", ["", " \n\t", "\u3000"])
def test_blank_text_is_refused(name: str, _limit: int, value: str) -> None:
    assert refusals(Form, {name: value}) == [(name, "blank")]


@pytest.mark.parametrize("text", ["a\x00b", "\x00", "🙂", "مرحبا", "  padded  ", "e\u0301"])
def test_any_other_text_is_kept_as_it_is(text: str) -> None:
    assert form(message=text).message == text


@pytest.mark.parametrize("name", ["message", "app_id", "user_id"])
def test_a_lone_surrogate_never_gets_in(name: str) -> None:
    assert refusals_of_text(Form, f'{{"{name}": "\\ud800"}}') == [("", "json_invalid")]
    with pytest.raises(ValidationError) as refused:
        Form.model_validate({name: "\ud800"})
    assert refused.value.errors()[0]["loc"] == (name,)


def test_a_surrogate_pair_is_one_character() -> None:
    assert Form.model_validate_json('{"message": "\\ud83d\\ude42"}').message == "🙂"


def test_tags_are_labels_of_any_scalar_type() -> None:
    tags = {"a": "x", "b": 1, "c": 1.5, "d": True, "e": False}

    kept = form(tags=tags).tags

    assert kept == tags
    assert kept is not None
    assert [type(value) for value in kept.values()] == [str, int, float, bool, bool]


@pytest.mark.parametrize("name", sorted(RESERVED_TAGS))
@pytest.mark.parametrize("spelling", [str, str.upper, " {} ".format, "\u200b{}\ufe0f".format])
def test_names_that_would_look_like_a_scope_are_reserved(name: str, spelling: type[str]) -> None:
    assert refusals(Form, {"tags": {spelling(name): "u2"}}) == [("tags", "reserved_tag")]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "a" * 129])
def test_tag_names_are_neither_blank_nor_endless(name: str) -> None:
    assert refusals(Form, {"tags": {name: 1}}) == [("tags", "tag_name")]


@pytest.mark.parametrize("value", [None, [], {}, {"ne": ""}, {"$or": []}, "a" * 129, 10**128])
def test_a_tag_value_that_is_no_short_scalar_is_refused_by_its_name(value: object) -> None:
    assert refusals(Form, {"tags": {"ok": 1, "x": value}}) == [("tags.x", "tag_value")]


@pytest.mark.parametrize("value", ["a" * 128, "好" * 128, '"' * 128, 'x" OR 1=1'])
def test_tag_values_are_measured_in_characters(value: str) -> None:
    assert refusals(Form, {"tags": {"x": value}}) == []


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_a_number_that_json_cannot_carry_is_refused(value: str) -> None:
    assert refusals_of_text(Form, f'{{"tags": {{"x": {value}}}}}') == [("tags.x", "tag_value")]


def test_there_are_at_most_twenty_tags() -> None:
    tags = {f"t{n}": n for n in range(TAG_LIMIT)}

    assert refusals(Form, {"tags": tags}) == []
    assert refusals(Form, {"tags": tags | {"more": 1}}) == [("tags", "too_long")]


def test_what_was_received_and_what_is_answered_cannot_be_changed() -> None:
    class Answer(AnswerModel):
        done: bool

    for model, name in ((form(), "count"), (Answer(done=True), "done")):
        with pytest.raises(ValidationError):
            setattr(model, name, None)
