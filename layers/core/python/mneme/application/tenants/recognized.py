"""What a credential stands for, once it was found to be good."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Item
from mneme.application.repositories import row_values as read
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Recognized:
    """The caller, until when that holds (None: until something is revoked), and its gateway key.

    `usage_key` is the value of the tenant's key of the gateway, by which that counts requests.
    """

    caller: TenantContext
    expires_at: datetime | None = None
    usage_key: str | None = None


def of_row(caller: TenantContext, row: Item | None, expires_at: datetime | None) -> Recognized:
    """Return what a good credential stands for, if its tenant's row lets it in.

    Raises NotAuthenticated for a tenant that is suspended, or is not there.
    """
    if row is None or read.flag(row, "suspended"):
        raise NotAuthenticated("the tenant is not let in")
    return Recognized(caller, expires_at, read.optional_text(row, "usage_key"))
