import json
from datetime import UTC, datetime

import pytest

from mneme.contracts.http.add import MESSAGE_LIMIT, AddRequest
from mneme.contracts.http.fields import MESSAGE_BYTES, TOO_LARGE
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.errors import InvalidRequest
from mneme.domain.memory import Ownership
from mneme.domain.scope import Level, Scope
from tests.unit.contracts.refusals import refusals

ACCEPTED = datetime(2026, 3, 1, tzinfo=UTC)


def message(**changes: object) -> dict[str, object]:
    return {"message_id": "m1", "role": "user", "content": "I keep two cats."} | changes


def body(**changes: object) -> dict[str, object]:
    return {"user_id": "u1", "messages": [message()]} | changes


def conversation(**changes: object) -> Conversation:
    return AddRequest.model_validate_json(json.dumps(body(**changes))).conversation(ACCEPTED)


def test_the_least_request_becomes_a_global_conversation_of_the_user() -> None:
    assert conversation() == Conversation(
        scope=Scope(Level.GLOBAL),
        messages=(Message("m1", Role.USER, "I keep two cats."),),
        accepted_at=ACCEPTED,
        ownership=Ownership.USER,
    )


def test_every_part_of_a_message_reaches_the_domain() -> None:
    given = message(role="assistant", name="Nova", time="2023-05-24T08:00:00+02:00")

    (said,) = conversation(messages=[given]).messages

    assert (said.role, said.name) == (Role.ASSISTANT, "Nova")
    assert said.time == datetime(2023, 5, 24, 6, 0, tzinfo=UTC)


def test_a_message_from_more_than_a_day_ahead_is_refused_by_its_place() -> None:
    ahead = message(message_id="m2", time="2026-03-02T00:00:01Z")

    with pytest.raises(InvalidRequest) as refused:
        conversation(messages=[message(), ahead])

    assert (refused.value.code, refused.value.field) == (40001, "messages[1].time")


def test_a_clock_that_is_wrong_by_hours_is_put_up_with() -> None:
    (said,) = conversation(messages=[message(time="2026-03-02T00:00:00Z")]).messages

    assert said.time == datetime(2026, 3, 2, tzinfo=UTC)


def test_an_ownership_of_null_keeps_both_sides() -> None:
    assert conversation(ownership=None).ownership is None
    assert conversation(ownership="AGENT").ownership is Ownership.AGENT


def test_a_named_app_makes_an_app_memory_unless_the_level_says_otherwise() -> None:
    assert conversation(app_id="a", session_id="s").scope == Scope(Level.APP, "a", "s")
    assert conversation(app_id="a", level="GLOBAL").scope == Scope(Level.GLOBAL, "a")
    assert conversation(session_id="s", level="SESSION").scope == Scope(Level.SESSION, None, "s")


@pytest.mark.parametrize(("level", "field"), [("APP", "app_id"), ("SESSION", "session_id")])
def test_a_level_without_its_own_id_is_refused(level: str, field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        conversation(level=level)

    assert refused.value.field == field


def test_the_user_and_the_messages_are_required() -> None:
    assert refusals(AddRequest, {}) == [("user_id", "missing"), ("messages", "missing")]


@pytest.mark.parametrize("name", ["user_id", "app_id", "session_id", "idempotency_key"])
@pytest.mark.parametrize("value", ["", " ", "*", "a" * 129, {"ne": ""}, 1.5])
def test_an_id_that_is_none_is_refused_by_its_name(name: str, value: object) -> None:
    assert refusals(AddRequest, body(**{name: value})) == [(name, "invalid_id")]


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("user_id", None, "invalid_id"),
        ("level", "TEAM", "enum"),
        ("level", "app", "enum"),
        ("ownership", "BOTH", "enum"),
        ("messages", {}, "list_type"),
        ("messages", [], "too_short"),
        ("temporary", "yes", "bool_type"),
        ("temporary", None, "bool_type"),
        ("metadata", {"user_id": "u2"}, "extra_forbidden"),
        ("tenant_id", "other", "extra_forbidden"),
    ],
)
def test_a_wrong_field_of_the_request_is_named(name: str, value: object, kind: str) -> None:
    assert refusals(AddRequest, body(**{name: value})) == [(name, kind)]


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("message_id", "", "invalid_id"),
        ("message_id", 7, "invalid_id"),
        ("message_id", "a" * 129, "invalid_id"),
        ("role", "function", "enum"),
        ("role", None, "enum"),
        ("content", "", "blank"),
        ("content", None, "string_type"),
        ("content", ["text"], "string_type"),
        ("content", "a" * (MESSAGE_BYTES + 1), TOO_LARGE),
        ("name", " ", "invalid_id"),
        ("time", "2025-09-05T21:02:11", "naive_instant"),
        ("time", "2030-02-30T00:00:00Z", "instant"),
        ("user_id", "u2", "extra_forbidden"),
    ],
)
def test_a_wrong_field_of_a_message_is_named_with_its_place(
    name: str, value: object, kind: str
) -> None:
    given = [message(message_id="m0"), message(**{name: value})]

    assert refusals(AddRequest, body(messages=given)) == [(f"messages.1.{name}", kind)]


@pytest.mark.parametrize("name", ["message_id", "role", "content"])
def test_a_missing_part_of_a_message_is_named(name: str) -> None:
    given = {key: value for key, value in message().items() if key != name}

    assert refusals(AddRequest, body(messages=[given])) == [(f"messages.0.{name}", "missing")]


def test_there_are_at_most_sixty_four_messages() -> None:
    many = [message(message_id=f"m{n}") for n in range(MESSAGE_LIMIT + 1)]

    assert refusals(AddRequest, body(messages=many[:MESSAGE_LIMIT])) == []
    assert refusals(AddRequest, body(messages=many)) == [("messages", "too_long")]
    assert MESSAGE_LIMIT == 64


def test_each_message_id_may_be_given_once() -> None:
    given = [message(), message(content="Again.")]

    assert refusals(AddRequest, body(messages=given)) == [("messages", "between_fields")]


def test_a_message_of_the_full_length_is_kept_with_its_nul() -> None:
    content = "\x00" + "a" * (MESSAGE_BYTES - 1)

    assert conversation(messages=[message(content=content)]).messages[0].content == content


@pytest.mark.parametrize("value", [[], "text", 1, None])
def test_a_body_that_is_no_object_is_refused(value: object) -> None:
    assert refusals(AddRequest, value) == [("", "model_type")]
