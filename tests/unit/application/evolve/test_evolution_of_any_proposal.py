"""Whatever an evolver says, nothing is destroyed and the books are right (property-tested)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.application.repositories.row_keys import GUARDS
from mneme.domain.evolution.decisions import Case, Proposal, Reason
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Status
from mneme.domain.retrieval.blinding import normalised
from mneme.domain.scope import Scope
from mneme.domain.task import Decision, FactResult
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import history, records
from tests.doubles.made import GLOBAL, a_fact, an_app, later
from tests.doubles.willful_evolver import WillfulWorld
from tests.doubles.world import USER, Held, World

KNOWN = ["I like ham pizza", "I like corn pizza", "I like leek pizza", "I like kale pizza"]
TEXTS = [
    "I like cheese pizza",
    "I love cheese pizza",
    "I like chicken pizza",
    "I do not like cheese pizza",
    "I like cheese pizza with olives",
    "I like cheese and chicken pizza",
]
BOTH = "what both say"
WRITTEN = [
    *TEXTS,
    "I like anchovies",
    "喜欢披萨",
    "",
    "I like cheese and chicken pizza with olives",
]


@dataclass(frozen=True)
class Step:
    """One fact, and what the evolver says about it: which candidates, by their places."""

    fact: Fact
    scope: Scope
    decision: Decision
    places: tuple[int, ...]
    text: str | None


facts = st.builds(
    a_fact,
    st.sampled_from(TEXTS),
    observed_at=st.sampled_from([0, 0, 0, -1, 1]).map(lambda days: later(days=days)),
    valid_at=st.sampled_from([None, None, None, later(days=-9), later(days=9)]),
    expire_at=st.sampled_from([*[None] * 7, later(days=3)]),
    provenance=st.just(Provenance.AUTOMATIC) | st.sampled_from(Provenance),
    fact_key=st.sampled_from([None, None, None, "pizza"]),
    is_important=st.booleans(),
)
steps = st.builds(
    Step,
    facts,
    st.sampled_from([*[GLOBAL] * 7, an_app("coach")]),
    st.just(Decision.MERGE) | st.sampled_from(Decision),
    st.sampled_from([(0,), (0, 1), (1, 0, 2), (0, 1, 2, 3, 4), (0, 9), (9,)]),
    st.just(BOTH) | st.none() | st.sampled_from(WRITTEN),
)


@settings(max_examples=100)
@given(st.lists(steps, min_size=1, max_size=6))
def test_nothing_is_destroyed_whatever_is_proposed(course: Sequence[Step]) -> None:
    current: list[Step] = []

    def whim(case: Case) -> Proposal:
        step, known = current[-1], [one.memory_id for one in case.candidates]
        targets = [known[at] if at < len(known) else f"invented-{at}" for at in step.places]
        text = step.text
        if text == BOTH:
            named = [one.text for one in case.candidates if one.memory_id in targets]
            text = " and ".join([case.fact.text, *named])
        return Proposal(step.decision, tuple(targets), text, Reason.MODEL)

    world = WillfulWorld(whim)
    for text in KNOWN:
        world.write_structured(world.acme, USER, GLOBAL, a_fact(text, observed_at=later(days=-9)))
    added = [*KNOWN]
    for step in course:
        current.append(step)
        result = world.decide(step.fact, step.scope)
        added += [step.fact.text] if result.decision in {Decision.ADD, Decision.DELETE} else []
        assert list(_faults_of(world, added, result)) == []


def _faults_of(world: World, added: Sequence[str], result: FactResult) -> Iterator[str]:
    held = {one.head.memory_id: one for one in world.held()}
    kept = [revision.content for revision in history(world)]
    if any(kept.count(text) < added.count(text) for text in added):
        yield "a content is gone"
    if result.memory_id not in held or held[result.memory_id].head.revision < result.revision:
        yield "the result names nothing"
    if stored_counts(world) != true_counts(world):
        yield "counters differ from rows"
    if not log_is_dense(world) or len(records(world)) < len(added):
        yield "a decision left no record"
    for one in held.values():
        yield from _faults_of_end(one, held)
    yield from _faults_of_guards(world, held)


def _faults_of_end(one: Held, held: Mapping[str, Held]) -> Iterator[str]:
    if one.head.status is not Status.SUPERSEDED:
        return
    successor = held.get(one.revision.superseded_by or "")
    if successor is None or one.head.invalid_at is None:
        yield "an end without a date or a successor"
    elif one.head.memory_id not in _superseded_by(successor, held):
        yield "a successor that knows nothing of it"
    elif one.head.invalid_at < (one.head.valid_at or one.head.invalid_at):
        yield "an interval that ends before it begins"


def _superseded_by(successor: Held, held: Mapping[str, Held]) -> tuple[str, ...]:
    # A revision names what ended with it; a later one of the same memory names others.
    later_revised = successor.head.revision > 1
    return tuple(held) if later_revised else successor.revision.supersedes


def _faults_of_guards(world: World, held: Mapping[str, Held]) -> Iterator[str]:
    guards = [row for row in world.rows(GUARDS) if str(row["sk"]).startswith("HASH#")]
    holders = Counter(str(row["memory_id"]) for row in guards)
    for memory_id, one in held.items():
        active = one.head.status is Status.ACTIVE
        if holders[memory_id] != 1 if active else holders[memory_id] > 1:
            yield f"{one.head.status} with {holders[memory_id]} content guards"
    said = Counter(
        (one.head.scope.key, normalised(one.revision.content))
        for one in held.values()
        if one.head.status is Status.ACTIVE
    )
    if max(said.values(), default=0) > 1:
        yield "two active memories say the same"
