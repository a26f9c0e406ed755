"""`user/switch`: whether a user is remembered, altogether and in each app."""

from pydantic import Field

from mneme.contracts.http.fields import CallerId, UserId
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


class UserSwitchRequest(WireModel):
    """Set a switch, or read it without `enabled`.

    While the user's own is off, nothing is learned or recalled (40301). While an app's is off,
    nothing is learned in it and its memories are hidden; what every app sees is recalled. Looking,
    correcting, deleting and the like work all the time, and time goes on. Writes accepted before a
    switch-off end DROPPED if it comes before them. On again, what is left is back. At most 200 apps
    can be off at a time; the user's own switch is always there.

    To read needs the scope `recall` or `privacy`, to set `privacy`.
    """

    user_id: UserId
    app_id: CallerId | None = Field(None, description="the app's switch; default: the user's own")
    enabled: bool | None = Field(None, description="on or off; default: as it is")


class UserSwitchAnswer(AnswerModel):
    """How the switch stands.

    A credential that is bound to apps is told of no others.
    """

    app_id: str | None
    enabled: bool = Field(description="what this switch says")
    effective: bool = Field(description="whether memory works there: the user's own is on as well")
    apps_off: list[str] = Field(description="the apps whose switches are off")

    @classmethod
    def of(cls, tenant: TenantContext, state: UserState, app_id: str | None) -> "UserSwitchAnswer":
        """Return what this caller is told."""
        known = filter(tenant.reaches_app, state.apps_off)
        return cls(
            app_id=app_id,
            enabled=state.enabled if app_id is None else app_id not in state.apps_off,
            effective=state.is_on(app_id),
            apps_off=sorted(known),
        )
