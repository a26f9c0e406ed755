"""Objects in S3 buckets."""

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from boto3.s3.transfer import TransferConfig
from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.adapters.blob_names import object_key, plain_name
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import ObjectIdentifierTypeDef

_SERVICE = "the blob store"
_BUFFER = 1024 * 1024
_IN_TURN = TransferConfig(use_threads=False)


class S3BlobStore:
    """A `BlobStore` on one bucket per container; `buckets` gives each container's bucket.

    The caller needs `s3:ListBucket`: without it S3 answers "forbidden" for a missing object.
    """

    def __init__(self, client: "S3Client", buckets: Mapping[str, str]) -> None:
        self._client = client
        self._buckets = buckets

    def put(self, tenant: TenantContext, container: str, name: str, data: bytes) -> None:
        """Store the object, replacing one of the same name. Raises Unavailable."""
        with outages_translated(_SERVICE):
            self._client.put_object(
                Bucket=self._buckets[container], Key=object_key(tenant.tenant_id, name), Body=data
            )

    def write(
        self, tenant: TenantContext, container: str, name: str, pieces: Iterable[bytes]
    ) -> None:
        """Store an object piece by piece, of which a few megabytes are held at a time."""
        with outages_translated(_SERVICE):
            self._client.upload_fileobj(
                io.BufferedReader(_Pieces(pieces), _BUFFER),
                self._buckets[container],
                object_key(tenant.tenant_id, name),
                Config=_IN_TURN,
            )

    def get(self, tenant: TenantContext, container: str, name: str) -> bytes | None:
        """Return the object, or None. Raises Unavailable."""
        key = object_key(tenant.tenant_id, name)
        with outages_translated(_SERVICE):
            try:
                answer = self._client.get_object(Bucket=self._buckets[container], Key=key)
            except ClientError as exc:
                if error_code(exc) == "NoSuchKey":
                    return None
                raise
            return answer["Body"].read()

    def delete(self, tenant: TenantContext, container: str, name: str) -> None:
        """Delete the object with all its versions: what is deleted can not be brought back."""
        bucket = self._buckets[container]
        key = object_key(tenant.tenant_id, name)
        with outages_translated(_SERVICE):
            for versions in self._versions(bucket, key):
                answer = self._client.delete_objects(
                    Bucket=bucket, Delete={"Objects": versions, "Quiet": True}
                )
                if answer.get("Errors"):
                    raise Unavailable(f"{_SERVICE} kept versions of a deleted object")

    def delete_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Delete up to 1,000 versions of objects named `<folder>/…`; return how many."""
        bucket = self._buckets[container]
        prefix = object_key(tenant.tenant_id, f"{folder}/")
        with outages_translated(_SERVICE):
            page = self._client.list_object_versions(Bucket=bucket, Prefix=prefix)
            listed = [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]
            if not listed:
                return 0
            versions: list[ObjectIdentifierTypeDef] = [
                {"Key": entry["Key"], "VersionId": entry["VersionId"]} for entry in listed
            ]
            answer = self._client.delete_objects(
                Bucket=bucket, Delete={"Objects": versions, "Quiet": True}
            )
            if answer.get("Errors"):
                raise Unavailable(f"{_SERVICE} kept versions of a deleted object")
        return len(versions)

    def names_under(self, tenant: TenantContext, container: str, folder: str) -> Iterator[str]:
        """Yield the names of the objects named `<folder>/…`. Raises Unavailable."""
        prefix = object_key(tenant.tenant_id, f"{folder}/")
        pages = self._client.get_paginator("list_objects_v2")
        with outages_translated(_SERVICE):
            for page in pages.paginate(Bucket=self._buckets[container], Prefix=prefix):
                for entry in page.get("Contents", ()):
                    name = plain_name(entry["Key"].partition("/")[2])
                    if name is not None:
                        yield name

    def count_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Return how many versions there are of objects named `<folder>/…`. Raises Unavailable."""
        prefix = object_key(tenant.tenant_id, f"{folder}/")
        pages = self._client.get_paginator("list_object_versions")
        with outages_translated(_SERVICE):
            listed = pages.paginate(Bucket=self._buckets[container], Prefix=prefix)
            return sum(len(page.get("Versions", ())) for page in listed)

    def _versions(self, bucket: str, key: str) -> Iterator[list["ObjectIdentifierTypeDef"]]:
        """Yield the key's versions and delete markers by page; other keys share its prefix."""
        pages = self._client.get_paginator("list_object_versions")
        for page in pages.paginate(Bucket=bucket, Prefix=key):
            listed = [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]
            own = [entry for entry in listed if entry["Key"] == key]
            if not own:
                return
            yield [{"Key": key, "VersionId": entry["VersionId"]} for entry in own]


class _Pieces(io.RawIOBase):
    """Pieces as a file that can be read once."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        super().__init__()
        self._pieces = iter(pieces)
        self._left = b""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill as much of a buffer as the piece in hand does; nothing is the end."""
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = piece
        room = memoryview(buffer)
        taken, self._left = self._left[: len(room)], self._left[len(room) :]
        room[: len(taken)] = taken
        return len(taken)
