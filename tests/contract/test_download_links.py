"""Links to objects: what the local stack signs and opens itself, and what S3 does by itself."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from mneme.adapters.aws_clients import AwsClients
from mneme.adapters.file_blob_store import FileBlobStore
from mneme.adapters.s3_download_links import S3DownloadLinks
from mneme.adapters.signed_download_links import SignedDownloadLinks
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.doubles.counting_ids import CountingIds
from tests.doubles.fixed_clock import FixedClock

ACME = internal_context("acme")
QUARTER = timedelta(minutes=15)
BASE = "http://127.0.0.1:8080"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def links(tmp_path: Path, clock: FixedClock) -> SignedDownloadLinks:
    blobs = FileBlobStore(tmp_path / "blobs")
    blobs.put(ACME, "exports", "folder/1", b"a line\n")
    blobs.put(internal_context("other"), "exports", "folder/1", b"theirs\n")
    return SignedDownloadLinks(BASE, tmp_path / "links.key", blobs, clock, CountingIds())


def _path(links: SignedDownloadLinks, name: str = "folder/1") -> str:
    url = links.link(ACME, "exports", name, file_name="mine.jsonl", valid=QUARTER)
    assert url.startswith(f"{BASE}/downloads/")
    return url.removeprefix(BASE)


def test_a_link_opens_its_object(links: SignedDownloadLinks) -> None:
    assert links.opened(_path(links)) == ("mine.jsonl", b"a line\n")


def test_it_opens_nothing_any_more_when_its_time_is_over(
    links: SignedDownloadLinks, clock: FixedClock
) -> None:
    path = _path(links)
    clock.advance(seconds=QUARTER.total_seconds() - 1)
    assert links.opened(path) is not None

    clock.advance(seconds=1)

    assert links.opened(path) is None


def test_it_opens_nothing_if_its_object_is_gone(links: SignedDownloadLinks) -> None:
    assert links.opened(_path(links, "folder/2")) is None


def test_no_link_with_another_character_opens_anything(links: SignedDownloadLinks) -> None:
    path = _path(links)

    for at in range(len("/downloads/"), len(path)):
        other = "A" if path[at] != "A" else "B"
        assert links.opened(f"{path[:at]}{other}{path[at + 1 :]}") is None


@pytest.mark.parametrize(
    "path", ["/downloads/", "/downloads/.", "/downloads/é.é", "/downloads/a.b"]
)
def test_what_is_no_link_opens_nothing(links: SignedDownloadLinks, path: str) -> None:
    assert links.opened(path) is None


def test_a_link_of_another_stack_opens_nothing(
    links: SignedDownloadLinks, tmp_path: Path, clock: FixedClock
) -> None:
    blobs = FileBlobStore(tmp_path / "blobs")
    ids = CountingIds(seed=7)
    another = SignedDownloadLinks(BASE, tmp_path / "another.key", blobs, clock, ids)

    assert links.opened(_path(another)) is None


def test_a_secret_that_cannot_be_kept_is_an_outage(tmp_path: Path, clock: FixedClock) -> None:
    (tmp_path / "file").write_text("")
    blobs = FileBlobStore(tmp_path / "blobs")
    links = SignedDownloadLinks(BASE, tmp_path / "file" / "key", blobs, clock, CountingIds())

    with pytest.raises(Unavailable):
        _path(links)


def test_s3_signs_for_one_object_in_its_region_and_so_many_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {"AWS_DEFAULT_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "id"}
    for name, value in {**named, "AWS_SECRET_ACCESS_KEY": "secret"}.items():
        monkeypatch.setenv(name, value)
    links = S3DownloadLinks(AwsClients().s3_links, {"exports": "bucket-1"})

    url = urlsplit(links.link(ACME, "exports", "f/1", file_name="mine.jsonl", valid=QUARTER))

    asked = parse_qs(url.query)
    assert url.netloc == "bucket-1.s3.eu-central-1.amazonaws.com"
    assert url.path == "/acme/f%252f1"
    assert asked["X-Amz-Expires"] == ["900"]
    assert asked["X-Amz-Algorithm"] == ["AWS4-HMAC-SHA256"]
    assert asked["response-content-disposition"] == ['attachment; filename="mine.jsonl"']
