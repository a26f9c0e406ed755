"""What every digest store does: files, and a versioned bucket by moto."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from moto import mock_aws

from mneme.adapters.file_digest_store import FileDigestStore
from mneme.adapters.s3_digest_store import S3DigestStore
from mneme.application.ports.digest_store import DigestStore
from mneme.domain.tenancy import internal_context
from tests.contract import aws

ACME, GLOBEX = internal_context("acme"), internal_context("acme2")
BUCKET = "the-digests"


@pytest.fixture
def bucket() -> Iterator[S3DigestStore]:
    with mock_aws():
        client = aws.shared_client("s3")
        location = {"LocationConstraint": aws.REGION}
        client.create_bucket(
            Bucket=BUCKET, CreateBucketConfiguration=location, ObjectLockEnabledForBucket=True
        )
        yield S3DigestStore(client, BUCKET)


@pytest.fixture(params=["files", "bucket"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> DigestStore:
    if request.param == "files":
        return FileDigestStore(tmp_path)
    made: S3DigestStore = request.getfixturevalue("bucket")
    return made


def test_what_was_written_first_stays(store: DigestStore) -> None:
    store.write_once(ACME, "2026-03-01.json", b"first")
    store.write_once(ACME, "2026-03-01.json", b"second")

    assert store.read(ACME, "2026-03-01.json") == b"first"


def test_names_are_those_of_the_tenant_in_order(store: DigestStore) -> None:
    for day in ("2026-03-02", "2026-03-01"):
        store.write_once(ACME, f"{day}.json", b"{}")
    store.write_once(GLOBEX, "2026-03-03.json", b"{}")

    assert store.names(ACME) == ["2026-03-01.json", "2026-03-02.json"]
    assert store.read(ACME, "2026-03-03.json") is None


def test_a_tenant_without_digests_has_none(store: DigestStore) -> None:
    assert store.names(ACME) == []


def test_what_is_put_over_a_digest_or_hides_it_is_not_believed(bucket: S3DigestStore) -> None:
    bucket.write_once(ACME, "2026-03-01.json", b"first")
    client = aws.shared_client("s3")
    client.put_object(Bucket=BUCKET, Key="acme/2026-03-01.json", Body=b"forged")
    client.delete_object(Bucket=BUCKET, Key="acme/2026-03-01.json")

    assert bucket.names(ACME) == ["2026-03-01.json"]
    assert bucket.read(ACME, "2026-03-01.json") == b"first"
