"""The isolation resolver: from what a caller asks to the exact set of visible scopes."""

from dataclasses import dataclass

from mneme.domain.errors import CrossAppDisabled, InvalidRequest
from mneme.domain.scope import Level, Scope, VisibleScope
from mneme.domain.user_state import UserState


@dataclass(frozen=True, slots=True)
class ScopeRequest:
    """The scope part of a recall."""

    include_global: bool = True
    app_id: str | None = None
    session_id: str | None = None
    cross_app: bool = False


@dataclass(frozen=True, slots=True)
class Visibility:
    """The visible (scope key, epoch) pairs, and the apps that were hidden by their switch."""

    scopes: frozenset[VisibleScope]
    switched_off: tuple[str, ...] = ()


def resolve(state: UserState, request: ScopeRequest) -> Visibility:
    """Return exactly what this request may see of this user. Equality only, never a prefix.

    Raises CrossAppDisabled for a cross-app request, and InvalidRequest if nothing is asked for.
    """
    if request.cross_app:
        raise CrossAppDisabled("recall across apps is not enabled", field="scope.cross_app")
    wanted = wanted_scopes(request)
    if not wanted:
        raise InvalidRequest(
            "names no scope: give include_global, app_id or session_id", field="scope"
        )
    hidden = request.app_id is not None and request.app_id in state.apps_off
    shown = [scope for scope in wanted if scope.level is Level.GLOBAL or not hidden]
    return Visibility(
        scopes=frozenset(VisibleScope(s.key, state.effective_epoch(s)) for s in shown),
        switched_off=(request.app_id,) if hidden and request.app_id is not None else (),
    )


def wanted_scopes(request: ScopeRequest) -> list[Scope]:
    """Return the scopes that are asked for."""
    wanted = []
    if request.include_global:
        wanted.append(Scope(Level.GLOBAL))
    if request.app_id is not None:
        wanted.append(Scope(Level.APP, request.app_id))
    if request.session_id is not None:
        wanted.append(Scope(Level.SESSION, request.app_id, request.session_id))
    return wanted
