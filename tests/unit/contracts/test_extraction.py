"""The wishes of an add about its extraction: each refused by its path, or carried to the domain."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from mneme.contracts.http.add import AddRequest
from mneme.contracts.http.extraction import ENTITY_TYPE_LIMIT
from mneme.contracts.http.fields import FOCUS_BYTES, TAG_LIMIT, TOO_LARGE
from mneme.domain.conversation import Conversation
from mneme.domain.extraction.policy import DEFAULT_EXTRACTION, ExtractionPolicy, Mode, Style
from tests.unit.contracts.refusals import refusals

ONE = {"message_id": "m1", "role": "user", "content": "I keep two cats."}


def body(**changes: Any) -> dict[str, Any]:
    return {"user_id": "u1", "messages": [ONE]} | changes


def conversation(**changes: Any) -> Conversation:
    request = AddRequest.model_validate_json(json.dumps(body(**changes)))
    return request.conversation(datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize("changes", [{}, {"extraction": None}, {"extraction": {}}])
def test_without_a_wish_the_policy_is_the_default(changes: dict[str, Any]) -> None:
    assert conversation(**changes).policy == DEFAULT_EXTRACTION
    assert conversation(**changes).timezone is None


def test_every_wish_reaches_the_domain() -> None:
    given = {
        "focus": "travel plans",
        "style": "conservative",
        "mode": "shadow",
        "tags": {"source": "chat", "trial": True},
        "entity_types": ["person", "medical device", "城市"],
    }

    made = conversation(extraction=given, timezone="Asia/Shanghai")

    assert made.policy == ExtractionPolicy(
        focus="travel plans",
        style=Style.CONSERVATIVE,
        mode=Mode.SHADOW,
        tags={"source": "chat", "trial": True},
        entity_types=("person", "medical device", "城市"),
    )
    assert made.timezone == "Asia/Shanghai"


@pytest.mark.parametrize("mode", ["decide", "append", "shadow", "candidate", "off"])
def test_each_mode_of_the_design_may_be_asked_for(mode: str) -> None:
    assert conversation(extraction={"mode": mode}).policy.mode == mode


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("focus", "", "blank"),
        ("focus", "f" * (FOCUS_BYTES + 1), TOO_LARGE),
        ("focus", 7, "string_type"),
        ("style", "bold", "enum"),
        ("style", "CONSERVATIVE", "enum"),
        ("mode", "delete", "enum"),
        ("mode", None, "enum"),
        ("tags", {"user_id": "u2"}, "reserved_tag"),
        ("tags", {" Tenant ": "x"}, "reserved_tag"),
        ("tags", {f"t{n}": n for n in range(TAG_LIMIT + 1)}, "too_long"),
        ("entity_types", "person", "list_type"),
        ("entity_types", ["person", "Person"], "repeated"),
        ("entity_types", [f"t{n}" for n in range(ENTITY_TYPE_LIMIT + 1)], "too_long"),
        ("privacy", "off", "extra_forbidden"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_named(name: str, value: object, kind: str) -> None:
    assert refusals(AddRequest, body(extraction={name: value})) == [(f"extraction.{name}", kind)]


@pytest.mark.parametrize("name", ["", " ", " person", "a\nb", 'a"b', "<x>", "p" * 65])
def test_an_entity_type_is_a_plain_name(name: str) -> None:
    given = {"entity_types": ["person", name]}

    assert refusals(AddRequest, body(extraction=given)) == [
        ("extraction.entity_types.1", "entity_type")
    ]


@pytest.mark.parametrize("name", ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"])
def test_a_time_zone_is_named_as_the_iana_names_it(name: str) -> None:
    assert conversation(timezone=name).timezone == name


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Europe", "time_zone"),
        ("Europe/Atlantis", "time_zone"),
        ("+02:00", "time_zone"),
        ("CEST+2", "time_zone"),
        ("../../etc/passwd", "time_zone"),
        ("/etc/localtime", "time_zone"),
        ("", "time_zone"),
        ("UTC\n", "time_zone"),
        ("U\x00TC", "time_zone"),
        ("Z" * 65, "string_too_long"),
        (2, "string_type"),
    ],
)
def test_what_names_no_time_zone_is_refused(name: object, kind: str) -> None:
    assert refusals(AddRequest, body(timezone=name)) == [("timezone", kind)]
