"""A fault of ours is told by its trace id alone, and logged by its place, never by its text."""

import json
from typing import Any

import pytest

from mneme.domain.errors import InternalFault, MnemeError, Unavailable
from mneme.runtime.http_errors import STATUS_OF_CODE
from tests.functions.calls import call
from tests.functions.cloud import Cloud

CANARY = "xylophonist"
STRUCTURED = {"user_id": "u-1", "content": f"Is a {CANARY}", "skip_evolution": True}
Lines = list[dict[str, Any]]


def _failing(cloud: Cloud, fault: Exception) -> None:
    def write(*_: object) -> None:
        raise fault

    cloud.instead["write_structured"] = write


@pytest.mark.parametrize(
    "fault",
    [
        KeyError(CANARY),
        ValueError(f"cannot encode {CANARY}"),
        ZeroDivisionError(),
        RecursionError(CANARY),
        InternalFault("a row lacks something"),
    ],
)
def test_a_fault_of_ours_is_50000_with_its_trace_id_and_no_detail(
    cloud: Cloud, logged: Lines, fault: Exception
) -> None:
    _failing(cloud, fault)

    told = call(cloud, "add_structured", STRUCTURED)

    assert (told.status, told.code, told.msg, told.data) == (500, 50000, "internal error", None)
    (line,) = [line for line in logged if line["level"] == "ERROR"]
    assert line["trace_id"] == told.trace_id
    assert line["fault"].startswith(f"{type(fault).__name__} in write:")
    assert CANARY not in json.dumps(logged)


def test_a_store_that_does_not_answer_is_no_fault_of_ours(cloud: Cloud, logged: Lines) -> None:
    _failing(cloud, Unavailable("the table store did not answer"))

    told = call(cloud, "add_structured", STRUCTURED)

    assert (told.status, told.code) == (502, 50002)
    assert [line["level"] for line in logged] == ["INFO"]


def test_every_request_is_logged_with_its_code_and_a_hashed_user(
    cloud: Cloud, logged: Lines
) -> None:
    call(cloud, "add_structured", {**STRUCTURED, "user_id": "jane.doe@example.org"})

    (line,) = logged
    assert (line["verb"], line["code"], line["tenant"]) == ("add_structured", 0, "acme")
    assert "jane" not in json.dumps(line)
    assert CANARY not in json.dumps(line)


def test_a_refused_body_is_not_quoted_in_answer_or_log(cloud: Cloud, logged: Lines) -> None:
    told = call(cloud, "add", {"user_id": "u-1", "messages": [{"content": CANARY, "x": CANARY}]})

    assert told.code == 40001
    assert CANARY not in json.dumps([logged, told.msg, told.data])


def _codes(error: type[MnemeError]) -> set[int]:
    return {error.code}.union(*map(_codes, error.__subclasses__()))


def test_every_error_of_the_tree_has_a_status() -> None:
    assert _codes(MnemeError) == set(STATUS_OF_CODE)
