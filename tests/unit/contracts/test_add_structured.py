import json
from datetime import UTC, datetime

import pytest

from mneme.contracts.http.add_structured import AddStructuredRequest
from mneme.contracts.http.fields import MEMORY_BYTES, TOO_LARGE
from mneme.domain.errors import InvalidRequest
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership, Provenance
from mneme.domain.scope import Level, Scope
from tests.unit.contracts.refusals import refusals

SAID = datetime(2026, 3, 1, tzinfo=UTC)


def body(**changes: object) -> dict[str, object]:
    return {"user_id": "u1", "content": "Orders take-away on Fridays"} | changes


def request(**changes: object) -> AddStructuredRequest:
    return AddStructuredRequest.model_validate_json(json.dumps(body(**changes)))


def test_the_least_request_is_a_plain_fact_of_the_user() -> None:
    least = request()

    assert least.scope == Scope(Level.GLOBAL)
    assert (least.skip_evolution, least.bulk) == (False, False)
    assert least.fact(SAID) == Fact("Orders take-away on Fridays", Ownership.USER, (), SAID)
    assert least.fact(SAID).provenance is Provenance.AUTOMATIC


def test_every_part_of_a_request_reaches_the_domain() -> None:
    full = request(
        app_id="a",
        session_id="s",
        level="SESSION",
        ownership="AGENT",
        mem_type="PROCEDURAL",
        kind="PERSONA",
        is_important=True,
        fact_key="tone",
        valid_at="2026-01-01T00:00:00Z",
        invalid_at="2026-12-31T00:00:00Z",
        expire_at="2027-01-01T00:00:00Z",
        custom_tags={"source": "stats"},
    )

    assert full.scope == Scope(Level.SESSION, "a", "s")
    assert full.fact(SAID) == Fact(
        text="Orders take-away on Fridays",
        ownership=Ownership.AGENT,
        sources=(),
        observed_at=SAID,
        mem_type=MemType.PROCEDURAL,
        kind=Kind.PERSONA,
        is_important=True,
        fact_key="tone",
        valid_at=datetime(2026, 1, 1, tzinfo=UTC),
        invalid_at=datetime(2026, 12, 31, tzinfo=UTC),
        expire_at=datetime(2027, 1, 1, tzinfo=UTC),
        custom_tags={"source": "stats"},
    )


@pytest.mark.parametrize(("level", "field"), [("APP", "app_id"), ("SESSION", "session_id")])
def test_a_level_without_its_own_id_is_refused(level: str, field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        _ = request(level=level).scope

    assert refused.value.field == field


def test_the_user_and_the_content_are_required() -> None:
    assert refusals(AddStructuredRequest, {}) == [("user_id", "missing"), ("content", "missing")]


@pytest.mark.parametrize("kind", Kind)
def test_only_kinds_that_are_not_derived_may_be_written(kind: Kind) -> None:
    given = body(kind=kind.value, ownership="AGENT")

    writable = kind in {Kind.FACT, Kind.PERSONA, Kind.CONSTRAINT}
    assert refusals(AddStructuredRequest, given) == ([] if writable else [("kind", "kind")])


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("user_id", "*", "invalid_id"),
        ("app_id", " ", "invalid_id"),
        ("session_id", {}, "invalid_id"),
        ("level", "TEAM", "enum"),
        ("ownership", None, "enum"),
        ("content", " ", "blank"),
        ("content", 7, "string_type"),
        ("content", "a" * (MEMORY_BYTES + 1), TOO_LARGE),
        ("mem_type", "VISUAL", "enum"),
        ("kind", "GOSSIP", "enum"),
        ("is_important", 1, "bool_type"),
        ("fact_key", "", "invalid_id"),
        ("valid_at", "2026-01-01T00:00:00", "naive_instant"),
        ("invalid_at", "soon", "instant"),
        ("expire_at", "2030-02-30", "instant"),
        ("expire_at", "2030-02-28", "naive_instant"),
        ("custom_tags", [], "dict_type"),
        ("custom_tags", {"User_ID": "u2"}, "reserved_tag"),
        ("custom_tags", {f"t{n}": n for n in range(21)}, "too_long"),
        ("skip_evolution", "true", "bool_type"),
        ("weight", 1.0, "extra_forbidden"),
        ("provenance", "EXPLICIT_REQUEST", "extra_forbidden"),
    ],
)
def test_a_wrong_field_is_named_with_the_refusal(name: str, value: object, kind: str) -> None:
    assert refusals(AddStructuredRequest, body(**{name: value})) == [(name, kind)]


def test_a_persona_describes_an_agent_and_nobody_else() -> None:
    given = body(kind="PERSONA", ownership="USER")

    assert refusals(AddStructuredRequest, given) == [("ownership", "between_fields")]


@pytest.mark.parametrize("invalid_at", ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+02:00"])
def test_a_fact_must_hold_for_some_time(invalid_at: str) -> None:
    given = body(valid_at="2026-01-01T00:00:00Z", invalid_at=invalid_at)

    assert refusals(AddStructuredRequest, given) == [("invalid_at", "between_fields")]


def test_an_interval_may_be_open_at_either_end() -> None:
    assert refusals(AddStructuredRequest, body(valid_at="2026-01-01T00:00:00Z")) == []
    assert refusals(AddStructuredRequest, body(invalid_at="2026-01-01T00:00:00Z")) == []


def test_what_is_written_at_once_cannot_wait_behind_others() -> None:
    assert request(bulk=True).bulk
    given = body(bulk=True, skip_evolution=True)
    assert refusals(AddStructuredRequest, given) == [("bulk", "between_fields")]
