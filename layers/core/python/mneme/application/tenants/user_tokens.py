"""Short-lived tokens of one user, so that no argument of a model's tool can choose another."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.signed_tokens import Claims, Expected, SignedTokens
from mneme.application.ports.table_store import Item, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import TENANTS, tenant_key, token_key_key
from mneme.application.repositories.row_values import seconds
from mneme.application.tenants.api_key_rows import ApiKey
from mneme.application.tenants.api_keys import ApiKeys, no_such_key
from mneme.application.tenants.recognized import Recognized, of_row
from mneme.application.tenants.token_keys import CURRENT, TokenKeys
from mneme.domain.errors import InvalidRequest, NotAllowed, NotAuthenticated
from mneme.domain.identity import TENANT_ID
from mneme.domain.tenancy import Grant, TenantContext, internal_context
from mneme.domain.token_claims import LONGEST_TOKEN, require_in_time

LONGEST_LIFETIME = timedelta(hours=1)
_OURS = Expected("mneme", "mneme")
_TOKEN = re.compile(rf"mu_({TENANT_ID.pattern})_([\w-]+\.[\w-]+\.[\w-]+)", re.ASCII)
_KEY_ID = re.compile(r"[0-9A-Z]{26}")


@dataclass(frozen=True, slots=True)
class TokenWish:
    """What a token is to be good for. Where it says nothing, what its API key is good for."""

    key_id: str
    user_id: str
    lifetime: timedelta
    grants: frozenset[Grant] | None = None
    apps: frozenset[str] | None = None
    session_id: str | None = None


@dataclass(frozen=True)
class UserTokens:
    """Issues tokens under an API key, and recognizes them as long as that key works."""

    tables: TableStore
    api_keys: ApiKeys
    token_keys: TokenKeys
    tokens: SignedTokens
    clock: Clock
    ids: Ids

    def issue(self, tenant: TenantContext, wish: TokenWish) -> str:
        """Return a token; it is good for nothing that its API key is not good for.

        Raises NotFound for a key that does not work, NotAllowed for what it may not do,
        InvalidRequest for a lifetime that is none or over an hour, and for a session of which it
        would not be told in which app it is.
        """
        if not timedelta(seconds=1) <= wish.lifetime <= LONGEST_LIFETIME:
            longest = LONGEST_LIFETIME // timedelta(seconds=1)
            raise InvalidRequest(f"must be from 1 to {longest} seconds", field="lifetime_seconds")
        now, key = self.clock.now(), self.api_keys.find(tenant, wish.key_id)
        if key is None or not key.works_at(now):
            raise no_such_key()
        apps = _apps(wish, key)
        if wish.session_id is not None and apps is not None and len(apps) != 1:
            raise InvalidRequest("a session is of one app: name that one", field="apps")
        claims = {
            "iss": _OURS.issuer,
            "aud": _OURS.audience,
            "sub": wish.user_id,
            "jti": self.ids.new(),
            "iat": seconds(now),
            "exp": seconds(now + wish.lifetime),
            "tenant": tenant.tenant_id,
            "key": key.key_id,
            "scopes": sorted(_grants(wish, key)),
            "apps": None if apps is None else sorted(apps),
            "session": wish.session_id,
        }
        signing = self.token_keys.signing(tenant)
        signed = self.tokens.sign(claims, signing.secret, signing.key_id)
        return f"mu_{tenant.tenant_id}_{signed}"

    def recognize(self, text: str) -> Recognized:
        """Return whose token it is. Raises NotAuthenticated for any that we do not accept."""
        match = _TOKEN.fullmatch(text) if len(text) <= LONGEST_TOKEN else None
        if match is None:
            raise NotAuthenticated("the token is not valid")
        tenant, signed = internal_context(match[1]), match[2]
        row, signing_id, public = self._signed_by(tenant, self.tokens.key_id(signed))
        claims = self.tokens.verify(signed, public, _OURS)
        ends = require_in_time(claims, self.clock.now(), LONGEST_LIFETIME)
        caller = _caller(tenant, claims)
        key = self.api_keys.find(tenant, str(claims["key"]))
        if key is None or not key.works_at(self.clock.now()):
            raise NotAuthenticated("the token's API key is no longer valid")
        bounded = replace(
            caller,
            grants=caller.grants & key.terms.grants,
            credential_id=f"{key.key_id}+{signing_id}",
        )
        return of_row(bounded, row, ends)

    def _signed_by(self, tenant: TenantContext, key_id: str) -> tuple[Item, str, bytes]:
        """Return the tenant's row, and its key if the token names it."""
        if not _KEY_ID.fullmatch(key_id):
            raise NotAuthenticated("the token is not valid")
        places = (tenant_key(tenant), token_key_key(tenant, key_id))
        rows = self.tables.batch_get(tenant, TENANTS, places)
        row, signing = (rows.get(place) for place in places)
        if row is None or signing is None or row.get(CURRENT) != key_id:
            raise NotAuthenticated("the token is not valid")
        return row, key_id, read.binary(signing, "public")


def _grants(wish: TokenWish, key: ApiKey) -> frozenset[Grant]:
    wanted = key.terms.grants if wish.grants is None else wish.grants
    if not wanted <= key.terms.grants:
        raise NotAllowed("the API key lacks a scope that the token is to have", field="scopes")
    return wanted


def _apps(wish: TokenWish, key: ApiKey) -> frozenset[str] | None:
    bound = key.terms.apps
    if wish.apps is None:
        return bound
    if bound is not None and not wish.apps <= bound:
        raise NotAllowed("the API key is bound to other apps", field="apps")
    return wish.apps


def _caller(tenant: TenantContext, claims: Claims) -> TenantContext:
    apps = claims.get("apps", [])
    if claims.get("tenant") != tenant.tenant_id or not _is_whole(claims):
        raise NotAuthenticated("the token is not valid")
    return TenantContext(
        tenant_id=tenant.tenant_id,
        grants=frozenset(Grant(scope) for scope in claims["scopes"]),
        apps=None if apps is None else frozenset(apps),
        user_id=claims["sub"],
        session_id=claims.get("session"),
    )


def _is_whole(claims: Mapping[str, Any]) -> bool:
    """Return whether a token of ours says all that ours say: none stands for less than it was."""
    return bool(claims.get("sub")) and {"key", "scopes", "apps", "session"} <= set(claims)
