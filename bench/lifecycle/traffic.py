"""What users do in a day: they tell, are reminded, correct, delete and restore."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from bench.lifecycle.simulated import Simulated
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.errors import MnemeError
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership, Provenance, Source
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import Grant, TenantContext

TENANT = TenantContext("year", frozenset(Grant))
SCOPES = (Scope(Level.GLOBAL), Scope(Level.APP, "coach"), Scope(Level.APP, "travel"))
TELLS, RECALLS, CHANGES = 0.35, 0.3, 0.05
"""How likely a user does so on a day."""


@dataclass
class User:
    """One user, and the memories that were told lately."""

    name: str
    known: list[str] = field(default_factory=list)


@dataclass
class Traffic:
    """The same for the same seed."""

    world: Simulated
    users: Sequence[User]
    chance: random.Random
    told: int = 0
    refused: int = 0

    def day(self) -> None:
        """Let every user do what they do in a day."""
        for user in self.users:
            if self.chance.random() < TELLS:
                self._tell(user)
            if user.known and self.chance.random() < RECALLS:
                self._recall(user)
            if user.known and self.chance.random() < CHANGES:
                self._change(user)

    def _tell(self, user: User) -> None:
        self.told += 1
        now = self.world.clock.now()
        fact = Fact(
            f"Thing {self.told} of {user.name}",
            ownership=self.chance.choice(list(Ownership)),
            sources=(Source(None, f"m{self.told}"),),
            observed_at=now,
            mem_type=self.chance.choice(list(MemType)),
            **self._parts(),
        )
        scope = self.chance.choice(SCOPES)
        try:
            written = self.world.write_structured(TENANT, user.name, scope, fact)
        except MnemeError:
            self.refused += 1
            return
        user.known = [*user.known[-40:], written.memory_id]

    def _parts(self) -> dict[str, Any]:
        now = self.world.clock.now()
        draw = self.chance.random()
        if draw < 0.05:
            return {"is_important": True}
        if draw < 0.15:
            return {"expire_at": now + timedelta(days=self.chance.randint(1, 90))}
        if draw < 0.2:
            return {"provenance": Provenance.CANDIDATE}
        if draw < 0.22:
            return {"kind": Kind.CONSTRAINT}
        return {}

    def _recall(self, user: User) -> None:
        hits = tuple(self.chance.sample(user.known, min(3, len(user.known))))
        at = self.world.clock.now()
        self.world.reinforce([ReinforcementMessage(TENANT.tenant_id, user.name, at, hits)])

    def _change(self, user: User) -> None:
        memory_id, manage = self.chance.choice(user.known), self.world.manage
        deed = self.chance.choice(("correct", "delete", "restore"))
        try:
            if deed == "delete":
                manage.delete.one(TENANT, user.name, memory_id, None)
            elif deed == "restore":
                manage.restore(TENANT, user.name, memory_id, None)
            else:
                patch = MemoryPatch(content=f"Thing {self.told} of {user.name}, corrected")
                manage.update(TENANT, user.name, MemoryUpdate(memory_id, patch, None))
        except MnemeError:
            self.refused += 1  # what cannot be done to it, a caller is told
