"""The tenant that a local stack starts with, and the one key that it prints every time."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from local.ready_file import write_private
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant, TenantContext

FIRST_TENANT = "home"


class KeyIssuer(Protocol):
    """The part of `application.tenants` that makes a first tenant."""

    def create(self, name: str) -> TenantContext:
        """Make a tenant; an existing one stays as it is."""
        ...

    def issue_key(self, tenant: TenantContext, grants: frozenset[Grant]) -> str:
        """Return a new API key."""
        ...

    def recognize(self, api_key: str) -> TenantContext:
        """Return whose key it is. Raises NotAuthenticated."""
        ...


def ensure_first_key(path: Path, tenants: KeyIssuer) -> str:
    """Return the key kept in the file, or make tenant and key and keep the key there.

    Only a key's hash is in the tables: a lost file means a new key, and so does a file whose key
    the tables no longer know.
    """
    kept = path.read_text(encoding="utf-8").strip() if path.exists() else ""
    if kept and _accepted(tenants.recognize, kept):
        return kept
    issued = tenants.issue_key(tenants.create(FIRST_TENANT), frozenset(Grant))
    write_private(path, issued + "\n")
    return issued


def _accepted(recognize: Callable[[str], TenantContext], api_key: str) -> bool:
    try:
        recognize(api_key)
    except NotAuthenticated:
        return False
    return True
