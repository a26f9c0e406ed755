"""What management is asked about by programs: dimensions, lists to their end, ids of memories."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from mneme.domain.scope import Level
from mneme.domain.tenancy import TenantContext
from tests.isolation.cast import Cast
from tests.isolation.deployment import Answer
from tests.isolation.oracle import Seen
from tests.isolation.play import Play
from tests.isolation.programs import Actor, Home


@dataclass(frozen=True)
class Meant:
    """A dimension by places in the cast; nothing named means everything."""

    level: Level | None = None
    app: int | None = None
    session: int | None = None

    def body(self, cast: Cast) -> dict[str, Any]:
        """Return it as it is sent."""
        return {
            "level": self.level,
            "app_id": None if self.app is None else cast.apps[self.app],
            "session_id": None if self.session is None else cast.sessions[self.session],
        }

    def holds(self, home: Home) -> bool:
        """Return whether a home is meant: the rule, spelt out."""
        if self.level not in (None, home.level):
            return False
        if self.session is not None:
            here = (home.app, home.session) == (self.app, self.session)
            return home.level is Level.SESSION and here
        return self.app is None or (home.level is not Level.GLOBAL and home.app == self.app)

    def of(self, actor: Actor) -> Callable[[Home], bool]:
        """Return the homes that are meant of an actor."""
        return lambda home: home.actor == actor and self.holds(home)


EVERYTHING = Meant()
DIMENSIONS = (
    *(Meant(level) for level in Level),
    *(Meant(app=app) for app in (0, 1)),
    *(Meant(level, app) for level in (Level.APP, Level.SESSION) for app in (0, 1)),
    *(Meant(app=app, session=session) for app in (None, 0, 1) for session in (0, 1)),
)


def listed(
    play: Play, caller: TenantContext, actor: Actor, meant: Meant, limit: int
) -> Counter[Seen]:
    """List to the end, page by page."""
    body = {"user_id": play.cast.users[actor.user], "dimension": meant.body(play.cast)}
    found: list[Seen] = []
    ids: list[str] = []
    cursor = None
    while True:
        asked = body | {"limit": limit, "cursor": cursor}
        answer = play.deployment.call("user/list", caller, asked)
        found += map(Seen.of, answer.memories)
        ids += [memory["memory_id"] for memory in answer.memories]
        cursor = answer.data["cursor"]
        if cursor is None:
            assert len(set(ids)) == len(ids), "a memory was listed twice"
            return Counter(found)


def app_key(play: Play, actor: Actor, app: int) -> TenantContext:
    """Return a credential of the actor's tenant that is bound to one app."""
    return replace(play.caller(actor), apps=frozenset({play.cast.apps[app]}))


def attempts(memory_id: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every way to get at a memory by its id."""
    one = {"memory_id": memory_id}
    return [
        ("update", one | {"content": "Stolen."}),
        ("update", one | {"custom_tags": {"stolen": True}}),
        ("batch_update", {"items": [one | {"is_important": True}]}),
        ("delete", one),
        ("batch_delete", {"memory_ids": [memory_id]}),
        ("restore", one),
        ("rollback", one | {"to_revision": 1}),
        ("history", one),
    ]


def code_of(answer: Answer) -> int:
    """Return the code of an answer about one memory."""
    results = (answer.data or {}).get("results")
    return answer.code if results is None else int(results[0]["code"])
