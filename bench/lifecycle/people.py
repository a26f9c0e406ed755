"""Users as they are: some tell a lot, some little; they forget, correct, come back and leave."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from bench.lifecycle.deeds import APPS, DEEDS, MOST, REFUSED
from bench.lifecycle.forgetting import Forgetting
from bench.lifecycle.made_facts import THINGS, VERBS, MadeFacts
from bench.lifecycle.small_world import SmallWorld
from bench.lifecycle.told import Told
from bench.lifecycle.transitions import Seen
from mneme.application.manage.roll_back_memory import Rollback
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.errors import MnemeError, NotFound
from mneme.domain.fact import Fact
from mneme.domain.isolation import ScopeRequest
from mneme.domain.job import JobName
from mneme.domain.memory import Head, Kind, Ownership, Status
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.purge import PurgeTarget
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import TenantContext


@dataclass
class Person:
    """A user with habits: how often there is a day with memories, and how many."""

    tenant: TenantContext
    user_id: str
    chance: random.Random
    world: SmallWorld
    seen: Seen
    told: Told
    daily: float
    most_facts: int
    facts: MadeFacts
    off_until: datetime | None = None
    on_since: datetime | None = None
    app_on_since: datetime | None = None
    sessions: int = 0
    gone: list[str] = field(default_factory=list)
    forgetting: Forgetting = field(init=False)

    def __post_init__(self) -> None:
        """Let the user be able to purge."""
        own = (self.tenant, self.user_id, self.facts, self.world, self.seen)
        self.forgetting = Forgetting(*own)

    @property
    def partition(self) -> str:
        """The partition of everything that is this user's."""
        return user_partition(self.tenant, self.user_id)

    def live(self) -> None:
        """Do what there is to do today, if anything."""
        if self.off_until is not None:
            self._stay_off()
        elif self.chance.random() < self.daily:
            for _ in range(self.chance.randint(1, self.most_facts)):
                self._try("tell", self._tell)
            for deed in self._drawn(DEEDS, self.chance.randint(1, 3)):
                self._try(deed, getattr(self, f"_{deed}"))
            if self.chance.random() < 1 / 80:
                self._switch(enabled=False)

    def memories(self, *statuses: Status) -> list[Head]:
        """Return the facts of the user in these states, as committed and not purged."""
        places = self.seen.of_user(self.partition)
        known = [self.seen.heads[place] for place in places if place not in self.seen.hidden]
        return [head for head in known if head.kind is not Kind.TURN and head.status in statuses]

    def _try(self, deed: str, do: Callable[[], object]) -> None:
        self.told.deeds[deed] += 1
        try:
            do()
        except REFUSED as fault:
            self.told.wrong.append(("no call fails", f"{self.user_id} {deed}: {fault!r}"))
        except MnemeError as refusal:
            self.told.refused[refusal.code] += 1

    def _drawn(self, weighted: Any, count: int = 1) -> list[Any]:
        weights, values = zip(*weighted, strict=True)
        return self.chance.choices(values, weights, k=count)

    def _scope(self) -> Scope:
        if self.chance.random() < 0.4:
            return Scope(Level.GLOBAL)
        return Scope(Level.APP, self.chance.choice(APPS))

    def _tell(self, scope: Scope | None = None) -> None:
        scope = scope or self._scope()
        fact = self.facts.fact(scope, self.world.clock.now())
        if self.chance.random() < 0.5:
            self.world.accept_structured(self.tenant, self.user_id, scope, fact)
            self.world.deliver_tasks()
        else:
            self.world.write_structured(self.tenant, self.user_id, scope, fact)

    def _recall(self) -> None:
        text = " ".join(self.chance.sample((*VERBS, *THINGS), 3))
        where = ScopeRequest(app_id=self.chance.choice(APPS))
        old = self.chance.random() < 0.3
        query = RecallQuery(
            self.user_id, text, where, top_k=5, include_archived=old, include_turns=True
        )
        found = self.world.recall(self.tenant, query)
        self.told.recalled += len(found.memories)
        for one in found.memories:
            place = (self.partition, one.head.memory_id)
            if place not in self.seen.heads or place in self.seen.hidden:
                self.told.wrong.append(("nothing purged is recalled", one.head.memory_id))
        if found.degraded:
            self.told.wrong.append(("no call fails", f"recall: {found.degraded}"))
        self.world.deliver_reinforcements()

    def _use(self) -> None:
        ids = [head.memory_id for head in self._some(2, Status.ACTIVE)]
        self.world.note_use(self.tenant, self.user_id, ids, None)
        self.world.deliver_reinforcements()

    def _correct(self) -> None:
        for head in self._some(1, Status.ACTIVE, Status.CANDIDATE):
            patch = MemoryPatch(content=f"{self.facts.text(head.scope)} again")
            self.world.manage.update(self.tenant, self.user_id, MemoryUpdate(head.memory_id, patch))

    def _mark(self) -> None:
        for head in self._some(1, Status.ACTIVE):
            later = self.world.clock.now() + timedelta(days=self.chance.randint(1, 40))
            patch = self.chance.choice(
                [MemoryPatch(is_important=not head.is_important), MemoryPatch(expire_at=later)]
            )
            self.world.manage.update(self.tenant, self.user_id, MemoryUpdate(head.memory_id, patch))

    def _roll_back(self) -> None:
        for head in self._some(1, Status.ACTIVE):
            wish = Rollback(head.memory_id, max(1, head.revision - 1))
            self.world.manage.roll_back(self.tenant, self.user_id, wish)

    def _delete(self) -> None:
        every = tuple(status for status in Status if status is not Status.DELETED)
        for head in self._some(1, *every):
            self.gone.append(head.memory_id)
            self.world.manage.delete.one(self.tenant, self.user_id, head.memory_id, None)

    def _clear(self) -> None:
        ids = [head.memory_id for head in self._some(20, Status.ACTIVE, Status.ARCHIVED)]
        self.gone += ids
        self.world.manage.delete.some(self.tenant, self.user_id, ids)

    def _restore(self) -> None:
        """Try to bring something back, whatever became of it."""
        wanted = [head.memory_id for head in self._some(1, *Status)]
        if self.gone and self.chance.random() < 0.4:
            wanted = [self.chance.choice(self.gone)]
        for memory_id in wanted:
            self.told.restores += 1
            place = (self.partition, memory_id)
            before = None if place in self.seen.hidden else self.seen.heads.get(place)
            try:
                after = self.world.manage.restore(self.tenant, self.user_id, memory_id, None)
            except NotFound:
                if before is not None and before.status is Status.ARCHIVED:
                    self.told.wrong.append(("what is archived can be restored", memory_id))
                raise
            if before is None:
                self.told.wrong.append(("nothing comes back that was purged", memory_id))
            elif before.is_compressed and after.status is Status.ACTIVE:
                self.told.deeds["restored what was compressed"] += 1
            elif before.status in {Status.SUPERSEDED, Status.CANDIDATE}:
                told = f"{memory_id} {before.status} -> {after.status}"
                self.told.wrong.append(("nothing that ended is restored", told))

    def _session(self) -> None:
        """Tell a session something; it is closed, to be continued, purged, or left alone."""
        self.sessions += 1
        scope = Scope(Level.SESSION, self.chance.choice(APPS), f"s-{self.sessions}")
        for _ in range(self.chance.randint(1, 4)):
            self._tell(scope)
        how = self.chance.random()
        if how < 0.7:
            closing = self.world.accept_closing
            closing(self.tenant, self.user_id, scope, to_be_continued=how < 0.25)
            self.world.deliver_tasks()
        elif how > 0.9:
            self._purged(PurgeTarget(scope.app_id, scope.session_id))

    def _purge(self) -> None:
        """Purge an app, or all there is, and tell some of it again."""
        if self.chance.random() < 0.6:
            self._purged(PurgeTarget(self.chance.choice(APPS)))
        else:
            erased = self.chance.random() < 0.5
            self._purged(PurgeTarget(), JobName.ERASE if erased else JobName.PURGE)

    def _purged(self, target: PurgeTarget, name: JobName = JobName.PURGE) -> None:
        going = self.forgetting.purge(target, name)
        self.told.deeds[f"{name}d"] += 1
        for number in self.chance.sample(going, min(1, len(going))):
            where = (
                Scope(Level.GLOBAL) if target.app_id is None else Scope(Level.APP, target.app_id)
            )
            text = self.facts.again(number, where)
            now = self.world.clock.now()
            fact = Fact(text, Ownership.USER, (), now)
            self.world.accept_structured(self.tenant, self.user_id, where, fact)
            self.world.deliver_tasks()
            self._expect_learned(text, where)

    def _expect_learned(self, text: str, where: Scope) -> None:
        query = RecallQuery(
            self.user_id, text, ScopeRequest(app_id=where.app_id), top_k=MOST, consistent=True
        )
        self.told.deeds["told again"] += 1
        found = self.world.recall(self.tenant, query)
        if text not in {one.revision.content for one in found.memories}:
            self.told.wrong.append(("what is told again is learned", text))

    def _converse(self) -> None:
        self.sessions += 1
        now = self.world.clock.now()
        scope = Scope(Level.APP, self.chance.choice(APPS), f"c-{self.sessions}")
        said = tuple(
            Message(f"c{self.sessions}-{n}", Role.USER, self.facts.text(scope)) for n in range(2)
        )
        self.world.accept_add(self.tenant, self.user_id, Conversation(scope, said, now), None)
        self.world.deliver_tasks()

    def _switch_app(self) -> None:
        state = self.world.users.state(self.tenant, self.user_id)
        app = self.chance.choice(APPS)
        app = min(state.apps_off, default=app)  # what is off comes on first
        self.world.switch_memory(self.tenant, self.user_id, app, app in state.apps_off)
        self.app_on_since = self.world.clock.now()

    def _switch(self, *, enabled: bool) -> None:
        self.told.deeds["switch"] += 1
        self.world.switch_memory(self.tenant, self.user_id, None, enabled)
        now = self.world.clock.now()
        self.on_since = now if enabled else self.on_since
        self.off_until = None if enabled else now + timedelta(days=self.chance.randint(2, 60))

    def _stay_off(self) -> None:
        """Be refused, and on the last day be back, with what is left."""
        if self.off_until is not None and self.world.clock.now() < self.off_until:
            if self.chance.random() < 0.05:
                self._refused_while_off()
            return
        self._switch(enabled=True)
        left = [
            head
            for head in self.memories(Status.ACTIVE)
            if head.scope.level is Level.GLOBAL
            and head.expire_at is None
            and head.invalid_at is None
        ]
        for head in left[:1]:
            self._expect_recalled(head)

    def _refused_while_off(self) -> None:
        try:
            self._recall()
            self.told.wrong.append(("memory that is off is not recalled", self.user_id))
        except MnemeError as refusal:
            self.told.refused[refusal.code] += 1

    def _expect_recalled(self, head: Head) -> None:
        ref = (head.memory_id, head.revision)
        said = self.world.memories.revisions(self.tenant, self.user_id, [ref])[ref]
        query = RecallQuery(self.user_id, said.content, ScopeRequest(), top_k=MOST)
        found = self.world.recall(self.tenant, query)
        self.told.deeds["switched on"] += 1
        if head.memory_id not in {one.head.memory_id for one in found.memories}:
            self.told.wrong.append(("on again, what is left is recalled", said.content))

    def _some(self, count: int, *statuses: Status) -> list[Head]:
        known = self.memories(*statuses)
        return self.chance.sample(known, min(count, len(known)))
