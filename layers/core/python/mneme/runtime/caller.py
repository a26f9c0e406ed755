"""The caller, as the authorizer found it: from its answer into each event, and back."""

import json
from typing import Any

from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant, TenantContext


def authorizer_context(tenant: TenantContext) -> dict[str, str]:
    """Return the context that the gateway hands to every function: strings only."""
    return {
        "tenant_id": tenant.tenant_id,
        "grants": json.dumps(sorted(tenant.grants)),
        "apps": json.dumps(None if tenant.apps is None else sorted(tenant.apps)),
        "user_id": json.dumps(tenant.user_id),
        "credential_id": tenant.credential_id,
    }


def caller_of(event: dict[str, Any]) -> TenantContext:
    """Return the caller of an event. Raises NotAuthenticated if no authorizer has seen it."""
    found = (event.get("requestContext") or {}).get("authorizer") or {}
    tenant_id = found.get("tenant_id")
    # A user that the authorizer does not tell of must not stand for every user.
    if not tenant_id or "user_id" not in found:
        raise NotAuthenticated("no credential was given")
    apps = json.loads(found.get("apps", "[]"))
    return TenantContext(
        tenant_id=tenant_id,
        grants=frozenset(Grant(grant) for grant in json.loads(found.get("grants", "[]"))),
        apps=None if apps is None else frozenset(apps),
        user_id=json.loads(found["user_id"]),
        credential_id=found.get("credential_id", ""),
    )
