"""Every way over to somebody else that a program leaves open: each is tried by everyone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from mneme.domain.job import JobName, JobOwner
from mneme.domain.scope import Level
from mneme.domain.tenancy import TenantContext
from tests.isolation.cast import Cast
from tests.isolation.hostile import BODIES, FORBIDDEN, with_value
from tests.isolation.managed import (
    DIMENSIONS,
    EVERYTHING,
    Meant,
    app_key,
    attempts,
    code_of,
    listed,
)
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Home, Write, canary
from tests.isolation.questions import SCOPES, Options
from tests.isolation.sentry import Sentry
from tests.isolation.touched_rows import own_partitions, rows_of, touched_of
from tests.isolation.transfers import only_theirs

OK, BAD, NOT_ALLOWED, NOT_FOUND, FAULTS = 0, 40001, 40302, 40401, 50000
SOME = 3
PAGED = ("user/list", "change_log")


@dataclass(frozen=True)
class Crossings:
    """A program that was played to its end, and the chance that chooses what is tried."""

    play: Play
    sentry: Sentry
    chance: Random

    @classmethod
    def of(
        cls, sentry: Sentry, cast: Cast, program: Sequence[Write], chance: Random
    ) -> "Crossings":
        """Play a program on a deployment of its cast; return what can be tried after it."""
        play = Play(cast, sentry)
        play.perform(program)
        sentry.settle()
        return cls(play, sentry, chance)

    def try_all(self, options: Sequence[Options]) -> None:
        """Try everything, what changes anything last. Raises AssertionError for a crossing."""
        with self._touching(None):
            self.play.read_tasks()
            self._manage()
            self._page()
            self._name_others()
            self._widen()
        self._recall(options)
        actor = self.chance.choice([home.actor for home in self.play.homes.values()])
        own = (self._change_own, self._work_on, self._close, self._switch, self._take_out)
        for change in (*own, self._purge):
            with self._touching(actor):
                change(actor)
        for anyone in ACTORS:
            # Nothing of others is here: `sentry` looks.
            shown = listed(self.play, self.play.caller(anyone), anyone, EVERYTHING, 50)
            assert anyone == actor or shown == self.play.oracle.holds(EVERYTHING.of(anyone))

    def _call(
        self, verb: str, actor: Actor, caller: TenantContext | None = None, **more: Any
    ) -> Any:
        """Ask as an actor, and return the answer; no fault of ours is one."""
        caller = caller or self.play.caller(actor)
        body = {"user_id": self.play.cast.users[actor.user]} | more
        answer = self.sentry.call(verb, caller, body)
        assert answer.code < FAULTS
        return answer

    @contextmanager
    def _touching(self, actor: Actor | None) -> Iterator[None]:
        """Assert that the block touches rows of this actor only, or none."""
        self.sentry.settle()
        before = rows_of(self.play)
        yield
        self.sentry.settle()
        touched = touched_of(before, rows_of(self.play))
        own = own_partitions(self.play, actor) if actor else set()
        assert {partition for _, partition, _ in touched} <= own, sorted(touched)

    # --- what reads -----------------------------------------------------------------------

    def _recall(self, options: Sequence[Options]) -> None:
        for actor, wanted in product(ACTORS, options):
            for asked in self.chance.sample(SCOPES, SOME):
                self.play.check(actor, asked, wanted)
                app = self.chance.choice((0, 1))
                key = app_key(self.play, actor, app)
                if asked.app == app:
                    self.play.check(actor, asked, wanted, key)
                else:
                    assert self.play.ask(actor, asked, wanted, key).code == NOT_ALLOWED

    def _manage(self) -> None:
        for actor in ACTORS:
            own = {one for one, home in self.play.homes.items() if home.actor == actor}
            for meant in (EVERYTHING, *self.chance.sample(DIMENSIONS, SOME)):
                expected = self.play.oracle.holds(meant.of(actor))
                limit = self.chance.randint(1, 50)
                shown = listed(self.play, self.play.caller(actor), actor, meant, limit)
                assert shown == expected
                body = {"dimension": meant.body(self.play.cast), "limit": 100}
                answer = self._call("change_log", actor, **body)
                told = {one for record in answer.data["records"] for one in record["memory_ids"]}
                assert not told & (self.play.homes.keys() - own)

    def _page(self) -> None:
        """Go on with lists of others."""
        for verb, actor, other in product(PAGED, ACTORS, ACTORS):
            cursor = self._call(verb, actor, limit=1).data["cursor"]
            if cursor:
                code = self._call(verb, other, limit=1, cursor=cursor).code
                assert code == (OK if other == actor else BAD)

    # --- what names others ----------------------------------------------------------------

    def _name_others(self) -> None:
        for memory_id, home in self._some_homes():
            for actor in ACTORS:
                app = self.chance.choice((0, 1))
                callers = [] if actor == home.actor else [self.play.caller(actor)]
                if actor != home.actor or (home.level is not Level.GLOBAL and home.app != app):
                    callers.append(app_key(self.play, actor, app))
                for caller, (verb, body) in product(callers, attempts(memory_id)):
                    assert code_of(self._call(verb, actor, caller, **body)) == NOT_FOUND
                for caller in callers:
                    used = self._call("used", actor, caller, memory_ids=[memory_id])
                    assert used.data["counted"] == 0

    def _some_homes(self) -> list[tuple[str, Home]]:
        homes = list(self.play.homes.items())
        return self.chance.sample(homes, min(SOME, len(homes)))

    def _widen(self) -> None:
        """Ask by tokens of one user for the other, and by fields that no verb has."""
        for actor, (verb, body) in product(ACTORS, BODIES.items()):
            other = self.play.cast.users[1 - actor.user]
            token = replace(self.play.caller(actor), user_id=other)
            named = {name: value for name, value in body.items() if name != "user_id"}
            assert self._call(verb, actor, token, **named).code == NOT_ALLOWED
        for verb, path, value in self.chance.sample(FORBIDDEN, 4 * SOME):
            actor = self.chance.choice(ACTORS)
            named = with_value(verb, path, value)
            named.pop("user_id")
            assert self._call(verb, actor, **named).code == BAD

    # --- what changes one's own -------------------------------------------------------------

    def _change_own(self, actor: Actor) -> None:
        own = [(one, home) for one, home in self.play.homes.items() if home.actor == actor]
        for memory_id, home in self.chance.sample(own, min(SOME, len(own))):
            one = {"memory_id": memory_id}
            said = f"I love {canary(home)} cocoa and biscuits."
            for verb, body in (
                ("used", {"memory_ids": [memory_id]}),
                ("update", one | {"content": said}),
                ("batch_update", {"items": [one | {"custom_tags": {"n": 9}}]}),
                ("rollback", one | {"to_revision": 1}),
                ("delete", one),
                ("restore", one),
                ("history", one | {"limit": 1}),
                ("batch_delete", {"memory_ids": [memory_id]}),
            ):
                self._call(verb, actor, **body)
                self.sentry.durable.clock.advance(1)
        meant: Meant = self.chance.choice(DIMENSIONS)
        self._call("batch_delete", actor, dimension=meant.body(self.play.cast))

    def _work_on(self, actor: Actor) -> None:
        """Have a job done about an actor's memories, and ask everyone for it."""
        cast = self.play.cast
        owner = JobOwner(cast.tenants[actor.tenant], cast.users[actor.user])
        self._finish(actor, self.sentry.jobs.start.by_hand(JobName.RECONCILE, owner))

    def _finish(self, actor: Actor, job_id: str) -> None:
        """Let a job of the actor be done, and ask everyone for it."""
        while self._call("job", actor, job_id=job_id).data["state"] == "RUNNING":
            self.sentry.deliver_all_queues()
            self.sentry.durable.clock.advance(1)
        for other in ACTORS:
            code = self._call("job", other, job_id=job_id).code
            assert code == (OK if other == actor else NOT_FOUND)

    def _take_out(self, actor: Actor) -> None:
        """Export all of the actor's and send it in again; ask everyone for both."""
        self._finish(actor, (asked := self._call("user/export", actor).data)["job_id"])
        url = self._call("job", actor, **asked).data["download"]["url"]
        told = only_theirs(self.play, actor, self.sentry.fetched(url))
        self._finish(actor, self._call("user/import", actor, **told).data["job_id"])

    def _close(self, actor: Actor) -> None:
        """End a session that the others have as well."""
        app, session, place = self._a_session()
        told = self._kept_elsewhere(actor, app, session)
        closed = self._call("session/close", actor, to_be_continued=True, **place)
        self.sentry.deliver_all_queues()
        for other in ACTORS:
            answer = self._call("task", other, task_id=closed.data["task_id"])
            assert answer.code == (OK if other == actor else NOT_FOUND)
        assert self._kept_elsewhere(actor, app, session) == told

    def _a_session(self) -> tuple[int | None, int, dict[str, str | None]]:
        """Choose a session: the places of its app and itself in the cast, and how it is named."""
        cast = self.play.cast
        app, session = self.chance.choice((None, 0, 1)), self.chance.choice((0, 1))
        app_id = None if app is None else cast.apps[app]
        return app, session, {"app_id": app_id, "session_id": cast.sessions[session]}

    def _purge(self, actor: Actor) -> None:
        """Forget a session of the actor's, then the actor, then destroy the actor's keys."""
        app, session, place = self._a_session()
        told = self._kept_elsewhere(actor, app, session)
        self._finish(actor, self._call("user/purge", actor, scope=place).data["job_id"])
        assert self._kept_elsewhere(actor, app, session) == told
        for verb in ("user/purge", "user/erase"):
            self._finish(actor, self._call(verb, actor).data["job_id"])
            assert not listed(self.play, self.play.caller(actor), actor, EVERYTHING, 50)
        shown = [self._call("user/certificate", one).data["certificates"] for one in ACTORS]
        assert [bool(one) for one in shown] == [one == actor for one in ACTORS]

    def _switch(self, actor: Actor) -> None:
        """Turn an app of the actor's off, and all on again, and ask everyone what is off."""
        app = self.play.cast.apps[self.chance.choice((0, 1))]
        for enabled in (False, True):
            self._call("user/switch", actor, app_id=app, enabled=enabled)
            for other in ACTORS:
                told = self._call("user/switch", other).data
                off = [app] if other == actor and not enabled else []
                assert (told["effective"], told["apps_off"]) == (True, off)

    def _kept_elsewhere(self, actor: Actor, app: int | None, session: int) -> list[Counter[Any]]:
        """Return what the actor knows where the end of a session changes nothing."""
        meant = [Meant(Level.APP, app=other) for other in (0, 1) if other != app]
        meant += [Meant(Level.SESSION, app=app, session=1 - session)]
        meant += [Meant(Level.GLOBAL)] if app is not None else []
        return [listed(self.play, self.play.caller(actor), actor, one, 50) for one in meant]
