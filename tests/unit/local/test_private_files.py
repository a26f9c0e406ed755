import json
import os
from pathlib import Path

import pytest

from local.kept_file import KeptFile
from local.ready_file import remove_ready_file, write_private, write_ready_file


def test_a_private_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    write_private(tmp_path / "api_key", "mk_home\n")

    assert (tmp_path / "api_key").read_text() == "mk_home\n"
    assert (tmp_path / "api_key").stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    write_private(tmp_path / "api_key", "old")

    with pytest.raises(UnicodeEncodeError):
        write_private(tmp_path / "api_key", "\ud800")

    assert [entry.name for entry in tmp_path.iterdir()] == ["api_key"]
    assert (tmp_path / "api_key").read_text() == "old"


def test_the_ready_file_is_made_with_its_folder_and_is_json(tmp_path: Path) -> None:
    path = tmp_path / "run" / "ready.json"

    write_ready_file(path, {"base_url": "http://127.0.0.1:1", "pid": 7})

    assert json.loads(path.read_text()) == {"base_url": "http://127.0.0.1:1", "pid": 7}


def test_a_ready_file_is_removed_by_its_writer_only(tmp_path: Path) -> None:
    path = tmp_path / "ready.json"
    write_ready_file(path, {"pid": os.getpid() + 1})

    remove_ready_file(path, os.getpid())
    assert path.exists()

    remove_ready_file(path, os.getpid() + 1)
    remove_ready_file(path, os.getpid() + 1)
    assert not path.exists()


@pytest.mark.parametrize("content", ["not json", "[1]", "{}"])
def test_what_is_no_ready_file_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "ready.json"
    path.write_text(content)

    remove_ready_file(path, os.getpid())

    assert path.read_text() == content


def test_a_kept_value_outlives_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "worker" / "value"
    first = KeptFile(path)
    assert first.read() is None

    first.write(["1"])
    first.write(["1", "2"])

    assert first.read() == ["1", "2"]
    assert KeptFile(path).read() == ["1", "2"]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("torn", ["", "\0\0\0", '["1"'])
def test_a_value_torn_by_a_power_cut_is_as_good_as_none(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "value"
    path.write_text(torn)

    assert KeptFile(path).read() is None
