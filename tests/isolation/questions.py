"""Questions: every combination of scopes, with every option that recall has."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import Any

from hypothesis import strategies as st

from mneme.domain.memory import Kind, MemType, Ownership
from mneme.domain.scope import Level
from tests.isolation.cast import Cast
from tests.isolation.moody import Mood
from tests.isolation.programs import Actor, Home

QUERY = "Who would love to live with tea?"
"""Shares a word with whatever is ever said, so that words alone find everything too."""


@dataclass(frozen=True)
class Asked:
    """The scope part of a recall, by places in the cast."""

    include_global: bool
    app: int | None
    session: int | None

    @classmethod
    def of(cls, home: Home) -> "Asked":
        """Return what asks for no more than one home; a session of an app comes with the app."""
        return cls(home.level is Level.GLOBAL, home.app, home.session)

    def homes(self, actor: Actor) -> set[Home]:
        """Return the homes whose memories the actor asked for: the rule, spelt out."""
        homes = set()
        if self.include_global:
            homes.add(Home(actor, Level.GLOBAL, None, None))
        if self.app is not None:
            homes.add(Home(actor, Level.APP, self.app, None))
        if self.session is not None:
            homes.add(Home(actor, Level.SESSION, self.app, self.session))
        return homes

    def body(self, cast: Cast) -> dict[str, Any]:
        """Return it as it is sent."""
        return {
            "include_global": self.include_global,
            "app_id": None if self.app is None else cast.apps[self.app],
            "session_id": None if self.session is None else cast.sessions[self.session],
        }


NO_SCOPE = Asked(include_global=False, app=None, session=None)
SCOPES = tuple(
    Asked(include_global=with_global, app=app, session=session)
    for with_global, app, session in product((True, False), (None, 0, 1), (None, 0, 1))
    if Asked(with_global, app, session) != NO_SCOPE
)


@dataclass(frozen=True)
class Options:
    """What else a recall may ask. `as_of` is in seconds from now, None for no `as_of`."""

    turns: bool = False
    superseded: bool = False
    archived: bool = False
    consistent: bool = False
    explain: bool = False
    as_of: int | None = None
    ownership: Ownership | None = None
    mem_type: MemType | None = None
    kind: Kind | None = None
    tags: tuple[dict[str, Any], ...] = ()
    least_relevance: float = 0.0
    mood: Mood = Mood.WELL

    def body(self, now: datetime) -> dict[str, Any]:
        """Return them as they are sent."""
        moment = None if self.as_of is None else now + timedelta(seconds=self.as_of)
        return {
            "query": QUERY,
            "top_k": 50,
            "min_relevance": self.least_relevance,
            "include_turns": self.turns,
            "include_superseded": self.superseded,
            "include_archived": self.archived,
            "consistent": self.consistent,
            "explain": self.explain,
            "as_of": None if moment is None else moment.isoformat(),
            "filter": {
                "ownership": [self.ownership] if self.ownership else [],
                "mem_type": [self.mem_type] if self.mem_type else [],
                "kind": [self.kind] if self.kind else [],
                "custom_tags": list(self.tags),
            },
        }


WIDE = Options(turns=True, superseded=True)
"""Asks for everything that was ever said."""

LONG_AGO = -1_000_000
"""Seconds before anything was said."""

TAG_FILTERS = ((), ({"team": "blue"},), ({"n": 1}, {"n": 2}), ({"team": "blue", "n": 2},))


def options() -> st.SearchStrategy[Options]:
    """Return a strategy of options."""
    return st.builds(
        Options,
        turns=st.booleans(),
        superseded=st.booleans(),
        archived=st.booleans(),
        consistent=st.booleans(),
        explain=st.booleans(),
        as_of=st.sampled_from((None, None, 0, LONG_AGO)),
        ownership=st.sampled_from((None, None, None, *Ownership)),
        mem_type=st.sampled_from((None, None, None, *MemType)),
        kind=st.sampled_from((None, None, None, Kind.FACT, Kind.CONSTRAINT, Kind.TURN)),
        tags=st.sampled_from((*TAG_FILTERS, ())),
        mood=st.sampled_from(Mood),
    )
