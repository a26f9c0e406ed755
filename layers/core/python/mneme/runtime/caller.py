"""The caller, as the authorizer found it: from its answer into each event, and back."""

import json
from collections.abc import Mapping
from typing import Any

from mneme.application.repositories.row_values import milliseconds
from mneme.application.tenants.recognized import Recognized
from mneme.domain.errors import NotAuthenticated
from mneme.domain.quotas import Quotas, quotas_of, told_quotas
from mneme.domain.tenancy import Grant, TenantContext


def authorizer_context(found: Recognized | TenantContext) -> dict[str, str]:
    """Return the context that the gateway hands to every function: strings only."""
    known = found if isinstance(found, Recognized) else Recognized(found)
    caller, expires_at = known.caller, known.expires_at
    return {
        "tenant_id": caller.tenant_id,
        "grants": json.dumps(sorted(caller.grants)),
        "apps": json.dumps(None if caller.apps is None else sorted(caller.apps)),
        "user_id": json.dumps(caller.user_id),
        "session_id": json.dumps(caller.session_id),
        "credential_id": caller.credential_id,
        "quotas": json.dumps(told_quotas(known.quotas)),
        "expires_at": json.dumps(None if expires_at is None else milliseconds(expires_at)),
    }


def caller_of(event: dict[str, Any]) -> TenantContext:
    """Return the caller of an event.

    Raises NotAuthenticated if no authorizer has seen it, or if the credential has expired since
    one has: the gateway remembers what it said for a minute.
    """
    context = event.get("requestContext") or {}
    found = context.get("authorizer") or {}
    tenant_id = found.get("tenant_id")
    # A user that the authorizer does not tell of must not stand for every user.
    if not tenant_id or "user_id" not in found:
        raise NotAuthenticated("no credential was given")
    _require_unexpired(found, context)
    apps = json.loads(found.get("apps", "[]"))
    return TenantContext(
        tenant_id=tenant_id,
        grants=frozenset(Grant(grant) for grant in json.loads(found.get("grants", "[]"))),
        apps=None if apps is None else frozenset(apps),
        user_id=json.loads(found["user_id"]),
        credential_id=found.get("credential_id", ""),
        # An authorizer that tells of no session knows no credentials of one.
        session_id=json.loads(found.get("session_id", "null")),
    )


def quotas_told(event: dict[str, Any]) -> Quotas:
    """Return the quotas of the caller's tenant, as the authorizer found them."""
    found = (event.get("requestContext") or {}).get("authorizer") or {}
    return quotas_of(json.loads(found.get("quotas", "{}")))


def _require_unexpired(found: Mapping[str, Any], context: Mapping[str, Any]) -> None:
    expires_at = json.loads(found.get("expires_at", "null"))
    if expires_at is not None and int(context.get("requestTimeEpoch") or expires_at) >= expires_at:
        raise NotAuthenticated("the credential has expired")
