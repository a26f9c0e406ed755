"""Links by which whoever has one fetches an object, for a while."""

from datetime import timedelta
from typing import Protocol

from mneme.domain.tenancy import TenantContext


class DownloadLinks(Protocol):
    """Makes links to objects of a `BlobStore`."""

    def link(
        self, tenant: TenantContext, container: str, name: str, *, file_name: str, valid: timedelta
    ) -> str:
        """Return a URL that answers GET with the object, for saving under `file_name`.

        It needs no credential, and opens nothing any more once it is no longer valid or the object
        is gone. Whether there is such an object is not asked.
        """
        ...
