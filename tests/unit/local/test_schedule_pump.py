from pathlib import Path
from typing import Any

from infra.schedules import Schedule
from local.kept_file import KeptFile
from local.schedule_pump import SchedulePump
from tests.doubles import FixedClock

MINUTE = Schedule("sweep", "test", "sweep", every_seconds=60)


class Setting:
    """A schedule over a file, and the events it sent."""

    def __init__(self, file: Path, clock: FixedClock | None = None) -> None:
        self.clock = clock or FixedClock()
        self.events: list[dict[str, Any]] = []
        self.fails = False
        self.pump = SchedulePump(MINUTE, self._invoke, self.clock, KeptFile(file))

    def _invoke(self, event: dict[str, Any]) -> None:
        self.events.append(event)
        if self.fails:
            raise RuntimeError("crash")


def test_the_function_is_invoked_at_once_and_then_at_each_interval(tmp_path: Path) -> None:
    setting = Setting(tmp_path / "last")

    worked = [setting.pump.step(), setting.pump.step()]
    setting.clock.advance(59)
    worked.append(setting.pump.step())
    setting.clock.advance(1)
    worked.append(setting.pump.step())

    assert worked == [True, False, False, True]
    assert setting.events == [{"schedule": "sweep"}] * 2


def test_a_restart_does_not_bring_the_next_turn_forward(tmp_path: Path) -> None:
    first = Setting(tmp_path / "last")
    first.pump.step()
    first.clock.advance(30)

    second = Setting(tmp_path / "last", first.clock)

    assert second.pump.step() is False


def test_what_was_slept_through_is_made_up_for_once(tmp_path: Path) -> None:
    setting = Setting(tmp_path / "last")
    setting.pump.step()
    setting.clock.advance(3600)

    assert [setting.pump.step(), setting.pump.step()] == [True, False]


def test_a_clock_set_back_does_not_silence_the_schedule(tmp_path: Path) -> None:
    setting = Setting(tmp_path / "last")
    setting.pump.step()
    setting.clock.advance(-3600)

    assert setting.pump.step() is True


def test_a_failing_function_is_awaited_at_its_next_turn(tmp_path: Path) -> None:
    setting = Setting(tmp_path / "last")
    setting.fails = True

    assert [setting.pump.step(), setting.pump.step()] == [True, False]
    setting.clock.advance(60)
    assert setting.pump.step() is True
