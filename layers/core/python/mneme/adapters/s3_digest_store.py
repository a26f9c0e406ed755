"""Digests in a bucket whose objects are locked."""

from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.adapters.blob_names import object_key
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

_SERVICE = "the digest store"
_THERE_ALREADY = frozenset({"PreconditionFailed", "ConditionalRequestConflict"})


class S3DigestStore:
    """A `DigestStore` of one bucket, which locks every version for as long as its default says.

    A lock keeps versions from going, not newer ones or delete markers from coming: of each name the
    oldest version is read, and what hides it is not asked.
    """

    def __init__(self, client: "S3Client", bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def write_once(self, tenant: TenantContext, name: str, data: bytes) -> None:
        """Store the object unless it is there. Raises Unavailable."""
        key = object_key(tenant.tenant_id, name)
        with outages_translated(_SERVICE):
            try:
                self._client.put_object(Bucket=self._bucket, Key=key, Body=data, IfNoneMatch="*")
            except ClientError as exc:
                if error_code(exc) not in _THERE_ALREADY:
                    raise

    def read(self, tenant: TenantContext, name: str) -> bytes | None:
        """Return the object as it was first written, or None. Raises Unavailable."""
        key = object_key(tenant.tenant_id, name)
        version = self._oldest(key).get(key)
        if version is None:
            return None
        with outages_translated(_SERVICE):
            answer = self._client.get_object(Bucket=self._bucket, Key=key, VersionId=version)
            return answer["Body"].read()

    def names(self, tenant: TenantContext) -> list[str]:
        """Return the names of a tenant's objects, in order. Raises Unavailable."""
        prefix = object_key(tenant.tenant_id, "x").removesuffix("x")
        return sorted(key.removeprefix(prefix) for key in self._oldest(prefix))

    def _oldest(self, prefix: str) -> dict[str, str]:
        """Return the oldest version of each key; those of a key are listed newest first."""
        found: dict[str, str] = {}
        pages = self._client.get_paginator("list_object_versions")
        with outages_translated(_SERVICE):
            for page in pages.paginate(Bucket=self._bucket, Prefix=prefix):
                for listed in page.get("Versions", ()):
                    found[listed["Key"]] = listed["VersionId"]
        return found
