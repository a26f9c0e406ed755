"""Events made here hold whatever the recorded events of the cloud hold, at the same places."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from infra.canary import TURNS
from infra.schedules import SCHEDULES
from local.gateway_events import proxy_event, token_event
from local.options import ROOT
from local.queue_events import queue_event
from local.stream_events import stream_event
from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import Key
from mneme.application.ports.work_queue import ReceivedMessage
from tests.unit.local.builders import http_request

# Places whose content is the caller's own, such as header names, or an item's attributes.
OPEN = {"headers", "multiValueHeaders", "authorizer", "NewImage", "OldImage", "identity"}


def _recorded(source: str) -> list[Any]:
    found = sorted(ROOT.glob(f"events/*/{source}__*.json"))
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in found]


def _places(value: Any, at: str = "") -> Iterator[str]:
    """Yield the path of every named place of an event; all members of a list are one place."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield f"{at}.{name}"
            if name not in OPEN:
                yield from _places(inner, f"{at}.{name}")
    if isinstance(value, list):
        for inner in value:
            yield from _places(inner, f"{at}[]")


def _missing(recorded: Path, made: dict[str, Any]) -> set[str]:
    return set(_places(json.loads(recorded.read_text()))) - set(_places(made))


@pytest.mark.parametrize("recorded", _recorded("apigateway"))
def test_an_http_request_looks_as_from_api_gateway(recorded: Path) -> None:
    assert _missing(recorded, proxy_event(http_request(), "{}", {"tenant_id": "home"})) == set()


@pytest.mark.parametrize("recorded", _recorded("token"))
def test_a_token_check_looks_as_from_api_gateway(recorded: Path) -> None:
    assert _missing(recorded, token_event(http_request(), "Bearer mk_home")) == set()


@pytest.mark.parametrize("recorded", _recorded("sqs"))
def test_messages_look_as_from_sqs(recorded: Path) -> None:
    made = queue_event("extraction", [ReceivedMessage("m", "{}", "r", "g", 1, 0)], 0)

    assert _missing(recorded, made) == set()


@pytest.mark.parametrize("recorded", _recorded("dynamodb"))
def test_changes_look_as_from_dynamodb_streams(recorded: Path) -> None:
    item = {"pk": "u", "sk": "m"}
    change = ItemChange("1", "heads", Key("u", "m"), item, item)

    assert _missing(recorded, stream_event([change], datetime(2026, 3, 1, tzinfo=UTC))) == set()


@pytest.mark.parametrize("recorded", _recorded("schedule"))
def test_a_schedules_event_names_it_as_in_the_list(recorded: Path) -> None:
    names = {schedule.name for schedule in (*SCHEDULES, TURNS)}

    assert json.loads(recorded.read_text()) in [{"schedule": name} for name in names]


@pytest.mark.parametrize("source", ["apigateway", "token", "sqs", "dynamodb", "schedule"])
def test_there_are_recorded_events_to_compare_with(source: str) -> None:
    assert _recorded(source)
