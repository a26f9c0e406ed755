"""What operators ask: one action a request, at home and of the function `tenant_admin` alike."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter
from pydantic_core import PydanticCustomError

from mneme.contracts.http.fields import CallerId, Instant
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain import identity
from mneme.domain.errors import InvalidRequest
from mneme.domain.tenancy import Grant

DEFAULT_OVERLAP_SECONDS = 86_400
MOST_OVERLAP_SECONDS = 30 * 86_400
MOST_APPS = 100


def _tenant(value: str) -> str:
    try:
        return identity.tenant_id(value, "")
    except InvalidRequest as refusal:
        raise PydanticCustomError("tenant_id", "{reason}", {"reason": refusal.message}) from refusal


TenantName = Annotated[str, AfterValidator(_tenant)]
Scopes = Annotated[frozenset[Grant], Field(min_length=1)]
Apps = Annotated[frozenset[CallerId], Field(min_length=1, max_length=MOST_APPS)]
KeyId = Annotated[str, Field(pattern=r"^[0-9A-Z]{26}$")]


class CreateTenant(WireModel):
    """Make a tenant; an existing one stays as it is."""

    action: Literal["tenants.create"]
    tenant: TenantName


class SuspendTenant(WireModel):
    """Let nobody of a tenant in, or let them in again."""

    action: Literal["tenants.suspend", "tenants.resume"]
    tenant: TenantName


class ListTenantsAction(WireModel):
    """Show every tenant."""

    action: Literal["tenants.list"]


class CreateKey(WireModel):
    """Make an API key."""

    action: Literal["keys.create"]
    tenant: TenantName
    scopes: Scopes
    apps: Apps | None = None
    expires_at: Instant | None = None


class RotateKey(WireModel):
    """Make a key like another one, which works on for so many seconds only."""

    action: Literal["keys.rotate"]
    tenant: TenantName
    key_id: KeyId
    overlap_seconds: Annotated[int, Field(ge=0, le=MOST_OVERLAP_SECONDS)] = DEFAULT_OVERLAP_SECONDS
    expires_at: Instant | None = None


class RevokeKey(WireModel):
    """Refuse a key for good."""

    action: Literal["keys.revoke"]
    tenant: TenantName
    key_id: KeyId


class ListKeys(WireModel):
    """Show a tenant's keys, without their secrets, which nobody has."""

    action: Literal["keys.list"]
    tenant: TenantName


Action = Annotated[
    CreateTenant | SuspendTenant | ListTenantsAction | CreateKey | RotateKey | RevokeKey | ListKeys,
    Field(discriminator="action"),
]
ACTION: TypeAdapter[Action] = TypeAdapter(Action)


class TenantModel(AnswerModel):
    """A tenant, and whether nobody of it is let in."""

    tenant: str
    suspended: bool


class TenantsModel(AnswerModel):
    """Every tenant."""

    tenants: list[TenantModel]


class NewKeyModel(AnswerModel):
    """A key as it is shown once."""

    key_id: str
    api_key: str


class KeyModel(AnswerModel):
    """What is known of a key."""

    key_id: str
    scopes: list[Grant]
    apps: list[str] | None
    created_at: datetime | None
    expires_at: datetime | None
    works: bool


class KeysModel(AnswerModel):
    """A tenant's keys, the oldest first."""

    keys: list[KeyModel]


class DoneModel(AnswerModel):
    """Nothing to show."""
