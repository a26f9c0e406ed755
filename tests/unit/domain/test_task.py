from datetime import UTC, datetime

import pytest

from mneme.domain.task import Decision, FactResult, Task, TaskError, TaskState

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("state", TaskState)
def test_only_done_failed_and_dropped_are_final(state: TaskState) -> None:
    assert state.final is (state in {TaskState.DONE, TaskState.FAILED, TaskState.DROPPED})


def test_a_task_starts_with_its_first_attempt_and_no_results() -> None:
    task = Task("t", TaskState.PENDING, 1, 1, None, "digest", NOW, NOW, "p")

    assert (task.attempt, task.fact_count, task.results, task.error) == (1, None, (), None)


def test_results_and_errors_have_no_room_for_content() -> None:
    assert set(FactResult.__slots__) == {"decision", "memory_id", "revision", "code"}
    assert set(TaskError.__slots__) == {"code", "message"}


def test_the_decisions_are_the_five_of_the_design() -> None:
    assert {*Decision} == {"ADD", "UPDATE", "MERGE", "SKIP", "DELETE"}
