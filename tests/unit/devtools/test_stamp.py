"""A stamp tells from which lock a folder was installed."""

from pathlib import Path

import pytest

from devtools import stamp


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "dev.txt"
    path.write_text("pytest==9\n")
    return path


def test_a_folder_that_was_never_installed_holds_nothing(tmp_path: Path, lock: Path) -> None:
    assert not stamp.holds(tmp_path / "absent", [lock])


def test_a_marked_folder_holds_its_lock_and_is_not_installed_again(
    tmp_path: Path, lock: Path
) -> None:
    stamp.mark(tmp_path, lock)

    assert stamp.holds(tmp_path, [lock])


def test_a_larger_lock_satisfies_who_asks_for_the_smaller(tmp_path: Path, lock: Path) -> None:
    smaller = tmp_path / "local.txt"
    smaller.write_text("uvicorn==1\n")
    stamp.mark(tmp_path, lock)

    assert stamp.holds(tmp_path, [smaller, lock])
    assert not stamp.holds(tmp_path, [smaller])


def test_a_lock_that_changed_is_no_longer_held(tmp_path: Path, lock: Path) -> None:
    stamp.mark(tmp_path, lock)

    lock.write_text("pytest==10\n")

    assert not stamp.holds(tmp_path, [lock])


def test_an_installation_that_began_is_in_doubt_until_it_ends(tmp_path: Path, lock: Path) -> None:
    stamp.mark(tmp_path, lock)

    stamp.unmark(tmp_path)

    assert not stamp.holds(tmp_path, [lock])
