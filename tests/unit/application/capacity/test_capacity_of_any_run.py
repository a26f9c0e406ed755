"""Whatever is done in whatever order: counters equal rows, and no limit is ever exceeded."""

from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.domain.errors import CapacityFull, ImportantQuotaFull, NotFound, RevisionConflict
from mneme.domain.memory import Kind, Ownership
from mneme.domain.scope import Level, Scope
from tests.doubles.limited import is_kept, limit, patrolled
from tests.doubles.made import GLOBAL, a_fact, an_app
from tests.doubles.managing import told, update
from tests.doubles.world import USER, World

SCOPES = (GLOBAL, an_app("a"), an_app("b"), Scope(Level.SESSION, "a", "s-1"))
KINDS: tuple[dict[str, Any], ...] = (
    {}, {}, {"kind": Kind.CONSTRAINT}, {"kind": Kind.PERSONA, "ownership": Ownership.AGENT}
)  # fmt: skip
LIMITS = {
    "total": 9,
    "everywhere": 4,
    "app": 3,
    "constraint": 2,
    "persona": 2,
    "important": 40,
}

number = st.integers(0, 30)
steps = st.one_of(
    st.tuples(
        st.just("write"), number, st.sampled_from(SCOPES), st.sampled_from(KINDS), st.booleans()
    ),
    st.tuples(st.just("decide"), number, st.sampled_from(SCOPES), st.booleans()),
    st.tuples(st.just("mark"), number, st.booleans()),
    st.tuples(st.just("delete"), number),
    st.tuples(st.just("restore"), number),
    st.tuples(st.just("days"), st.integers(1, 60)),
    st.tuples(st.just("patrol")),
)


class Run:
    """Does steps to one user's memory; what is refused changes nothing."""

    def __init__(self) -> None:
        self.world = World()
        limit(self.world, **LIMITS)
        self.ids: list[str] = []

    def step(self, name: str, *given: Any) -> None:
        """Do one step."""
        with suppress(CapacityFull, ImportantQuotaFull, NotFound, RevisionConflict):
            getattr(self, name)(*given)
        self.world.durable.clock.advance(minutes=1)

    def write(self, text: int, scope: Scope, kind: dict[str, Any], important: bool) -> None:
        said = f"I own boat no. {text}"
        self.ids.append(told(self.world, said, scope, is_important=important, **kind))

    def decide(self, text: int, scope: Scope, important: bool) -> None:
        fact = a_fact(
            f"I keep cat no. {text}",
            is_important=important,
            fact_key="cat" if text % 5 == 0 else None,
            observed_at=self.world.clock.now(),
        )
        self.ids.append(self.world.decide(fact, scope).memory_id)

    def mark(self, which: int, important: bool) -> None:
        if self.ids:
            update(self.world, self._one(which), is_important=important)

    def delete(self, which: int) -> None:
        if self.ids:
            self.world.manage.delete.one(self.world.acme, USER, self._one(which), None)

    def restore(self, which: int) -> None:
        if self.ids:
            self.world.manage.restore(self.world.acme, USER, self._one(which), None)

    def days(self, count: int) -> None:
        self.world.durable.clock.advance(days=count)

    def patrol(self) -> None:
        patrolled(self.world)

    def _one(self, which: int) -> str:
        return self.ids[which % len(self.ids)]


@settings(max_examples=60, deadline=None)
@given(program=st.lists(steps, max_size=40))
def test_whatever_is_done_counters_equal_rows_and_no_limit_is_exceeded(
    program: list[tuple[Any, ...]],
) -> None:
    run = Run()

    for step in program:
        run.step(*step)
        assert is_kept(run.world)
