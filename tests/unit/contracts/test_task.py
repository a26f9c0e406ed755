from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mneme.contracts.http.task import TaskAnswer, TaskRequest
from mneme.domain.task import Decision, FactResult, Task, TaskError, TaskState
from tests.unit.contracts.refusals import refusals

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def task(
    state: TaskState = TaskState.DONE,
    results: tuple[tuple[int, FactResult], ...] = (),
    error: TaskError | None = None,
) -> Task:
    return Task("t1", state, 1, 1, "a", "digest", NOW, NOW, "p", results=results, error=error)


def test_a_task_is_asked_for_by_its_user_and_its_id() -> None:
    assert refusals(TaskRequest, {"user_id": 7, "task_id": "t1"}) == []
    assert refusals(TaskRequest, {}) == [("user_id", "missing"), ("task_id", "missing")]


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("user_id", "", "invalid_id"),
        ("task_id", "", "invalid_id"),
        ("task_id", "*", "invalid_id"),
        ("task_id", {"ne": ""}, "invalid_id"),
        ("task_id", 7, "invalid_id"),
        ("app_id", "a", "extra_forbidden"),
    ],
)
def test_a_wrong_field_is_named_with_the_refusal(name: str, value: object, kind: str) -> None:
    given = {"user_id": "u1", "task_id": "t1"} | {name: value}

    assert refusals(TaskRequest, given) == [(name, kind)]


def test_a_fault_of_ours_keeps_its_text_to_itself() -> None:
    faults = [TaskError(50000, "a task lost its data"), TaskError(40301, "memory is off")]

    told = [TaskAnswer.of(task(TaskState.FAILED, error=fault)).error for fault in faults]

    assert [error and error.msg for error in told] == ["internal error", "memory is off"]


def test_an_answer_lists_the_results_in_order_of_the_facts() -> None:
    results = (
        (0, FactResult(Decision.ADD, "m1", 1)),
        (1, FactResult(Decision.UPDATE, "m0", 2, code=42902)),
        (2, FactResult.refused(42901)),
    )

    answer = TaskAnswer.of(task(results=results))

    assert answer.model_dump(mode="json") == {
        "task_id": "t1",
        "state": "DONE",
        "accepted_at": "2026-03-01T00:00:00Z",
        "updated_at": "2026-03-01T00:00:00Z",
        "results": [
            {"decision": "ADD", "memory_id": "m1", "revision": 1, "code": 0},
            {"decision": "UPDATE", "memory_id": "m0", "revision": 2, "code": 42902},
            {"decision": None, "memory_id": None, "revision": None, "code": 42901},
        ],
        "left_out": 0,
        "error": None,
        "redacted": {},
    }


def test_an_answer_counts_what_was_redacted() -> None:
    answer = TaskAnswer.of(replace(task(), redacted={"password": 2}))

    assert answer.redacted == {"password": 2}


def test_an_answer_says_why_a_task_failed() -> None:
    answer = TaskAnswer.of(task(TaskState.FAILED, error=TaskError(50001, "extraction failed")))

    assert answer.error is not None
    assert (answer.error.code, answer.error.msg) == (50001, "extraction failed")


def test_an_answer_tells_nothing_of_how_the_task_is_kept() -> None:
    hidden = {"epoch", "key_epoch", "body_digest", "attempt"}

    assert hidden.isdisjoint(TaskAnswer.model_fields)
