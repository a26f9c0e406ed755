"""Every blob store of the product."""

from collections.abc import Iterator
from contextlib import contextmanager

from moto import mock_aws

from mneme.adapters.s3_blob_store import S3BlobStore
from tests.contract import aws


@contextmanager
def s3(*, versioned: bool) -> Iterator[S3BlobStore]:
    """Yield one on S3 by moto, in buckets with or without versions."""
    with mock_aws():
        client = aws.shared_client("s3")
        location = {"LocationConstraint": aws.REGION}
        for bucket in ("the-payloads", "the-archive"):
            client.create_bucket(Bucket=bucket, CreateBucketConfiguration=location)
            if versioned:
                client.put_bucket_versioning(
                    Bucket=bucket, VersioningConfiguration={"Status": "Enabled"}
                )
        yield S3BlobStore(client, {"payloads": "the-payloads", "archive": "the-archive"})
