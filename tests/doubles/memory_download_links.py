"""Links that only say what they open."""

from datetime import timedelta

from mneme.domain.tenancy import TenantContext


class MemoryDownloadLinks:
    """`DownloadLinks`; `opened` holds what each link opens, as a key of `MemoryBlobStore`."""

    def __init__(self) -> None:
        self.opened: dict[str, tuple[str, str, str]] = {}

    def link(
        self, tenant: TenantContext, container: str, name: str, *, file_name: str, valid: timedelta
    ) -> str:
        """Return a link."""
        url = f"memory://{len(self.opened)}/{file_name}?{valid.total_seconds():.0f}"
        self.opened[url] = (tenant.tenant_id, container, name)
        return url
