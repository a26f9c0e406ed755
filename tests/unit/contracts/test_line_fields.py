"""What a line of an export may tell: as much as could be told, however much its marks add."""

import json
from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from mneme.contracts.http.user_import import MemoryLine
from mneme.domain.sensitive.content import apply_policy
from mneme.domain.sensitive.policy import SensitivePolicy
from tests.doubles.export_lines import LINE

CARD = "4111111111111111"
TOLD = f"{'k' * 111} {CARD}"
STORED = apply_policy(TOLD, SensitivePolicy.REDACT).text
MARKS = "[redacted: bank account number]" * 128


def checked(told: dict[str, Any]) -> MemoryLine:
    """Return a line as a body tells it."""
    return MemoryLine.model_validate_json(json.dumps(told))


def line(**said: Any) -> dict[str, Any]:
    """Return a line of which the revision says this."""
    told = deepcopy(LINE)
    told["revisions"][0] |= said
    return told


def saying(text: str) -> list[dict[str, Any]]:
    """Return what may be said of a memory, with a text in each field that takes a short one."""
    return [
        {"speaker": text},
        {"fact_key": text},
        {"custom_tags": {"note": text}},
        {"custom_tags": {text: "note"}},
        {"entities": [{"name": text, "type": "city"}]},
        {"entities": [{"name": "Oslo", "type": text}]},
    ]


@pytest.mark.parametrize("said", [*saying(STORED), *saying(MARKS)])
def test_what_was_as_long_as_can_be_when_it_was_told_comes_in_with_its_marks(
    said: dict[str, Any],
) -> None:
    assert len(TOLD) == 128 < len(STORED)

    (revision,) = checked(line(**said)).model_dump(mode="json")["revisions"]

    assert {name: revision[name] for name in said} == said


@pytest.mark.parametrize(
    "said", [*saying("k" * 129), *saying("k" * 16 + STORED), *saying(f"x{MARKS}"), *saying(" ")[:2]]
)
def test_what_nobody_could_have_told_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        checked(line(**said))

    (field,) = said
    assert refused.value.errors()[0]["loc"][:3] == ("revisions", 0, field)


@pytest.mark.parametrize("value", [True, 7, 0.5])
def test_tags_that_are_no_text_stay_what_they_are(value: float) -> None:
    told = checked(line(custom_tags={"tag": value}))

    assert told.revisions[0].custom_tags == {"tag": value}
    assert type(told.revisions[0].custom_tags["tag"]) is type(value)


@pytest.mark.parametrize("name", ["weight", "Tenant_ID"])
def test_a_reserved_name_is_none_of_a_tag(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        checked(line(custom_tags={name: "x"}))


@pytest.mark.parametrize(
    "name",
    ["created_at", "changed_at", "deleted_at", "weight_at", "last_recalled_at", "past_since"],
)
def test_nothing_was_done_before_there_were_clocks_to_tell_it(name: str) -> None:
    assert checked({**LINE, name: "1970-01-01T00:00:00Z"})

    with pytest.raises(ValidationError, match="must not be before 1970") as refused:
        checked({**LINE, name: "1969-12-31T23:59:59Z"})

    assert refused.value.errors()[0]["loc"] == (name,)


@pytest.mark.parametrize("name", ["observed_at", "valid_at", "invalid_at", "expire_at"])
def test_what_is_told_may_be_of_any_time(name: str) -> None:
    assert checked({**LINE, name: "0001-01-01T00:00:00Z"})
