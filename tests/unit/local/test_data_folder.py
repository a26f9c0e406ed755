import os
from pathlib import Path

import pytest

from local.data_folder import LOCK, MARKER, DataFolder, StartError, claim


def claimed(path: Path, *, fresh: bool = False) -> DataFolder:
    return claim(path, fresh=fresh, wait=lambda seconds: None)


def test_a_new_folder_is_made_private_and_marked_as_ours(tmp_path: Path) -> None:
    folder = claimed(tmp_path / "new" / "data")

    assert folder.path.stat().st_mode & 0o777 == 0o700
    assert (folder.path / MARKER).exists()
    os.close(folder.lock)


def test_a_folder_in_use_is_refused_with_the_process_that_uses_it(tmp_path: Path) -> None:
    first = claimed(tmp_path)

    with pytest.raises(StartError, match=f"in use by another Mneme .process {os.getpid()}."):
        claimed(tmp_path)

    os.close(first.lock)
    os.close(claimed(tmp_path).lock)


def test_the_last_holder_gets_a_moment_to_let_go(tmp_path: Path) -> None:
    first = claimed(tmp_path)

    second = claim(tmp_path, fresh=False, wait=lambda seconds: os.close(first.lock))

    assert second.lock >= 0
    os.close(second.lock)


def test_data_stays_unless_a_fresh_start_is_asked_for(tmp_path: Path) -> None:
    os.close(claimed(tmp_path).lock)
    (tmp_path / "tables.db").write_text("data")
    (tmp_path / "blobs").mkdir()
    (tmp_path / "blobs" / "one").write_text("data")

    os.close(claimed(tmp_path).lock)
    assert (tmp_path / "blobs" / "one").exists()

    os.close(claimed(tmp_path, fresh=True).lock)
    assert {entry.name for entry in tmp_path.iterdir()} == {MARKER, LOCK}


def test_a_fresh_start_follows_no_link_out_of_the_folder(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").write_text("kept")
    data = tmp_path / "data"
    os.close(claimed(data).lock)
    (data / "link").symlink_to(elsewhere)

    os.close(claimed(data, fresh=True).lock)

    assert (elsewhere / "precious").exists()
    assert not (data / "link").is_symlink()


@pytest.mark.parametrize("fresh", [True, False])
def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path, fresh: bool) -> None:
    (tmp_path / "thesis.txt").write_text("precious")

    with pytest.raises(StartError, match="not a data folder of Mneme"):
        claimed(tmp_path, fresh=fresh)

    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_fresh_start_does_not_empty_a_folder_in_use(tmp_path: Path) -> None:
    first = claimed(tmp_path)
    (tmp_path / "tables.db").write_text("data")

    with pytest.raises(StartError):
        claimed(tmp_path, fresh=True)

    assert (tmp_path / "tables.db").exists()
    os.close(first.lock)


def test_a_path_that_is_no_folder_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(StartError, match="cannot be used for data"):
        claimed(tmp_path / "file")
