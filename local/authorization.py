"""Asks the authorizer about tokens, keeps what it said for a minute, and applies its policy."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from local.cloud_names import method_arn
from local.gateway_events import Context, HttpRequest, token_event

CACHE_SECONDS = 60.0
_CACHE_ENTRIES = 1024
_INVOKE_ACTIONS = frozenset({"*", "execute-api:*", "execute-api:invoke"})


class Unauthorized(Exception):
    """The request carries no token, or one that the authorizer does not know."""


class AccessDenied(Exception):
    """The token's policy does not allow this request."""


@dataclass(frozen=True, slots=True)
class Authorization:
    """What the authorizer said of a token: statements of a policy, and context for functions."""

    statements: tuple[Mapping[str, Any], ...]
    context: Context
    until: float

    def allows(self, arn: str) -> bool:
        """Return whether the policy allows this method: a denial outweighs any permission."""
        effects = {statement["Effect"] for statement in self.statements if _applies(statement, arn)}
        return "Allow" in effects and "Deny" not in effects


class TokenGate:
    """Lets requests through whose bearer token the authorizer accepts.

    `ask` invokes the authorizer with an event and the request's id. As in the cloud, an answer
    (a denial too) holds for every path for a minute; a raised "Unauthorized" is not kept.
    """

    def __init__(
        self,
        ask: Callable[[dict[str, Any], str], Any],
        clock: Callable[[], float],
        entries: int = _CACHE_ENTRIES,
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._entries = entries
        self._known: OrderedDict[str, Authorization] = OrderedDict()

    def context(self, request: HttpRequest) -> Context:
        """Return the token's context. Raises Unauthorized, AccessDenied."""
        token = request.header("authorization")
        if not token:
            raise Unauthorized
        found = self._known.get(token)
        if found is None or found.until <= self._clock():
            found = self._asked(request, token)
        if not found.allows(method_arn(request.method, request.path)):
            raise AccessDenied
        return found.context

    def _asked(self, request: HttpRequest, token: str) -> Authorization:
        try:
            answer = self._ask(token_event(request, token), request.request_id)
        except Exception as exc:
            # The platform's contract: this very message means 401, any other error a fault.
            if str(exc) == "Unauthorized":
                raise Unauthorized from exc
            raise
        found = _authorization(answer, self._clock() + CACHE_SECONDS)
        self._known[token] = found
        self._known.move_to_end(token)
        while len(self._known) > self._entries:
            self._known.popitem(last=False)
        return found


def _authorization(answer: Mapping[str, Any], until: float) -> Authorization:
    context: dict[str, str | int] = {
        name: _as_text(value)
        for name, value in (answer.get("context") or {}).items()
        if value is not None
    }
    return Authorization(
        statements=tuple(answer["policyDocument"]["Statement"]),
        context={**context, "principalId": str(answer["principalId"]), "integrationLatency": 0},
        until=until,
    )


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise TypeError("an authorizer's context holds only strings, numbers and booleans")


def _applies(statement: Mapping[str, Any], arn: str) -> bool:
    actions = {action.lower() for action in _listed(statement["Action"])}
    resources = _listed(statement["Resource"])
    return bool(actions & _INVOKE_ACTIONS) and any(_matches(r, arn) for r in resources)


def _listed(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _matches(pattern: str, arn: str) -> bool:
    return _expression(pattern).fullmatch(arn) is not None


@lru_cache(maxsize=_CACHE_ENTRIES)
def _expression(pattern: str) -> re.Pattern[str]:
    wildcard = {"*": ".*", "?": "."}
    return re.compile("".join(wildcard.get(letter, re.escape(letter)) for letter in pattern))
