"""Files of containers whose objects expire go, as S3 lets them go by itself."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from mneme.adapters.file_blob_store import FileBlobStore
from mneme.domain.tenancy import internal_context

ACME = internal_context("acme")


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
    stat = Path.stat

    def look(path: Path, **given: Any) -> os.stat_result:
        if path.name == "first":
            path.unlink(missing_ok=True)
        return stat(path, **given)

    monkeypatch.setattr(Path, "stat", look)

    assert blobs.expire("payloads", datetime.now(UTC) + timedelta(hours=1), 10) == 1
