"""What every blob store does: files, and S3 by moto, with and without versions."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from botocore.stub import Stubber

from mneme.adapters.blob_names import file_part, object_key
from mneme.adapters.file_blob_store import FileBlobStore
from mneme.adapters.s3_blob_store import S3BlobStore
from mneme.application.ports.blob_store import BlobStore
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract import aws
from tests.contract.blob_stores import s3

ACME = internal_context("acme")
HOSTILE = (
    "",
    ".",
    "..",
    "../x",
    "../../../../etc/passwd",
    "/absolute",
    "a/b",
    "a//b",
    "a\\b",
    "%2e",
    "%2e%2e%2f",
    ".hidden",
    "~new-file",
    "~",
    "nul\x00byte",
    "new\nline",
    " ",
    "*",
    "A",
    "a",
    "é",
    "e\u0301",
    "🙂🙃",
    "\ud800",
    "x" * 300,
    "x" * 301,
    "🙂" * 300,
    "🙂" * 299 + "🙃",
    "CON",
    "name?versionId=1#part",
)


def test_an_object_is_read_as_it_was_written(blobs: BlobStore) -> None:
    blobs.put(ACME, "payloads", "task-1", bytes(range(256)))

    assert blobs.get(ACME, "payloads", "task-1") == bytes(range(256))


@pytest.mark.parametrize("pieces", [(), (b"",), (b"a", b"", b"bc"), (bytes(3_000_000),) * 6])
def test_an_object_is_written_piece_by_piece(blobs: BlobStore, pieces: tuple[bytes, ...]) -> None:
    blobs.put(ACME, "payloads", "task-1", b"before")

    blobs.write(ACME, "payloads", "task-1", iter(pieces))

    assert blobs.get(ACME, "payloads", "task-1") == b"".join(pieces)


def test_an_object_whose_pieces_fail_stays_as_it_was(blobs: BlobStore) -> None:
    def pieces() -> Iterator[bytes]:
        yield bytes(9_000_000)
        raise Unavailable("a part did not come")

    blobs.put(ACME, "payloads", "task-1", b"before")

    with pytest.raises(Unavailable, match="a part did not come"):
        blobs.write(ACME, "payloads", "task-1", pieces())
    assert blobs.get(ACME, "payloads", "task-1") == b"before"


def test_an_object_may_be_empty(blobs: BlobStore) -> None:
    blobs.put(ACME, "payloads", "task-1", b"")

    assert blobs.get(ACME, "payloads", "task-1") == b""


def test_a_missing_object_is_none(blobs: BlobStore) -> None:
    blobs.put(ACME, "payloads", "task-1", b"data")

    assert blobs.get(ACME, "payloads", "task") is None
    assert blobs.get(ACME, "archive", "task-1") is None


def test_a_second_write_replaces_the_object(blobs: BlobStore) -> None:
    blobs.put(ACME, "payloads", "task-1", b"a long first version")
    blobs.put(ACME, "payloads", "task-1", b"second")

    assert blobs.get(ACME, "payloads", "task-1") == b"second"


def test_a_deleted_object_is_gone_and_others_stay(blobs: BlobStore) -> None:
    for name in ("task", "task-1", "task-10"):
        blobs.put(ACME, "payloads", name, name.encode())

    blobs.delete(ACME, "payloads", "task-1")

    assert blobs.get(ACME, "payloads", "task-1") is None
    assert blobs.get(ACME, "payloads", "task") == b"task"
    assert blobs.get(ACME, "payloads", "task-10") == b"task-10"


def test_deleting_nothing_is_no_error(blobs: BlobStore) -> None:
    blobs.delete(ACME, "payloads", "never written")
    blobs.put(ACME, "payloads", "task-1", b"data")
    blobs.delete(ACME, "payloads", "task-1")
    blobs.delete(ACME, "payloads", "task-1")


def test_any_string_names_an_object_of_its_own(blobs: BlobStore) -> None:
    for number, name in enumerate(HOSTILE):
        blobs.put(ACME, "payloads", name, str(number).encode())

    read = [blobs.get(ACME, "payloads", name) for name in HOSTILE]

    assert read == [str(number).encode() for number in range(len(HOSTILE))]


@pytest.mark.parametrize("name", ["task-1", "../beta/task-1", "..", "a/b"])
def test_tenants_never_see_each_others_objects(blobs: BlobStore, name: str) -> None:
    tenants = [internal_context(tenant) for tenant in ("acme", "Acme", "beta", "acme/..", "..")]
    for tenant in tenants:
        blobs.put(tenant, "payloads", name, tenant.tenant_id.encode())

    blobs.delete(ACME, "payloads", name)

    assert blobs.get(ACME, "payloads", name) is None
    for tenant in tenants[1:]:
        assert blobs.get(tenant, "payloads", name) == tenant.tenant_id.encode()


def test_a_tenant_and_a_name_cannot_be_mistaken_for_others(blobs: BlobStore) -> None:
    blobs.put(internal_context("a/b"), "payloads", "c", b"data")

    assert blobs.get(internal_context("a"), "payloads", "b/c") is None


def test_escaped_parts_are_distinct_and_plain() -> None:
    parts = [file_part(name) for name in HOSTILE]
    keys = [object_key("acme", name) for name in HOSTILE]

    assert len({part.lower() for part in parts}) == len(HOSTILE)
    assert len(set(keys)) == len(HOSTILE)
    for part in (*parts, *(key.removeprefix("acme/") for key in keys)):
        assert part.isascii()
        assert part.isprintable()
        assert not set(part) & set("/\\\x00 *?#")
        assert not part.startswith(".")
        assert 0 < len(part) <= 200


def test_hostile_names_stay_inside_the_root(tmp_path: Path) -> None:
    blobs = FileBlobStore(tmp_path / "root" / "blobs")
    for name in HOSTILE:
        blobs.put(internal_context(name), name, name, b"data")

    files = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert len(files) == len(HOSTILE)
    assert all(path.parents[2] == tmp_path / "root" / "blobs" for path in files)


def test_a_write_that_fails_leaves_the_old_object_and_no_remains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blobs = FileBlobStore(tmp_path)
    blobs.put(ACME, "payloads", "task-1", b"old")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mneme.adapters.durable_files.os.fsync", full_disk)
    with pytest.raises(Unavailable):
        blobs.put(ACME, "payloads", "task-1", b"new")

    assert blobs.get(ACME, "payloads", "task-1") == b"old"
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    FileBlobStore(tmp_path / "blobs").put(ACME, "payloads", "task-1", b"data")

    modes = {path.stat().st_mode & 0o077 for path in tmp_path.rglob("*")}

    assert modes == {0}


def test_a_root_that_is_no_directory_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    blobs = FileBlobStore(tmp_path / "file")

    with pytest.raises(Unavailable):
        blobs.put(ACME, "payloads", "task-1", b"data")
    with pytest.raises(Unavailable):
        blobs.get(ACME, "payloads", "task-1")


def test_deleting_in_s3_leaves_no_version_behind() -> None:
    with s3(versioned=True) as blobs:
        for name in ("task-1", "task-10"):
            blobs.put(ACME, "archive", name, b"first")
            blobs.put(ACME, "archive", name, b"second")
        client = aws.shared_client("s3")
        client.delete_object(Bucket="the-archive", Key="acme/task-1")

        blobs.delete(ACME, "archive", "task-1")

        left = client.list_object_versions(Bucket="the-archive")
        assert [version["Key"] for version in left["Versions"]] == ["acme/task-10"] * 2
        assert "DeleteMarkers" not in left


def test_deleting_in_s3_names_no_version_of_a_longer_key() -> None:
    client = aws.new_client("s3")
    versions = [
        {"Key": "acme/task-1", "VersionId": "mine"},
        {"Key": "acme/task-10", "VersionId": "theirs"},
    ]
    mine = {"Objects": [{"Key": "acme/task-1", "VersionId": "mine"}], "Quiet": True}
    with Stubber(client) as stubber:
        stubber.add_response("list_object_versions", {"Versions": versions})
        stubber.add_response("delete_objects", {}, {"Bucket": "the-archive", "Delete": mine})

        S3BlobStore(client, {"archive": "the-archive"}).delete(ACME, "archive", "task-1")

        stubber.assert_no_pending_responses()
