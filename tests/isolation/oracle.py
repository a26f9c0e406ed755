"""What must be seen, worked out with plain dictionaries: nothing of the product decides here."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mneme.domain.memory import Kind, MemType, Ownership
from tests.isolation.moody import Mood
from tests.isolation.programs import CITY, VARIANTS, Actor, Home, Variant, Way, Words, Write
from tests.isolation.questions import LONG_AGO, Asked, Options

OK = 0
KEY_REUSED = 40902


@dataclass(frozen=True)
class Seen:
    """A memory as its caller sees it."""

    content: str
    level: str
    kind: str
    ownership: str
    mem_type: str
    tags: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, memory: dict[str, Any]) -> "Seen":
        """Return a memory of an answer."""
        names = ("content", "level", "kind", "ownership", "mem_type")
        tags = tuple(memory["custom_tags"].items())
        return cls(tags=tags, **{name: memory[name] for name in names})


@dataclass
class Oracle:
    """Follows a program.

    A text is kept once in a home, a message once in a session of a home, and read once; without a
    session its words tell it from others of the same id, and it is read each time.
    """

    facts: dict[Home, dict[str, Variant]] = field(default_factory=lambda: defaultdict(dict))
    cities: dict[Home, list[str]] = field(default_factory=lambda: defaultdict(list))
    turns: dict[Home, dict[tuple[int | str, int], str]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    keys: dict[tuple[Actor, int | None, int], tuple[object, ...]] = field(default_factory=dict)
    read: set[tuple[Home, int, int]] = field(default_factory=set)

    def tell(self, write: Write) -> int:
        """Take a write in, and return the code it must be answered with."""
        if write.key is not None:
            said = (write.home, write.app, write.session, write.text, write.message, write.off)
            key = (write.actor, write.app, write.key)
            if key in self.keys:
                return OK if self.keys[key] == said else KEY_REUSED
            self.keys[key] = said
        if write.way is Way.ADD:
            said_in = write.text if write.session is None else write.session
            self.turns[write.home].setdefault((said_in, write.message), write.text)
        if write.off or self._was_read(write):
            return OK
        if write.words is Words.SLOT:
            history = self.cities[write.home]
            if history[-1:] != [write.text]:
                history.append(write.text)
        else:
            self.facts[write.home].setdefault(write.text, VARIANTS[write.variant])
        return OK

    def _was_read(self, write: Write) -> bool:
        """Note a message as read; return whether it was: sent again, it is not said again."""
        if write.way is not Way.ADD or write.session is None:
            return False
        place = (write.home, write.session, write.message)
        known = place in self.read
        self.read.add(place)
        return known

    @property
    def homes(self) -> set[Home]:
        """Where something was accepted."""
        return {*self.facts, *self.cities, *self.turns}

    def delete(self, meant: Callable[[Home], bool]) -> None:
        """Take the deletion of all memories of some homes in: their history goes with them."""
        for kept in (self.facts, self.cities, self.turns):
            for home in [home for home in kept if meant(home)]:
                kept.pop(home)

    def holds(self, meant: Callable[[Home], bool]) -> Counter[Seen]:
        """Return every memory of some homes as it stands, messages as well."""
        options = Options(turns=True)
        return Counter(
            seen for home in self.homes if meant(home) for seen in self._in(home, options)
        )

    def sees(self, actor: Actor, asked: Asked, options: Options) -> Counter[Seen]:
        """Return everything that the actor must see, as often as it is there."""
        if options.as_of == LONG_AGO:
            return Counter()
        found = (seen for home in asked.homes(actor) for seen in self._in(home, options))
        return Counter(seen for seen in found if _passes(seen, options))

    def _in(self, home: Home, options: Options) -> list[Seen]:
        found = [_seen(home, text, made) for text, made in self.facts.get(home, {}).items()]
        # The heads, which answer when the index is down, know what is current and no more.
        history = options.superseded and options.as_of is None and options.mood is not Mood.DOWN
        cities = self.cities.get(home, [])
        found += [_seen(home, text, CITY) for text in (cities if history else cities[-1:])]
        if options.turns:
            found += [_turn(home, text) for text in self.turns.get(home, {}).values()]
        return found


def _seen(home: Home, text: str, made: Variant) -> Seen:
    return Seen(text, home.level, made.kind, made.ownership, made.mem_type, made.tags)


def _turn(home: Home, text: str) -> Seen:
    return Seen(text, home.level, Kind.TURN, Ownership.USER, MemType.EPISODIC, ())


def _passes(seen: Seen, options: Options) -> bool:
    tags = dict(seen.tags)
    return (
        options.ownership in (None, seen.ownership)
        and options.mem_type in (None, seen.mem_type)
        and options.kind in (None, seen.kind)
        and (not options.tags or any(wanted.items() <= tags.items() for wanted in options.tags))
    )
