"""What operators ask: one action a request, at home and of the function `tenant_admin` alike."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from mneme.contracts.http.fields import CallerId, Instant, UserId
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain import identity
from mneme.domain.errors import InvalidRequest
from mneme.domain.oidc import ADDRESS_LENGTH, CLAIM_LENGTH
from mneme.domain.quotas import MOST_REQUESTS, Window
from mneme.domain.tenancy import Grant

DEFAULT_OVERLAP_SECONDS = 86_400
MOST_OVERLAP_SECONDS = 30 * 86_400
MOST_APPS = 100
MOST_LIFETIME_SECONDS = 3_600


def _tenant(value: str) -> str:
    try:
        return identity.tenant_id(value, "")
    except InvalidRequest as refusal:
        raise PydanticCustomError("tenant_id", "{reason}", {"reason": refusal.message}) from refusal


TenantName = Annotated[str, AfterValidator(_tenant)]
Scopes = Annotated[frozenset[Grant], Field(min_length=1)]
Apps = Annotated[frozenset[CallerId], Field(min_length=1, max_length=MOST_APPS)]
Address = Annotated[str, Field(min_length=1, max_length=ADDRESS_LENGTH)]
ClaimText = Annotated[str, Field(min_length=1, max_length=CLAIM_LENGTH)]
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


class EraseTenant(WireModel):
    """Erase a tenant that is suspended, for good; done again, it goes on. `confirm` names it too.

    Its users are erased by a job, which is begun beside this.
    """

    action: Literal["tenants.erase"]
    tenant: TenantName
    confirm: TenantName

    @field_validator("confirm")
    @classmethod
    def _names_it_again(cls, value: str, told: ValidationInfo) -> str:
        if value != told.data.get("tenant"):
            raise PydanticCustomError("confirm", "must be the name of the tenant once more")
        return value


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


class SetQuotas(WireModel):
    """Say how much a tenant may ask by contract, in place of what was said before."""

    action: Literal["quotas.set"]
    tenant: TenantName
    quotas: dict[Grant, dict[Window, Annotated[int, Field(ge=0, le=MOST_REQUESTS)]]] = Field(
        default_factory=dict
    )
    usage_key: Annotated[str, Field(min_length=20, max_length=128)] | None = None


class ShowQuotas(WireModel):
    """Show how much a tenant may ask."""

    action: Literal["quotas.show"]
    tenant: TenantName


class RevokeKey(WireModel):
    """Refuse a key for good."""

    action: Literal["keys.revoke"]
    tenant: TenantName
    key_id: KeyId


class ListKeys(WireModel):
    """Show a tenant's keys, without their secrets, which nobody has."""

    action: Literal["keys.list"]
    tenant: TenantName


class IssueToken(WireModel):
    """Make a short-lived token of one user, under an API key, good for no more than that."""

    action: Literal["tokens.issue"]
    tenant: TenantName
    key_id: KeyId
    user_id: UserId
    scopes: Scopes | None = None
    apps: Apps | None = None
    session_id: CallerId | None = None
    lifetime_seconds: Annotated[int, Field(ge=1, le=MOST_LIFETIME_SECONDS)] = 900


class RotateTokenKey(WireModel):
    """Refuse every user token of a tenant that was made until now."""

    action: Literal["tokens.rotate"]
    tenant: TenantName


class SetIssuer(WireModel):
    """Say whose tokens a tenant's users may bring, and what is in them."""

    action: Literal["issuers.set"]
    tenant: TenantName
    issuer: Address
    audience: ClaimText
    keys_url: Address | None = None
    scopes: Scopes
    user_claim: ClaimText = "sub"
    apps_claim: ClaimText | None = None
    scopes_claim: ClaimText | None = None


class ShowIssuer(WireModel):
    """Show a tenant's issuer, or forget it."""

    action: Literal["issuers.show", "issuers.drop"]
    tenant: TenantName


class BranchKeyAction(WireModel):
    """Rotate a tenant's branch key, or show how it stands."""

    action: Literal["branch_keys.rotate", "branch_keys.show"]
    tenant: TenantName


class FinishBranchKey(WireModel):
    """Forget the branch keys before a version, once everything was sealed by it."""

    action: Literal["branch_keys.finish"]
    tenant: TenantName
    version: int = Field(ge=2)


Action = Annotated[
    CreateTenant
    | SuspendTenant
    | ListTenantsAction
    | EraseTenant
    | CreateKey
    | RotateKey
    | RevokeKey
    | SetQuotas
    | ShowQuotas
    | ListKeys
    | IssueToken
    | RotateTokenKey
    | SetIssuer
    | ShowIssuer
    | BranchKeyAction
    | FinishBranchKey,
    Field(discriminator="action"),
]
ACTION: TypeAdapter[Action] = TypeAdapter(Action)


class TenantModel(AnswerModel):
    """A tenant, whether nobody of it is let in, and since when it is being erased, or is."""

    tenant: str
    suspended: bool
    erasing_at: datetime | None = None
    erased_at: datetime | None = None


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


class TokenModel(AnswerModel):
    """A token as it is shown once."""

    token: str


class BranchKeyModel(AnswerModel):
    """Which version of a tenant's branch key seals, since when; how many earlier ones still open.

    A first version has no instant.
    """

    version: int
    rotated_at: datetime | None
    earlier: int


class IssuerModel(AnswerModel):
    """A tenant's issuer; null: it has none."""

    issuer: str | None = None
    audience: str | None = None
    keys_url: str | None = None
    scopes: list[Grant] | None = None
    user_claim: str | None = None
    apps_claim: str | None = None
    scopes_claim: str | None = None


class QuotasModel(AnswerModel):
    """How much a tenant may ask; what is not named has no bound of ours."""

    quotas: dict[Grant, dict[Window, int]]
    usage_key: str | None
