"""Facts as users tell them: of every class, and now and then for a second time."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership, Provenance, Source
from mneme.domain.purge import PurgeTarget
from mneme.domain.scope import Scope

_KINDS: tuple[tuple[int, dict[str, Any]], ...] = (
    (40, {}),
    (12, {"mem_type": MemType.EPISODIC}),
    (8, {"mem_type": MemType.PROCEDURAL}),
    (8, {"ownership": Ownership.AGENT}),
    (4, {"ownership": Ownership.AGENT, "mem_type": MemType.EPISODIC}),
    (8, {"is_important": True}),
    (4, {"kind": Kind.CONSTRAINT}),
    (3, {"kind": Kind.PERSONA, "ownership": Ownership.AGENT}),
    (6, {"provenance": Provenance.CANDIDATE}),
    (4, {"provenance": Provenance.EXPLICIT_REQUEST}),
)
VERBS = ("like", "own", "visit", "study", "repair", "plan", "avoid", "teach", "collect", "paint")
THINGS = (
    "boats", "maps", "clocks", "bread", "chess", "roses", "trains", "poems", "violins", "tents",
    "wells", "kites", "coins", "masks", "lamps", "drums", "bees", "caves", "quilts", "stoves",
)  # fmt: skip


@dataclass
class MadeFacts:
    """What one user has to tell; each text has a mark of its own."""

    user_id: str
    chance: random.Random
    number: int = 0
    said: dict[int, set[str]] = field(default_factory=dict)
    """In which scopes each mark was said, that not all of them were purged of."""
    gone: set[int] = field(default_factory=set)
    """The marks that were purged wherever they were said, and not said again since."""

    def text(self, scope: Scope) -> str:
        """Return something to say there."""
        chance = self.chance
        self.number = number = self.number + 1
        if number > 1 and chance.random() < 0.08:
            number = chance.randint(1, number - 1)  # it was said before
        return self.again(number, scope)

    def again(self, number: int, scope: Scope) -> str:
        """Return what was said once, to be said there."""
        self.gone.discard(number)
        self.said.setdefault(number, set()).add(scope.key)
        chance = random.Random(f"{self.user_id} {number}")
        verb, one, other = chance.choice(VERBS), *chance.sample(THINGS, 2)
        return f"I {verb} {one} with {other} of mark{number}x{self.user_id}"

    def said_only_in(self, target: PurgeTarget) -> set[int]:
        """Return the marks that were said nowhere but where a purge reaches."""
        return {mark for mark, keys in self.said.items() if all(map(target.covers_key, keys))}

    def forget(self, target: PurgeTarget) -> None:
        """Note a purge."""
        going = self.said_only_in(target)
        self.gone |= going
        self.said = {
            mark: {key for key in keys if not target.covers_key(key)}
            for mark, keys in self.said.items()
            if mark not in going
        }

    def fact(self, scope: Scope, now: datetime) -> Fact:
        """Return something to remember."""
        weights, kinds = zip(*_KINDS, strict=True)
        parts = dict(self.chance.choices(kinds, weights)[0])
        if self.chance.random() < 0.12:
            parts["expire_at"] = now + timedelta(days=self.chance.randint(1, 90))
        if self.chance.random() < 0.1:
            parts["fact_key"] = f"slot{self.chance.randint(1, 4)}"
        if self.chance.random() < 0.05:
            parts["observed_at"] = now - timedelta(days=self.chance.randint(1, 300))
        parts.setdefault("observed_at", now)
        parts.setdefault("ownership", Ownership.USER)
        source = Source(scope.session_id, f"m{self.number}")
        return Fact(self.text(scope), sources=(source,), **parts)
