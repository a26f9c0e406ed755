"""What a credential stands for, once it was found to be good."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from mneme.application.ports.table_store import Item
from mneme.application.repositories import row_values as read
from mneme.domain.errors import InternalFault, NotAuthenticated
from mneme.domain.quotas import Quotas, quotas_of
from mneme.domain.tenancy import TenantContext

QUOTAS = "quotas"
USAGE_KEY = "usage_key"


@dataclass(frozen=True, slots=True)
class Recognized:
    """The caller, until when that holds (None: until something is revoked), and its gateway key.

    `usage_key` is the value of the tenant's key of the gateway, by which that counts requests;
    `quotas` are what we count.
    """

    caller: TenantContext
    expires_at: datetime | None = None
    usage_key: str | None = None
    quotas: Quotas = ()


def of_row(caller: TenantContext, row: Item | None, expires_at: datetime | None) -> Recognized:
    """Return what a good credential stands for, if its tenant's row lets it in.

    Raises NotAuthenticated for a tenant that is suspended, or is not there.
    """
    if row is None or read.flag(row, "suspended"):
        raise NotAuthenticated("the tenant is not let in")
    usage_key = read.optional_text(row, USAGE_KEY)
    return Recognized(caller, expires_at, usage_key, quotas_in(row))


def quotas_in(row: Item) -> Quotas:
    """Return the quotas of a tenant's row. Raises InternalFault for damaged ones."""
    told = row.get(QUOTAS)
    if told is None:
        return ()
    if not isinstance(told, dict) or not all(isinstance(one, dict) for one in told.values()):
        raise InternalFault("a tenant's quotas are damaged")
    try:
        return quotas_of(cast("dict[str, dict[str, int]]", told))
    except ValueError as error:
        raise InternalFault("a tenant's quotas are damaged") from error
