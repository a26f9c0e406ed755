"""Files of containers whose objects expire go, as S3 lets them go by itself."""

import os
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mneme.adapters.file_blob_store import FileBlobStore
from mneme.adapters.file_digest_store import FileDigestStore
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context

ACME = internal_context("acme")


class KilledError(BaseException):
    """The writer's process ends here."""


def killed_in(write: Callable[[], None]) -> None:
    """Let a writer end as all of a file is written, with no time to take anything back."""

    def end(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise KilledError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mneme.adapters.durable_files.os.fsync", end)
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        with pytest.raises(KilledError):
            write()


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_files_that_are_older_than_their_container_keeps_them_go(tmp_path: Path) -> None:
    blobs = FileBlobStore(tmp_path)
    for name in ("old", "older", "new"):
        blobs.put(ACME, "payloads", name, b"data")
    blobs.put(ACME, "archive", "old", b"data")
    now = datetime(2026, 3, 1, tzinfo=UTC)
    for path in tmp_path.glob("*/*/*"):
        age = 0 if path.name == "new" else 3600
        os.utime(path, (now.timestamp() - age,) * 2)

    gone = [blobs.expire("payloads", now - timedelta(minutes=30), 1) for _ in range(3)]

    assert gone == [1, 1, 0]
    assert sorted(path.name for path in tmp_path.glob("*/*/*")) == ["new", "old"]
    assert blobs.get(ACME, "archive", "old") == b"data"


def test_a_container_that_was_never_used_holds_nothing_old(tmp_path: Path) -> None:
    assert FileBlobStore(tmp_path).expire("payloads", datetime.now(UTC), 10) == 0


def test_a_file_that_goes_while_files_are_looked_through_is_no_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blobs = FileBlobStore(tmp_path)
    for name in ("first", "second"):
        blobs.put(ACME, "payloads", name, b"data")
    looked = Path.stat

    def look(path: Path, **given: Any) -> os.stat_result:
        if path.name == "first":
            path.unlink(missing_ok=True)
        return looked(path, **given)

    monkeypatch.setattr(Path, "stat", look)

    assert blobs.expire("payloads", datetime.now(UTC) + timedelta(hours=1), 10) == 1


@pytest.mark.parametrize("there", [False, True])
def test_what_a_killed_writer_left_is_named_once_and_goes_with_its_object(
    tmp_path: Path, there: bool
) -> None:
    blobs = FileBlobStore(tmp_path)
    if there:
        blobs.put(ACME, "exports", "ab/One", b"before")
    for _ in range(2):
        killed_in(partial(blobs.put, ACME, "exports", "ab/One", b"clear text"))
    blobs.put(ACME, "exports", "ab/One2", b"another")

    names = list(blobs.names_under(ACME, "exports", "ab"))
    blobs.delete(ACME, "exports", "ab/One")

    assert names == ["ab/One", "ab/One2"]
    assert [path.read_bytes() for path in files_in(tmp_path)] == [b"another"]


def test_what_a_killed_writer_left_is_no_object(tmp_path: Path) -> None:
    blobs = FileBlobStore(tmp_path)
    killed_in(partial(blobs.put, ACME, "exports", "ab/1", b"clear text"))

    assert blobs.get(ACME, "exports", "ab/1") is None


def test_a_folder_is_deleted_with_what_killed_writers_left_in_it(tmp_path: Path) -> None:
    blobs = FileBlobStore(tmp_path)
    for name in ("ab/1", f"ab/{'x' * 300}"):
        killed_in(partial(blobs.put, ACME, "payloads", name, b"data"))

    assert blobs.count_under(ACME, "payloads", "ab") == 2
    assert blobs.delete_under(ACME, "payloads", "ab") == 2
    assert files_in(tmp_path) == []


def test_an_object_that_is_deleted_while_it_is_written_does_not_come(tmp_path: Path) -> None:
    blobs = FileBlobStore(tmp_path)

    def pieces() -> Iterator[bytes]:
        yield b"clear text"
        blobs.delete(ACME, "exports", "ab/1")

    with pytest.raises(Unavailable):
        blobs.write(ACME, "exports", "ab/1", pieces())

    assert files_in(tmp_path) == []


def test_what_a_killed_writer_left_of_a_digest_is_none(tmp_path: Path) -> None:
    digests = FileDigestStore(tmp_path)
    digests.write_once(ACME, "day-1", b"digest")
    killed_in(partial(digests.write_once, ACME, "day-2", b"digest"))

    assert digests.names(ACME) == ["day-1"]
