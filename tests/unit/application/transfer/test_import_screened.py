"""Whatever an import tells is screened before any of it is stored, wherever it stands."""

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest

from mneme.contracts.http.user_import import UserImportRequest
from mneme.domain.errors import SensitiveContent
from mneme.domain.sensitive.content import SensitivePolicy
from tests.doubles.export_lines import HEADER, LINE
from tests.doubles.transfer import PRIVACY, export_lines, imported
from tests.doubles.world import World

OTHER = "u-other"
CARD = "4111111111111111"
SECRET = "AKIAIOSFODNN7EXAMPLE"
SOURCE = {"session_id": "s-1", "message_id": "m-1"}
PLACE = {
    "memory_id": "01KJKB3Q000000000000000008",
    "level": "SESSION",
    "app_id": "planner",
    "session_id": "s-1",
}


def whole() -> dict[str, Any]:
    """Return a line that tells something in every field that takes words."""
    line = deepcopy(LINE)
    line |= {
        "level": "SESSION",
        "app_id": "planner",
        "session_id": "s-1",
        "elsewhere": [dict(PLACE)],
    }
    line["revisions"][0] |= {
        "speaker": "Ann",
        "fact_key": "seat",
        "custom_tags": {"colour": "red"},
        "entities": [{"name": "Oslo", "type": "city"}],
        "sources": [dict(SOURCE)],
        "parts": [{"text": "Likes windows", "sources": [dict(SOURCE)]}],
    }
    return {**line, "revision": 2, "revisions": [line["revisions"][0], _second(line)]}


def _second(line: dict[str, Any]) -> dict[str, Any]:
    return {**deepcopy(line["revisions"][0]), "revision": 2, "content": "Prefers aisles."}


def _texts(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places of all texts, and of the names of tags."""
    if isinstance(told, str):
        yield path
    if isinstance(told, dict):
        for name, value in told.items():
            yield from _texts(value, (*path, name))
    if isinstance(told, list):
        for place, value in enumerate(told):
            yield from _texts(value, (*path, place))


def _with(path: tuple[Any, ...], text: str) -> dict[str, Any]:
    line = whole()
    inner = line
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = text
    return line


def _request(line: dict[str, Any]) -> UserImportRequest:
    body = {"user_id": OTHER, "header": HEADER, "lines": [line]}
    return UserImportRequest.model_validate_json(json.dumps(body))


def _is_free(path: tuple[Any, ...]) -> bool:
    """Return whether the contract lets anything stand there."""
    try:
        _request(_with(path, SECRET))
    except ValueError:
        return False
    return True


FREE = [path for path in _texts(whole()) if _is_free(path)]


def test_these_are_all_places_of_words_and_ids() -> None:
    names = {next(one for one in reversed(path) if isinstance(one, str)) for path in FREE}
    assert names == {
        "app_id",
        "session_id",
        "message_id",
        "content",
        "speaker",
        "fact_key",
        "colour",
        "name",
        "type",
        "text",
    }


@pytest.mark.parametrize("path", FREE, ids=str)
def test_who_rejects_credentials_refuses_the_line_by_its_field(path: tuple[Any, ...]) -> None:
    world = World(sensitive=SensitivePolicy.REJECT)

    with pytest.raises(SensitiveContent) as refused:
        world.transfer.begin_import(PRIVACY, OTHER, _request(_with(path, SECRET)).told())

    assert str(refused.value.field).startswith(f"lines[0].{path[0]}")
    assert not world.rows("jobs")


@pytest.mark.parametrize("path", FREE, ids=str)
def test_who_redacts_them_stores_none(path: tuple[Any, ...]) -> None:
    world = World(sensitive=SensitivePolicy.REDACT)
    lines = [HEADER, _with(path, SECRET), {}]

    with suppress(SensitiveContent):  # ids cannot be redacted
        imported(world, lines, OTHER)

    assert SECRET not in str(export_lines(world, OTHER))


def test_who_allows_them_keeps_them() -> None:
    world = World(sensitive=SensitivePolicy.ALLOW)

    imported(world, [HEADER, _with(("revisions", 0, "content"), SECRET), {}], OTHER)

    assert SECRET in str(export_lines(world, OTHER))


@pytest.mark.parametrize(("kind", "most"), [("message", 16 * 1024), ("memory", 4 * 1024)])
def test_what_grew_by_marks_of_what_was_redacted_comes_in_again(kind: str, most: int) -> None:
    world = World(sensitive=SensitivePolicy.REDACT)
    text = f"{CARD} " * (most // (len(CARD) + 1))
    line = _with(("revisions", 1, "content"), text + "x" * (most - len(text)))
    line |= {"type": kind, "kind": "TURN" if kind == "message" else "FACT"}
    line |= {"expire_at": "2026-05-01T00:00:00+00:00"} if kind == "message" else {}
    imported(world, [HEADER, line, {}], OTHER)
    grown = export_lines(world, OTHER)
    size = len(grown[1]["revisions"][1]["content"])
    assert size > most

    assert imported(world, grown, "u-third").progress.changed == 1

    assert export_lines(world, "u-third")[-1] == grown[-1]
