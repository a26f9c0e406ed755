"""Actions of operators: parsed, carried out, and answered like the verbs of the API.

Who may ask is decided before: at home by who owns the data's folder, in the cloud by IAM.
"""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from pydantic import BaseModel

from mneme.application.repositories.branch_keys import BranchKeyState
from mneme.application.tenants.api_key_rows import ApiKey, KeyTerms, KeyText
from mneme.application.tenants.list_tenants import TenantState
from mneme.application.tenants.user_tokens import TokenWish
from mneme.contracts import administration as wire
from mneme.domain.errors import MnemeError
from mneme.domain.oidc import OidcIssuer, usual_keys_url
from mneme.domain.quotas import quotas_of, told_quotas
from mneme.domain.tenancy import TenantContext, internal_context
from mneme.runtime.credential_services import CredentialServices
from mneme.runtime.http_errors import error_data
from mneme.runtime.parsing import parse_with


def administer(made: CredentialServices, request: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out one action and return `{code, msg, data}`, as the API answers.

    What it answers of a new key is all that will ever be seen of it: it is for the caller alone,
    and for no log.
    """
    try:
        action = parse_with(wire.ACTION, json.dumps(dict(request)).encode())
        if not isinstance(action, wire.EraseTenant | wire.ListTenantsAction):
            made.tenants.require_not_erased(_of(action.tenant))
        done = _DEEDS[type(action)](made, action)
    except MnemeError as refusal:
        message = refusal.message
        return {"code": refusal.code, "msg": message, "data": error_data(refusal)}
    return {"code": 0, "msg": "ok", "data": done.model_dump(mode="json")}


def _create(made: CredentialServices, action: wire.CreateTenant) -> BaseModel:
    tenant = made.tenants.create(action.tenant)
    suspended = made.tenants.is_suspended(tenant)  # one that is there stays as it is
    return wire.TenantModel(tenant=tenant.tenant_id, suspended=suspended)


def _suspend(made: CredentialServices, action: wire.SuspendTenant) -> BaseModel:
    suspended = action.action == "tenants.suspend"
    made.tenants.suspend(_of(action.tenant), suspended=suspended)
    return wire.TenantModel(tenant=action.tenant, suspended=suspended)


def _list_tenants(made: CredentialServices, _: wire.ListTenantsAction) -> BaseModel:
    found = sorted(made.list_tenants(), key=lambda one: one.name)
    return wire.TenantsModel(tenants=[_standing_of(one) for one in found])


def _erase(made: CredentialServices, action: wire.EraseTenant) -> BaseModel:
    return _standing_of(made.erase_tenant(_of(action.tenant)))


def _create_key(made: CredentialServices, action: wire.CreateKey) -> BaseModel:
    terms = KeyTerms(action.scopes, action.apps, action.expires_at)
    return _shown(made.tenants.api_keys.issue(_of(action.tenant), terms))


def _rotate_key(made: CredentialServices, action: wire.RotateKey) -> BaseModel:
    overlap = timedelta(seconds=action.overlap_seconds)
    tenant = _of(action.tenant)
    return _shown(made.tenants.api_keys.rotate(tenant, action.key_id, overlap, action.expires_at))


def _revoke_key(made: CredentialServices, action: wire.RevokeKey) -> BaseModel:
    made.tenants.api_keys.revoke(_of(action.tenant), action.key_id)
    return wire.DoneModel()


def _list_keys(made: CredentialServices, action: wire.ListKeys) -> BaseModel:
    tenant = _of(action.tenant)
    made.tenants.require(tenant)  # a name that is misspelt has no keys either
    now = made.clock.now()
    return wire.KeysModel(
        keys=[_told(key, works=key.works_at(now)) for key in made.tenants.api_keys.all(tenant)]
    )


def _issue_token(made: CredentialServices, action: wire.IssueToken) -> BaseModel:
    wish = TokenWish(
        key_id=action.key_id,
        user_id=action.user_id,
        lifetime=timedelta(seconds=action.lifetime_seconds),
        grants=action.scopes,
        apps=action.apps,
        session_id=action.session_id,
    )
    return wire.TokenModel(token=made.user_tokens.issue(_of(action.tenant), wish))


def _rotate_token_key(made: CredentialServices, action: wire.RotateTokenKey) -> BaseModel:
    made.token_keys.rotate(_of(action.tenant))
    return wire.DoneModel()


def _set_issuer(made: CredentialServices, action: wire.SetIssuer) -> BaseModel:
    issuer = OidcIssuer(
        issuer=action.issuer,
        audience=action.audience,
        keys_url=action.keys_url or usual_keys_url(action.issuer),
        grants=action.scopes,
        user_claim=action.user_claim,
        apps_claim=action.apps_claim,
        scopes_claim=action.scopes_claim,
    )
    made.oidc_tokens.describe(_of(action.tenant), issuer)
    return _described(issuer)


def _show_issuer(made: CredentialServices, action: wire.ShowIssuer) -> BaseModel:
    tenant = _of(action.tenant)
    if action.action == "issuers.drop":
        made.oidc_tokens.describe(tenant, None)
    return _described(made.oidc_tokens.issuer(tenant))


def _set_quotas(made: CredentialServices, action: wire.SetQuotas) -> BaseModel:
    quotas = quotas_of(
        {
            grant.value: {window.value: requests for window, requests in windows.items()}
            for grant, windows in action.quotas.items()
        }
    )
    made.tenants.limit(_of(action.tenant), quotas, action.usage_key)
    return wire.QuotasModel(quotas=action.quotas, usage_key=action.usage_key)


def _show_quotas(made: CredentialServices, action: wire.ShowQuotas) -> BaseModel:
    found = made.tenants.limits(_of(action.tenant))
    return wire.QuotasModel.model_validate(
        {"quotas": told_quotas(found.quotas), "usage_key": found.usage_key}
    )


def _branch_key(made: CredentialServices, action: wire.BranchKeyAction) -> BaseModel:
    rotate, tenant = made.rotate_branch_key, _of(action.tenant)
    begins = action.action == "branch_keys.rotate"
    return _standing(rotate.begin(tenant) if begins else rotate.state(tenant))


def _finish_branch_key(made: CredentialServices, action: wire.FinishBranchKey) -> BaseModel:
    return _standing(made.rotate_branch_key.finish(_of(action.tenant), action.version))


_DEEDS: dict[type[BaseModel], Callable[[CredentialServices, Any], BaseModel]] = {
    wire.CreateTenant: _create,
    wire.SuspendTenant: _suspend,
    wire.ListTenantsAction: _list_tenants,
    wire.EraseTenant: _erase,
    wire.CreateKey: _create_key,
    wire.RotateKey: _rotate_key,
    wire.RevokeKey: _revoke_key,
    wire.ListKeys: _list_keys,
    wire.SetQuotas: _set_quotas,
    wire.ShowQuotas: _show_quotas,
    wire.IssueToken: _issue_token,
    wire.RotateTokenKey: _rotate_token_key,
    wire.SetIssuer: _set_issuer,
    wire.ShowIssuer: _show_issuer,
    wire.BranchKeyAction: _branch_key,
    wire.FinishBranchKey: _finish_branch_key,
}


def _of(tenant: str) -> TenantContext:
    return internal_context(tenant)


def _standing_of(tenant: TenantState) -> wire.TenantModel:
    return wire.TenantModel(
        tenant=tenant.name,
        suspended=tenant.suspended,
        erasing_at=tenant.erasing_at,
        erased_at=tenant.erased_at,
    )


def _shown(key: KeyText) -> wire.NewKeyModel:
    return wire.NewKeyModel(key_id=key.key_id, api_key=key.text)


def _told(key: ApiKey, *, works: bool) -> wire.KeyModel:
    terms = key.terms
    return wire.KeyModel(
        key_id=key.key_id,
        scopes=sorted(terms.grants),
        apps=None if terms.apps is None else sorted(terms.apps),
        created_at=key.created_at,
        expires_at=terms.expires_at,
        works=works,
    )


def _standing(state: BranchKeyState) -> wire.BranchKeyModel:
    return wire.BranchKeyModel(
        version=state.version, rotated_at=state.rotated_at, earlier=state.earlier
    )


def _described(issuer: OidcIssuer | None) -> wire.IssuerModel:
    if issuer is None:
        return wire.IssuerModel()
    return wire.IssuerModel(
        issuer=issuer.issuer,
        audience=issuer.audience,
        keys_url=issuer.keys_url,
        scopes=sorted(issuer.grants),
        user_claim=issuer.user_claim,
        apps_claim=issuer.apps_claim,
        scopes_claim=issuer.scopes_claim,
    )
