"""Without a model: repeated, joined, contradicted (DESIGN §8, seed 3 chapters 8 and 10)."""

import pytest

from mneme.application.recall.recall_rows import cosine_of
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Source, Status
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import decisions, evolve, heads, history, reasons, recalled
from tests.doubles.made import a_fact, later
from tests.doubles.world import World

CHEESE = a_fact("I like cheese pizza")


def at(text: str, days: float, **parts: object) -> Fact:
    return a_fact(text, observed_at=later(days=days), **parts)


def test_another_word_for_the_same_is_skipped(world: World) -> None:
    task = evolve(world, CHEESE, at("I love cheese pizza", 1))

    assert decisions(task) == [Decision.ADD, Decision.SKIP]
    assert world.contents() == ["I like cheese pizza"]
    assert reasons(world) == [("ADD", "new"), ("SKIP", "same_meaning")]


def test_two_things_liked_become_one_text_of_one_memory(world: World) -> None:
    first = evolve(world, CHEESE)
    task = evolve(world, at("I like chicken pizza", 1, sources=(Source("s-2", "m9"),)))

    (held,) = world.held()
    assert decisions(task) == [Decision.MERGE]
    assert held.revision.content == "I like cheese and chicken pizza"
    assert held.head.memory_id == first.results[0][1].memory_id
    assert (held.head.revision, task.results[0][1].revision) == (2, 2)
    assert held.revision.sources == (Source("s-1", "m1"), Source("s-2", "m9"))
    assert history(world)[0].content == "I like cheese pizza"


def test_the_merged_text_is_found_by_its_own_words_and_vector(world: World) -> None:
    evolve(world, CHEESE, at("I like chicken pizza", 1))
    merged = "I like cheese and chicken pizza"

    (held,) = world.held()
    [embedding] = world.find_by.embeddings(world.acme, "u-1", 1, [merged])

    assert cosine_of(embedding, held.revision.embedding) == pytest.approx(1.0, abs=1e-3)
    assert recalled(world, "chicken") == [merged]
    assert recalled(world, "cheese") == [merged]


def test_a_part_of_what_was_merged_is_known(world: World) -> None:
    evolve(world, CHEESE, at("I like chicken pizza", 1))

    again = evolve(world, at("I like chicken pizza", 2), at("I like cheese pizza", 2))

    assert decisions(again) == [Decision.SKIP, Decision.SKIP]
    assert stored_counts(world) == true_counts(world)


def test_the_same_fact_twice_in_a_batch_is_kept_once(world: World) -> None:
    task = evolve(world, CHEESE, CHEESE)

    assert decisions(task) == [Decision.ADD, Decision.SKIP]


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("K is on project Alpha", "K was moved to project Beta"),
        ("K lives in W", "K moved from W to E"),
    ],
)
def test_a_change_gives_one_current_value_and_one_closed_interval(
    world: World, known: str, new: str
) -> None:
    # P19: the same in either wording, without a slot.
    first = evolve(world, a_fact(known))
    world.durable.clock.set(later(days=2))

    task = evolve(world, at(new, 1))

    old_id, new_id = first.results[0][1].memory_id, task.results[0][1].memory_id
    found, revisions = heads(world), {one.content: one for one in history(world)}
    assert decisions(task) == [Decision.DELETE]
    assert (found[known].status, found[new].status) == (Status.SUPERSEDED, Status.ACTIVE)
    assert (found[known].invalid_at, found[new].invalid_at) == (later(days=1), None)
    assert revisions[known].superseded_by == new_id
    assert revisions[new].supersedes == (old_id,)
    assert revisions[known].invalid_at == revisions[new].valid_at == later(days=1)
    assert reasons(world)[-2:] == [("ADD", "contradicted"), ("SUPERSEDE", "contradicted")]
    assert recalled(world, "K project W") == [new]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_a_rating_that_changed_is_recalled_as_it_was_and_as_it_is(world: World) -> None:
    # P20
    evolve(world, a_fact("The rating is Baa2"))
    world.durable.clock.set(later(days=30))
    evolve(world, at("The rating is Baa1", 30))

    assert recalled(world, "rating") == ["The rating is Baa1"]
    assert recalled(world, "rating", as_of=later(days=10)) == ["The rating is Baa2"]
    assert recalled(world, "rating", include_superseded=True) == [
        "The rating is Baa1",
        "The rating is Baa2",
    ]


def test_deleting_the_current_value_does_not_bring_the_former_one_back(world: World) -> None:
    # P17
    evolve(world, a_fact("Lives in Lisbon"))
    task = evolve(world, at("Lives in Berlin", 1))
    world.durable.clock.set(later(days=2))

    world.set_head(task.results[0][1].memory_id, status="DELETED", index_version=2)

    assert recalled(world, "lives in") == []
    assert heads(world)["Lives in Lisbon"].status is Status.SUPERSEDED


def test_automation_does_not_end_what_a_person_asked_to_keep(world: World) -> None:
    told = a_fact("Likes coffee", provenance=Provenance.EXPLICIT_REQUEST)
    evolve(world, told)

    task = evolve(world, at("Does not like coffee", 1))

    revisions = {one.content: one for one in history(world)}
    found = heads(world)
    assert decisions(task) == [Decision.ADD]
    assert {head.status for head in found.values()} == {Status.ACTIVE}
    assert revisions["Likes coffee"].conflicts_with == (found["Does not like coffee"].memory_id,)
    assert revisions["Does not like coffee"].conflicts_with == (found["Likes coffee"].memory_id,)
    assert reasons(world)[-1] == ("ADD", "lower_provenance")


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("He works nights", "He doesn't work nights"),
        ("我同事会说德语", "我同事不会说德语"),
        ("My budget is $1500", "My budget is $500"),
    ],
)
def test_what_may_be_about_two_stays_with_a_mark_of_the_conflict(
    world: World, known: str, new: str
) -> None:
    evolve(world, a_fact(known))

    task = evolve(world, at(new, 1))

    found, revisions = heads(world), {one.content: one for one in history(world)}
    assert decisions(task) == [Decision.ADD]
    assert {head.status for head in found.values()} == {Status.ACTIVE}
    assert revisions[known].conflicts_with == (found[new].memory_id,)
    assert revisions[new].conflicts_with == (found[known].memory_id,)
    assert reasons(world)[-1] == ("ADD", "in_doubt")
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_two_facts_of_one_task_that_may_be_about_two_both_stay(world: World) -> None:
    task = evolve(world, at("She is vegan", 0), at("She is not vegan", 1))

    assert decisions(task) == [Decision.ADD, Decision.ADD]
    assert {head.status for head in heads(world).values()} == {Status.ACTIVE}
    assert all(one.conflicts_with for one in history(world))


def test_an_older_observation_told_late_does_not_end_a_newer_one(world: World) -> None:
    world.durable.clock.set(later(days=9))
    evolve(world, at("Likes coffee", 5))

    task = evolve(world, at("Does not like coffee", 1))

    assert decisions(task) == [Decision.ADD]
    assert reasons(world)[-1] == ("ADD", "older_observation")
    assert recalled(world, "coffee") == ["Likes coffee"]
    assert recalled(world, "coffee", as_of=later(days=3)) == ["Does not like coffee"]


def test_confidence_decides_nothing(world: World) -> None:
    evolve(world, a_fact("Likes coffee", confidence=1.0))

    assert decisions(evolve(world, at("Does not like coffee", 1, confidence=0.5))) == [
        Decision.DELETE
    ]
