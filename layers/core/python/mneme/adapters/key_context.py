"""The encryption context of a wrapped key: what it must hold, and its one encoding as bytes."""

import json
from collections.abc import Mapping

from mneme.domain.tenancy import TenantContext

_TENANT = "tenant"


def bound_context(tenant: TenantContext, context: Mapping[str, str]) -> dict[str, str]:
    """Return the context with the tenant in it, so that no tenant opens another's key.

    Raises ValueError for an empty context or one that names another tenant.
    """
    if not context:
        raise ValueError("a key is wrapped only under a context that says what it is for")
    if context.get(_TENANT, tenant.tenant_id) != tenant.tenant_id:
        raise ValueError("the context names another tenant than the caller's")
    return {**context, _TENANT: tenant.tenant_id}


def encoded_context(context: Mapping[str, str]) -> bytes:
    """Return the same bytes for equal contexts, and different ones for any others."""
    return json.dumps(dict(context), sort_keys=True, separators=(",", ":")).encode("ascii")
