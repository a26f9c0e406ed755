import re

import pytest

from mneme.domain import errors
from mneme.domain.errors import (
    InvalidRequest,
    MnemeError,
    ModelOutage,
    OutageReason,
    WriteConflict,
)

ERRORS = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, MnemeError)
]
LEAF = re.compile(r"^(?P<indent>[│ ]*)[├└]── (?P<name>\w+)\s+(?P<code>\d{5})", re.MULTILINE)

DOCUMENTED_CODES = {
    40001, 40101, 40301, 40302, 40401, 40901, 40902, 41301, 42900, 42901, 42902, 50000, 50001,
    50002, 50101, 50401,
}  # fmt: skip


def drawn() -> dict[str, int]:
    return {leaf["name"]: int(leaf["code"]) for leaf in LEAF.finditer(errors.__doc__ or "")}


def test_the_tree_in_the_docstring_shows_every_error_with_its_code() -> None:
    assert drawn() == {one.__name__: one.code for one in ERRORS if one is not MnemeError}


def test_the_tree_in_the_docstring_is_the_inheritance() -> None:
    branches: list[str] = ["MnemeError"]
    for leaf in LEAF.finditer(errors.__doc__ or ""):
        depth = len(leaf["indent"]) // 4
        branches[depth:] = [leaf["name"]]
        parent = getattr(errors, leaf["name"]).__bases__[0]
        assert parent.__name__ == branches[depth - 1]


def test_the_codes_are_the_documented_ones() -> None:
    assert {one.code for one in ERRORS} == DOCUMENTED_CODES


def test_only_what_may_pass_by_itself_is_retryable() -> None:
    retryable = {one.__name__ for one in ERRORS if one.retryable}

    outages = {"Unavailable", "Overtaken", "WriteConflict", "ModelOutage", "Late", "NotAsked"}
    assert retryable == {"Throttled", "RecallTimedOut"} | outages


def test_an_error_carries_its_field_and_its_data() -> None:
    error = InvalidRequest("is wrong", field="messages[3].time", data={"limit": 5})

    assert (str(error), error.message, error.field) == ("is wrong", "is wrong", "messages[3].time")
    assert error.data == {"limit": 5}


def test_an_error_without_details_has_no_field_and_no_data() -> None:
    error = MnemeError("failed")

    assert error.field is None
    assert error.data == {}


def test_the_data_of_an_error_does_not_follow_the_callers_mapping() -> None:
    given = {"limit": 5}
    error = InvalidRequest("is wrong", data=given)
    given["limit"] = 6

    assert error.data == {"limit": 5}


@pytest.mark.parametrize("failed", [(), (0, 3)])
def test_a_write_conflict_says_which_actions_failed(failed: tuple[int, ...]) -> None:
    assert WriteConflict(failed).failed == failed


def test_an_outage_says_why_and_when_to_ask_again() -> None:
    outage = ModelOutage(OutageReason.THROTTLED, retry_after_seconds=2.5)

    assert outage.message == "the model did not answer: throttled"
    assert (outage.reason, outage.retry_after_seconds) == (OutageReason.THROTTLED, 2.5)


def test_what_takes_long_or_needs_an_operator_is_not_worth_repeating_at_once() -> None:
    lasting = {reason.value for reason in OutageReason if not reason.passing}

    assert lasting == {"timed_out", "misconfigured", "breaker_open"}
