"""Programs: what two users of two tenants say in the same ids, the same keys, the same words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from hypothesis import strategies as st

from mneme.domain.memory import Kind, MemType, Ownership
from mneme.domain.scope import Level
from tests.isolation.cast import Cast


class Actor(NamedTuple):
    """One user of one tenant, by their places in the cast."""

    tenant: int
    user: int


ACTORS = tuple(Actor(tenant, user) for tenant in (0, 1) for user in (0, 1))


class Home(NamedTuple):
    """Where a memory is at home: whose it is, and the one scope it is visible in."""

    actor: Actor
    level: Level
    app: int | None
    session: int | None


@dataclass(frozen=True)
class Variant:
    """How a memory is made; no two variants say the same, so no two are taken for one another."""

    noun: str
    ownership: Ownership
    mem_type: MemType
    kind: Kind
    tags: tuple[tuple[str, Any], ...]


VARIANTS = (
    Variant("tea", Ownership.USER, MemType.SEMANTIC, Kind.FACT, ()),
    Variant("cocoa", Ownership.AGENT, MemType.EPISODIC, Kind.FACT, (("team", "blue"),)),
    Variant("mate", Ownership.USER, MemType.PROCEDURAL, Kind.CONSTRAINT, (("n", 1),)),
    Variant("juice", Ownership.AGENT, MemType.SEMANTIC, Kind.PERSONA, (("team", "blue"), ("n", 2))),
)
CITIES = "I live in "
"""How every value of the slot begins."""
CITY = Variant("", Ownership.USER, MemType.SEMANTIC, Kind.FACT, (("n", 2),))


class Way(StrEnum):
    """How something is told."""

    ADD = "add"
    AT_ONCE = "add_structured that skips evolution"
    BY_TASK = "add_structured"


class Words(StrEnum):
    """What is told: something that names its home, what everybody says, or a changeable fact."""

    CANARY = "canary"
    SHARED = "shared"
    SLOT = "slot"


class Delivery(StrEnum):
    """What the platform does after a write."""

    NOTHING = "nothing"
    QUEUES = "queues"
    ALL = "queues and index"


@dataclass(frozen=True)
class Write:
    """One request to remember something, and what the platform does next.

    `off` keeps the messages of an ADD, and takes nothing from them.
    """

    actor: Actor
    level: Level
    app: int | None
    session: int | None
    way: Way
    words: Words
    variant: int
    message: int
    key: int | None
    delivery: Delivery
    off: bool = False

    @property
    def home(self) -> Home:
        """Where the memory is at home: the app and session it was said in do not narrow GLOBAL."""
        match self.level:
            case Level.GLOBAL:
                return Home(self.actor, self.level, None, None)
            case Level.APP:
                return Home(self.actor, self.level, self.app, None)
            case Level.SESSION:
                return Home(self.actor, self.level, self.app, self.session)

    @property
    def text(self) -> str:
        """What is said: two things of one home never mean the same, of two homes nearly."""
        if self.words is Words.SLOT:
            return f"{CITIES}{canary(self.home)}{'nesw'[self.variant]}."
        noun = VARIANTS[self.variant].noun
        if self.words is Words.SHARED:
            return f"My sister would live on jasmine {noun} alone."
        return f"I love {canary(self.home)} {noun}."

    def body(self, cast: Cast) -> dict[str, Any]:
        """Return the request."""
        body: dict[str, Any] = {
            "user_id": cast.users[self.actor.user],
            "app_id": None if self.app is None else cast.apps[self.app],
            "session_id": None if self.session is None else cast.sessions[self.session],
            "level": self.level,
        }
        if self.way is Way.ADD:
            message = _message_id(cast, self.message)
            key = None if self.key is None else cast.keys[self.key]
            messages = [{"message_id": message, "role": "user", "content": self.text}]
            tags = dict(CITY.tags) if self.words is Words.SLOT else {}
            policy = {"mode": "off" if self.off else "decide", "tags": tags}
            return body | {"messages": messages, "idempotency_key": key, "extraction": policy}
        made = VARIANTS[self.variant]
        return body | {
            "content": self.text,
            "ownership": made.ownership,
            "mem_type": made.mem_type,
            "kind": made.kind,
            "custom_tags": dict(made.tags),
            "fact_key": "drink" if self.way is Way.AT_ONCE else None,
            "skip_evolution": self.way is Way.AT_ONCE,
        }


def _message_id(cast: Cast, number: int) -> str:
    """Return one of the cast's two ids, or another one like them."""
    known = cast.messages[number % 2]
    return known if number < len(cast.messages) else f"{known[:120]}{number}"


def canary(home: Home) -> str:
    """Return a word that is said in this home only."""
    place = "".join("nab"[0 if one is None else one + 1] for one in (home.app, home.session))
    return f"Zq{'ab'[home.actor.tenant]}{'ab'[home.actor.user]}{home.level[0].lower()}{place}x"


Place = tuple[Level, int | None, int | None]
"""A level, and the app and session that something is said in."""

_ONE = st.sampled_from((0, 1))
_MAYBE = st.sampled_from((None, 0, 1))
PLACES = (
    st.tuples(st.just(Level.GLOBAL), _MAYBE, _MAYBE)
    | st.tuples(st.just(Level.APP), _ONE, _MAYBE)
    | st.tuples(st.just(Level.SESSION), _MAYBE, _ONE)
)


@st.composite
def _writes(draw: st.DrawFn, actors: Sequence[Actor], places: Sequence[Place]) -> Write:
    level, app, session = draw(st.sampled_from(places))
    way = draw(st.sampled_from((Way.ADD, Way.ADD, Way.AT_ONCE, Way.BY_TASK)))
    choice = (Words.CANARY, Words.SHARED, Words.SLOT, Words.SLOT)
    words = draw(st.sampled_from(choice if way is Way.ADD else choice[:2]))
    # What is added is extracted: it has no variants, but for the cities.
    varies = way is not Way.ADD or words is Words.SLOT
    return Write(
        actor=draw(st.sampled_from(actors)),
        level=level,
        app=app,
        session=session,
        way=way,
        words=words,
        variant=draw(st.integers(0, 3)) if varies else 0,
        message=draw(_ONE),
        key=draw(st.sampled_from((None, None, 0, 1))) if way is Way.ADD else None,
        delivery=draw(st.sampled_from(Delivery)),
        off=way is Way.ADD and draw(st.sampled_from((False,) * 7 + (True,))),
    )


@st.composite
def programs(draw: st.DrawFn, longest: int = 16) -> list[Write]:
    """Return a strategy of programs: a few places, where everyone says the same all the time."""
    actors = draw(st.lists(st.sampled_from(ACTORS), min_size=2, max_size=4, unique=True))
    places = draw(st.lists(PLACES, min_size=1, max_size=3, unique=True))
    writes = draw(st.lists(_writes(actors, places), min_size=longest // 2, max_size=longest))
    return sent_alike(writes)


def sent_alike(writes: Sequence[Write]) -> list[Write]:
    """Return the writes with each message of a session sent as at first: no edits, never read late.

    What is read late counts from when it was told, and is history beside what was told since.
    """
    said: dict[tuple[Home, int, int], tuple[Words, int, bool]] = {}
    found = []
    for write in writes:
        words, variant, off = write.words, write.variant, write.off
        if write.way is Way.ADD and write.session is not None:
            place = (write.home, write.session, write.message)
            words, variant, off = said.setdefault(place, (words, variant, off))
        found.append(replace(write, words=words, variant=variant, off=off))
    return found
