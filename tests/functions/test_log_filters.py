"""What the log filters count is what functions and platform truly write, and nothing besides."""

import json
import re
import traceback
from typing import Any

import pytest

from infra.function import Trigger
from infra.log_filters import ERROR_LINES, raised_faults
from mneme.domain.errors import Unavailable
from tests.functions.calls import call
from tests.functions.cloud import Cloud, event

RAISED_FAULTS = raised_faults(Trigger.AUTHORIZER)
ASK = {"user_id": "u-1", "query": "tea"}
Lines = list[dict[str, Any]]


def _counts(pattern: str, line: str) -> bool:
    """Return whether CloudWatch counts a line: for patterns of the two forms that are used here."""
    field = re.fullmatch(r'\{ \$\.(\w+) = "(\w+)" \}', pattern)
    if field is None:
        wanted = re.findall(r'(?:^| )"([^"]+)"', pattern)
        unwanted = re.findall(r'-"([^"]+)"', pattern)
        assert wanted
        assert unwanted
        return all(one in line for one in wanted) and not any(one in line for one in unwanted)
    try:
        told = json.loads(line)
    except ValueError:
        return False
    return bool(told.get(field[1]) == field[2])


def _platform_line(fault: Exception) -> str:
    """Return what the platform writes of an exception that a function raises."""
    trace = "".join(traceback.format_tb(fault.__traceback__))
    return f"[ERROR] {type(fault).__name__}: {fault}\nTraceback (most recent call last):\n{trace}"


def _errors(logged: Lines) -> list[str]:
    return [line["message"] for line in logged if _counts(ERROR_LINES, json.dumps(line))]


def test_a_fault_of_ours_is_counted_and_a_callers_is_not(cloud: Cloud, logged: Lines) -> None:
    call(cloud, "recall", {})
    assert (len(logged), _errors(logged)) == (1, [])

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    cloud.instead["recall"] = broken
    call(cloud, "recall", ASK)

    assert _errors(logged) == ["unexpected fault"]


def test_an_authorizer_that_refuses_is_not_counted(cloud: Cloud) -> None:
    unknown = {**event("tenant_authorizer", "token__known_key"), "authorizationToken": "Bearer x"}

    with pytest.raises(Exception, match="Unauthorized") as refusal:
        cloud.invoke("tenant_authorizer", unknown)

    assert not _counts(RAISED_FAULTS, _platform_line(refusal.value))


@pytest.mark.parametrize("fault", [Unavailable("a table did not answer"), KeyError("it")])
def test_an_authorizer_that_cannot_tell_is_counted(cloud: Cloud, fault: Exception) -> None:
    class Broken:
        def recognize(self, credential: str) -> None:
            raise fault

    cloud.instead["credentials"] = Broken()

    with pytest.raises(Exception, match=r"did not answer|in recognize") as raised:
        cloud.invoke("tenant_authorizer", event("tenant_authorizer", "token__known_key"))

    assert _counts(RAISED_FAULTS, _platform_line(raised.value))


def test_lines_of_metrics_and_of_the_platform_are_no_errors_of_ours() -> None:
    lines = ['{"_aws":{},"recall_ms":[1.0]}', "REPORT RequestId: 1 Duration: 2 ms"]

    assert [line for line in lines if _counts(ERROR_LINES, line)] == []
