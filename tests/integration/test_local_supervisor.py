"""The supervisor over children that are quick to start: what it does when they end, or it does."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import local.child_process
from local.child_process import ChildSpec
from local.data_folder import StartError
from local.supervisor import Supervisor, pause_before_restart
from tests.integration.running_stack import ROOT, alive, eventually

CHILD = """
import os, pathlib, signal, sys, time
from local.lifeline import Lifeline
line, folder, kind = int(sys.argv[1].split("=")[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
(folder / f"{kind}-{os.getpid()}").touch()
if kind == "broken":
    sys.exit(3)
if kind == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
lifeline = Lifeline(line)
lifeline.watch()
if kind != "dumb":
    lifeline.ready()
time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "quick_child.py").write_text(CHILD)
    return tmp_path


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)])}


def _specs(folder: Path, *kinds: str) -> list[ChildSpec]:
    return [ChildSpec(kind, "quick_child", (str(folder), kind)) for kind in kinds]


def _pids(folder: Path, kind: str) -> list[int]:
    return [int(path.name.partition("-")[2]) for path in folder.glob(f"{kind}-*")]


def _run(
    folder: Path, *kinds: str, meanwhile: Callable[[Supervisor], Awaitable[None]] | None = None
) -> list[str]:
    """Run a supervisor until `meanwhile` has ended; return what happened."""
    happened: list[str] = []

    async def scenario() -> None:
        supervisor = Supervisor(
            _specs(folder, *kinds), _environment(folder), pause=lambda crashes: 0.01 * crashes
        )
        running = asyncio.create_task(supervisor.run(lambda: happened.append("ready")))
        while not happened and not running.done():
            await asyncio.sleep(0.01)
        if meanwhile and not running.done():
            await meanwhile(supervisor)
        supervisor.stop()
        await running
        happened.append("stopped")

    asyncio.run(scenario())
    return happened


def test_all_children_run_and_all_end(folder: Path) -> None:
    seen: list[int] = []

    async def look(supervisor: Supervisor) -> None:
        seen.extend(_pids(folder, "one") + _pids(folder, "two"))
        assert all(map(alive, seen))

    assert _run(folder, "one", "two", meanwhile=look) == ["ready", "stopped"]
    assert len(seen) == 2
    assert not any(map(alive, seen))


def test_a_crashed_child_is_started_again_and_the_log_says_so(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def crash(supervisor: Supervisor) -> None:
        os.kill(_pids(folder, "one")[0], signal.SIGKILL)
        while len(_pids(folder, "one")) < 2:
            await asyncio.sleep(0.01)

    assert _run(folder, "one", meanwhile=crash) == ["ready", "stopped"]
    assert caplog.messages == ["the process `one` ended with status -9; it starts again in 0.0 s"]
    assert not any(map(alive, _pids(folder, "one")))


def test_a_child_that_never_works_ends_the_start_and_the_others(folder: Path) -> None:
    with pytest.raises(StartError, match="`broken` could not start"):
        _run(folder, "one", "broken")

    assert not any(map(alive, _pids(folder, "one")))
    assert len(_pids(folder, "broken")) == 1


def test_a_stop_before_all_are_ready_ends_all(folder: Path) -> None:
    async def scenario() -> None:
        supervisor = Supervisor(_specs(folder, "one", "dumb"), _environment(folder))
        running = asyncio.create_task(supervisor.run(lambda: pytest.fail("it was never ready")))
        while len(_pids(folder, "one") + _pids(folder, "dumb")) < 2:
            await asyncio.sleep(0.01)
        supervisor.stop()
        await running

    asyncio.run(scenario())

    assert not any(map(alive, _pids(folder, "one") + _pids(folder, "dumb")))


def test_a_stubborn_child_is_ended_by_force(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local.child_process, "STOP_SECONDS", 0.1)

    assert _run(folder, "stubborn") == ["ready", "stopped"]
    assert not any(map(alive, _pids(folder, "stubborn")))


def test_children_end_with_a_killed_supervisor(folder: Path) -> None:
    script = (
        "import asyncio, sys; from pathlib import Path\n"
        "from tests.integration.test_local_supervisor import Supervisor, _environment, _specs\n"
        "folder = Path(sys.argv[1])\n"
        "supervisor = Supervisor(_specs(folder, 'one', 'two'), _environment(folder))\n"
        "asyncio.run(supervisor.run(lambda: (folder / 'ready').touch()))\n"
    )
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", script, str(folder)], env=_environment(folder)
    )
    eventually((folder / "ready").exists)
    children = _pids(folder, "one") + _pids(folder, "two")

    process.kill()
    process.wait()

    assert len(children) == 2
    eventually(lambda: not any(map(alive, children)), seconds=5)


def test_pauses_between_restarts_grow_and_are_bounded() -> None:
    assert [pause_before_restart(n) for n in (1, 2, 3, 7, 100)] == [0.5, 1.0, 2.0, 30.0, 30.0]
