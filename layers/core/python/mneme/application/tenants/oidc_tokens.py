"""Tokens of a tenant's own issuer: what they say counts for that tenant alone."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.signed_tokens import Claims, Expected, SignedTokens
from mneme.application.ports.table_store import Item, Remove, SetTo, TableStore, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.application.tenants.api_keys import no_such_tenant
from mneme.application.tenants.issuer_keys import IssuerKeys
from mneme.application.tenants.recognized import Recognized, of_row
from mneme.domain.errors import InternalFault, InvalidRequest, NotAuthenticated, WriteConflict
from mneme.domain.identity import TENANT_ID, user_id
from mneme.domain.oidc import OidcIssuer
from mneme.domain.tenancy import Grant, TenantContext, internal_context
from mneme.domain.token_claims import LONGEST_TOKEN, grants_in, names_in, require_in_time

ISSUER = "oidc"
"""The attribute of a tenant's row that describes its issuer."""

OIDC = "oidc"
"""What the credential ids of such tokens begin with; they end with who was believed, and how far.
"""

_TOKEN = re.compile(rf"mo_({TENANT_ID.pattern})_([\w-]+\.[\w-]+\.[\w-]+)", re.ASCII)


@dataclass(frozen=True)
class OidcTokens:
    """Recognizes tokens by the issuer that a tenant's row describes; without one, none."""

    tables: TableStore
    rows: TenantRows
    keys: IssuerKeys
    tokens: SignedTokens
    clock: Clock

    def describe(self, tenant: TenantContext, issuer: OidcIssuer | None) -> None:
        """Give an existing tenant an issuer; None: none any more. Raises NotFound."""
        change = Remove(ISSUER) if issuer is None else SetTo(ISSUER, _stored(issuer))
        try:
            self.rows.change(tenant, [change])
        except WriteConflict as conflict:
            if not conflict.failed:
                raise
            raise no_such_tenant(tenant) from conflict

    def issuer(self, tenant: TenantContext) -> OidcIssuer | None:
        """Return a tenant's issuer. Raises NotFound, InternalFault for a damaged one."""
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        if row is None:
            raise no_such_tenant(tenant)
        return _issuer(row)

    def recognize(self, text: str) -> Recognized:
        """Return whose token it is.

        Raises NotAuthenticated for any that we do not accept, Unavailable if the issuer's keys do
        not come.
        """
        match = _TOKEN.fullmatch(text) if len(text) <= LONGEST_TOKEN else None
        if match is None:
            raise NotAuthenticated("the token is not valid")
        tenant, signed = internal_context(match[1]), match[2]
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        issuer = None if row is None or read.flag(row, "suspended") else _issuer(row)
        if issuer is None:
            raise NotAuthenticated("the token is not valid")
        key = self.keys.find(tenant, issuer.keys_url, self.tokens.key_id(signed))
        expected = Expected(issuer.issuer, issuer.audience)
        claims = self.tokens.verify_foreign(signed, key, expected)
        ends = require_in_time(claims, self.clock.now())
        return of_row(_caller(tenant, issuer, claims), row, ends)


def credential_in(row: Item) -> str | None:
    """Return the credential id that the issuer's tokens have, as a tenant's row describes it.

    Another one from the next change of the description on; None without an issuer. Raises
    InternalFault for a damaged one.
    """
    issuer = _issuer(row)
    return None if issuer is None else _credential(issuer)


def _credential(issuer: OidcIssuer) -> str:
    described = json.dumps(_stored(issuer), sort_keys=True).encode()
    return f"{OIDC}+{hashlib.sha256(described).hexdigest()[:16]}"


def _caller(tenant: TenantContext, issuer: OidcIssuer, claims: Claims) -> TenantContext:
    grants = issuer.grants
    if issuer.scopes_claim is not None:
        grants &= grants_in(claims, issuer.scopes_claim)
    try:
        user = user_id(claims.get(issuer.user_claim))
    except InvalidRequest as error:
        raise NotAuthenticated("the token names no user") from error
    return TenantContext(
        tenant_id=tenant.tenant_id,
        grants=grants,
        apps=None if issuer.apps_claim is None else names_in(claims, issuer.apps_claim),
        user_id=user,
        credential_id=_credential(issuer),
    )


def _stored(issuer: OidcIssuer) -> dict[str, Value]:
    stored: dict[str, Value] = {
        "issuer": issuer.issuer,
        "audience": issuer.audience,
        "keys_url": issuer.keys_url,
        "user_claim": issuer.user_claim,
        "grants": list[Value](sorted(issuer.grants)),
    }
    for name in ("apps_claim", "scopes_claim"):
        if getattr(issuer, name) is not None:
            stored[name] = getattr(issuer, name)
    return stored


def _issuer(row: Item) -> OidcIssuer | None:
    stored = row.get(ISSUER)
    if stored is None:
        return None
    if not isinstance(stored, Mapping):
        raise InternalFault("a tenant's issuer is damaged")
    grants = stored.get("grants")
    named = [str(grant) for grant in grants] if isinstance(grants, list) else []
    try:
        return OidcIssuer(
            issuer=read.text(stored, "issuer"),
            audience=read.text(stored, "audience"),
            keys_url=read.text(stored, "keys_url"),
            grants=frozenset(map(Grant, named)),
            user_claim=read.text(stored, "user_claim"),
            apps_claim=read.optional_text(stored, "apps_claim"),
            scopes_claim=read.optional_text(stored, "scopes_claim"),
        )
    except (InvalidRequest, ValueError) as error:
        raise InternalFault("a tenant's issuer is damaged") from error
