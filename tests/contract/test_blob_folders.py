"""What every blob store does with objects whose names share a folder."""

from mneme.application.ports.blob_store import BlobStore
from mneme.domain.tenancy import internal_context

ACME = internal_context("acme")
LONG = "x" * 300


def test_a_folder_of_objects_is_deleted_and_others_stay(blobs: BlobStore) -> None:
    for name in (names := ("ab/1", "ab/2", "abc/1", "ab", "cab/1")):
        blobs.put(ACME, "payloads", name, b"data")
    blobs.put(internal_context("acme2"), "payloads", "ab/1", b"data")
    assert blobs.count_under(ACME, "payloads", "ab") == 2

    assert sum(iter(lambda: blobs.delete_under(ACME, "payloads", "ab"), 0)) == 2

    left = {name for name in names if blobs.get(ACME, "payloads", name)}
    assert (left, blobs.count_under(ACME, "payloads", "ab")) == ({"abc/1", "ab", "cab/1"}, 0)
    assert blobs.get(internal_context("acme2"), "payloads", "ab/1") == b"data"


def test_the_names_of_a_folder_are_listed_as_they_were_given(blobs: BlobStore) -> None:
    names = ["ab/01J#000001", "ab/.x", "ab/%2e", "ab/é/Z", "abc/1", "ab", "cab/1", f"ab/{LONG}"]
    for name in names:
        blobs.put(ACME, "archive", name, b"data")
    blobs.put(internal_context("acme2"), "archive", "ab/other", b"data")
    blobs.put(ACME, "payloads", "ab/payload", b"data")

    assert sorted(blobs.names_under(ACME, "archive", "ab")) == sorted(names[:4])
    assert list(blobs.names_under(ACME, "archive", "nothing")) == []
