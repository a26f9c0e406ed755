"""Presigned links to objects of S3 buckets."""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from mneme.adapters.blob_names import object_key
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class S3DownloadLinks:
    """`DownloadLinks` on one bucket per container; `buckets` gives each container's bucket.

    S3 lets whoever has a link do what the caller's role may do: `s3:GetObject`, and decrypt with
    the bucket's key. It ends with the role's credentials if these end first.
    """

    def __init__(self, client: "S3Client", buckets: Mapping[str, str]) -> None:
        self._client = client
        self._buckets = buckets

    def link(
        self, tenant: TenantContext, container: str, name: str, *, file_name: str, valid: timedelta
    ) -> str:
        """Return a URL; nothing is asked of S3."""
        return self._client.generate_presigned_url(
            "get_object",
            Params={
                "Bucket": self._buckets[container],
                "Key": object_key(tenant.tenant_id, name),
                "ResponseContentDisposition": f'attachment; filename="{file_name}"',
                "ResponseContentType": "application/jsonl",
            },
            ExpiresIn=int(valid.total_seconds()),
        )
