"""Who is calling: the tenant, and what its credential may do."""

from dataclasses import dataclass
from enum import StrEnum

from mneme.domain.errors import NotAllowed
from mneme.domain.scope import Level, Scope


class Grant(StrEnum):
    """What a credential may be used for."""

    WRITE = "write"
    RECALL = "recall"
    MANAGE = "manage"
    PRIVACY = "privacy"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class TenantContext:
    """The authenticated caller; the first argument of every port method and use case.

    `apps` is None for a credential of the whole tenant; `user_id` is None unless the credential is
    a token of one user, `session_id` unless it is one of a single session: of the one app that
    `apps` names, or, without, of no app. Sessions of one id in two apps are two sessions.
    """

    tenant_id: str
    grants: frozenset[Grant] = frozenset()
    apps: frozenset[str] | None = None
    user_id: str | None = None
    credential_id: str = ""
    session_id: str | None = None

    @property
    def is_bound(self) -> bool:
        """Whether it is good for some apps or one session only: not for what is of a whole user."""
        return self.apps is not None or self.session_id is not None

    def reaches_app(self, app_id: str | None) -> bool:
        """Return whether it is good for what is of this app, or, for None, of no app.

        Of a session and several apps it is good for none.
        """
        if self.session_id is None:
            return self.apps is None or app_id in self.apps
        own = {None} if self.apps is None else self.apps
        return len(own) == 1 and app_id in own

    def require_user(self, grant: Grant, user_id: str) -> None:
        """Raise NotAllowed unless this credential may do `grant` for this user."""
        if grant not in self.grants:
            raise NotAllowed(f"the credential lacks the scope `{grant}`")
        if self.user_id is not None and self.user_id != user_id:
            raise NotAllowed("the credential is bound to another user", field="user_id")

    def require(
        self,
        grant: Grant,
        user_id: str,
        app_id: str | None,
        session_id: str | None = None,
        *,
        field: str = "app_id",
    ) -> None:
        """Raise NotAllowed unless this credential may do `grant` for this user there.

        `field` is where the request names the app; the session stands beside it.
        """
        self.require_user(grant, user_id)
        if not self.reaches_app(app_id):
            raise NotAllowed("the credential is bound to other apps", field=field)
        if self.session_id is not None and session_id != self.session_id:
            raise NotAllowed(
                "the credential is bound to another session",
                field=f"{field.removesuffix('app_id')}session_id",
            )

    def require_write(self, user_id: str, scope: Scope) -> None:
        """Raise NotAllowed unless this credential may write there.

        A credential bound to apps cannot write what every app sees, and one bound to a session
        nothing that other sessions see.
        """
        self.require(Grant.WRITE, user_id, scope.app_id, scope.session_id)
        if self.apps is not None and scope.level is Level.GLOBAL:
            raise NotAllowed(
                "the credential is bound to apps: it cannot write GLOBAL", field="level"
            )
        if self.session_id is not None and scope.level is not Level.SESSION:
            raise NotAllowed(
                "the credential is bound to a session: it writes SESSION only", field="level"
            )

    def require_close(self, user_id: str, scope: Scope) -> None:
        """Raise NotAllowed unless this credential may end the session.

        What is kept of one is written where other sessions see it: no credential bound to a
        session may do that.
        """
        self.require_write(user_id, scope)
        if self.session_id is not None:
            raise NotAllowed(
                "the credential is bound to a session: what is kept of one, others see",
                field="session_id",
            )


def internal_context(tenant_id: str) -> TenantContext:
    """Return the context in which Mneme's own workers act for a tenant: no grant of any caller."""
    return TenantContext(tenant_id=tenant_id, credential_id="internal")


SYSTEM = TenantContext(tenant_id="", credential_id="system")
"""Mneme's scheduled work before it knows a tenant: it may list what is due, and nothing else."""
