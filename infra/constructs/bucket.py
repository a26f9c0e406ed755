"""A row of `infra/buckets.py` as an S3 bucket."""

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.buckets import Bucket
from infra.constructs.acknowledgements import acknowledge


class PrivateBucket(s3.Bucket):
    """Versioned, encrypted with our key, reachable over TLS 1.2 only, never public."""

    def __init__(
        self, scope: Construct, construct_id: str, *, row: Bucket, key: kms.IKey, protect: bool
    ) -> None:
        super().__init__(
            scope,
            construct_id,
            encryption=s3.BucketEncryption.KMS,
            encryption_key=key,
            bucket_key_enabled=True,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            versioned=True,
            object_lock_default_retention=_lock(row, protect=protect),
            lifecycle_rules=[_lifecycle(row)],
            removal_policy=RemovalPolicy.RETAIN if protect else RemovalPolicy.DESTROY,
        )
        acknowledge(
            self,
            "S1",
            "Access logs would keep object names, which outlive erasure; CloudTrail data events "
            "show access where an operator needs it.",
        )


def _lock(row: Bucket, *, protect: bool) -> s3.ObjectLockRetention | None:
    """Return the lock that each new version gets; without protection an administrator may lift it.

    A stage that is there to be taken down again could not be, else.
    """
    if row.locked_days is None:
        return None
    days = Duration.days(row.locked_days)
    return (s3.ObjectLockRetention.compliance if protect else s3.ObjectLockRetention.governance)(
        days
    )


def _lifecycle(row: Bucket) -> s3.LifecycleRule:
    """Expire what the row says, and what was replaced or deleted after the row's short grace."""
    return s3.LifecycleRule(
        expiration=Duration.days(row.expire_days) if row.expire_days else None,
        noncurrent_version_expiration=Duration.days(row.noncurrent_days),
        abort_incomplete_multipart_upload_after=Duration.days(1),
    )
