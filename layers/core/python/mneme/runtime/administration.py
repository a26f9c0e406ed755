"""Actions of operators: parsed, carried out, and answered like the verbs of the API.

Who may ask is decided before: at home by who owns the data's folder, in the cloud by IAM.
"""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from pydantic import BaseModel

from mneme.application.tenants.api_key_rows import ApiKey, KeyTerms, KeyText
from mneme.contracts import administration as wire
from mneme.domain.errors import MnemeError
from mneme.domain.tenancy import TenantContext, internal_context
from mneme.runtime.bootstrap import Services
from mneme.runtime.http_errors import error_data
from mneme.runtime.parsing import parse_with


def administer(made: Services, request: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out one action and return `{code, msg, data}`, as the API answers.

    What it answers of a new key is all that will ever be seen of it: it is for the caller alone,
    and for no log.
    """
    try:
        action = parse_with(wire.ACTION, json.dumps(dict(request)).encode())
        done = _DEEDS[type(action)](made, action)
    except MnemeError as refusal:
        message = refusal.message
        return {"code": refusal.code, "msg": message, "data": error_data(refusal)}
    return {"code": 0, "msg": "ok", "data": done.model_dump(mode="json")}


def _create(made: Services, action: wire.CreateTenant) -> BaseModel:
    tenant = made.tenants.create(action.tenant)
    return wire.TenantModel(tenant=tenant.tenant_id, suspended=False)


def _suspend(made: Services, action: wire.SuspendTenant) -> BaseModel:
    suspended = action.action == "tenants.suspend"
    made.tenants.suspend(_of(action.tenant), suspended=suspended)
    return wire.TenantModel(tenant=action.tenant, suspended=suspended)


def _list_tenants(made: Services, _: wire.ListTenantsAction) -> BaseModel:
    found = sorted(made.list_tenants(), key=lambda one: one.name)
    return wire.TenantsModel(
        tenants=[wire.TenantModel(tenant=one.name, suspended=one.suspended) for one in found]
    )


def _create_key(made: Services, action: wire.CreateKey) -> BaseModel:
    terms = KeyTerms(action.scopes, action.apps, action.expires_at)
    return _shown(made.tenants.api_keys.issue(_of(action.tenant), terms))


def _rotate_key(made: Services, action: wire.RotateKey) -> BaseModel:
    overlap = timedelta(seconds=action.overlap_seconds)
    tenant = _of(action.tenant)
    return _shown(made.tenants.api_keys.rotate(tenant, action.key_id, overlap, action.expires_at))


def _revoke_key(made: Services, action: wire.RevokeKey) -> BaseModel:
    made.tenants.api_keys.revoke(_of(action.tenant), action.key_id)
    return wire.DoneModel()


def _list_keys(made: Services, action: wire.ListKeys) -> BaseModel:
    tenant = _of(action.tenant)
    made.tenants.require(tenant)  # a name that is misspelt has no keys either
    now = made.clock.now()
    return wire.KeysModel(
        keys=[_told(key, works=key.works_at(now)) for key in made.tenants.api_keys.all(tenant)]
    )


_DEEDS: dict[type[BaseModel], Callable[[Services, Any], BaseModel]] = {
    wire.CreateTenant: _create,
    wire.SuspendTenant: _suspend,
    wire.ListTenantsAction: _list_tenants,
    wire.CreateKey: _create_key,
    wire.RotateKey: _rotate_key,
    wire.RevokeKey: _revoke_key,
    wire.ListKeys: _list_keys,
}


def _of(tenant: str) -> TenantContext:
    return internal_context(tenant)


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
