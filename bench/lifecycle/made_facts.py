"""Facts as users tell them: of every class, and now and then for a second time."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership, Provenance, Source
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

    def text(self) -> str:
        """Return something to say."""
        chance = self.chance
        self.number = number = self.number + 1
        if number > 1 and chance.random() < 0.08:
            number = chance.randint(1, number - 1)  # it was said before
        chance = random.Random(f"{self.user_id} {number}")
        verb, one, other = chance.choice(VERBS), *chance.sample(THINGS, 2)
        return f"I {verb} {one} with {other} of mark{number}x{self.user_id}"

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
        return Fact(self.text(), sources=(source,), **parts)
