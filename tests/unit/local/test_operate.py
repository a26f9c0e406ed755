"""The operator's command over a local stack's data."""

from pathlib import Path

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.application.ports.work_queue import QueueMessage
from mneme.application.tasks.queue_messages import REINFORCEMENT
from mneme.domain.task import TaskError, TaskState
from mneme.runtime import bootstrap
from mneme.runtime.bootstrap import Services
from tests.doubles.made import said


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    """Return services over a data folder that holds one failed task and one dead letter."""
    for name, value in child_environment(tmp_path, "WARNING", {}).items():
        monkeypatch.setenv(name, value)
    (tmp_path / MARKER).touch()
    bootstrap.services.cache_clear()
    made = bootstrap.services()
    tenant = made.tenants.create("home")
    task = made.accept_add(
        tenant, "ada", said("I live in Oslo.", accepted_at=made.clock.now()), "k"
    )
    error = TaskError(50001, "it failed")
    made.tasks.finish(tenant, "ada", task, TaskState.FAILED, error=error)
    made.backend.queue.send(tenant, REINFORCEMENT, QueueMessage("{}"))
    for _ in range(6):
        for received in made.queue_consumer.receive(REINFORCEMENT, 1):
            made.queue_consumer.release(REINFORCEMENT, received.receipt)
    return made


def _run(tmp_path: Path, *arguments: str) -> int:
    return operate.main(["redrive", "--data", str(tmp_path), *arguments])


def test_without_a_word_more_it_shows_and_changes_nothing(
    made: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tmp_path) == 0

    shown = capsys.readouterr().out
    assert "50001  home ada t_" in shown
    assert "reinforcement: 1 dead letters" in shown
    assert len(list(made.redrive_tasks.failed())) == 1


def test_it_opens_tasks_once(
    made: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(tmp_path, "--yes")
    _run(tmp_path, "--yes")

    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "tasks are" in line] == [
        "1 tasks are open again",
        "0 tasks are open again",
    ]
    assert list(made.redrive_tasks.failed()) == []


def test_it_moves_dead_letters_back(
    made: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(tmp_path, "--move-back", "reinforcement")

    assert "1 messages go back to reinforcement" in capsys.readouterr().out
    assert made.dead_letters.depth("reinforcement") == 0


def test_it_names_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        operate.main(["redrive", "--help"])

    shown = capsys.readouterr().out
    assert ended.value.code == 0
    assert all(option in shown for option in ("--data", "--stage", "--yes", "--move-back"))


def test_a_folder_without_data_is_named_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert operate.main(["redrive", "--data", str(tmp_path / "mistyped")]) == 1

    assert "mistyped holds no data of a local stack" in capsys.readouterr().err
    assert not (tmp_path / "mistyped").exists()
