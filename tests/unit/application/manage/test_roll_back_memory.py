"""Rollback: a new revision says what an old one said, and the ones between are still there."""

from dataclasses import replace

import pytest

from mneme.application.manage.roll_back_memory import Rollback
from mneme.domain.errors import NotFound, RevisionConflict
from mneme.domain.memory import Head, Provenance, Status
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.task import Decision
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import recalled, records
from tests.doubles.made import a_fact, later, said
from tests.doubles.managing import revision_of, told, update
from tests.doubles.watched import Interlude, Watched
from tests.doubles.world import USER, World


def roll_back(world: World, memory_id: str, to: int, expected: int | None = None) -> Head:
    return world.manage.roll_back(world.acme, USER, Rollback(memory_id, to, expected)).head


def changed_twice(world: World) -> str:
    """Tell where somebody lives, three times; return the memory's id."""
    task = world.remember(said("I live in Oslo."))
    ((_, result),) = task.results
    world.durable.clock.advance(days=1)
    update(world, result.memory_id, content="I live in Bergen.", custom_tags={"n": 2})
    world.durable.clock.advance(days=1)
    update(world, result.memory_id, content="I like tea.")
    return result.memory_id


def test_the_old_words_are_current_again_as_a_new_revision(world: World) -> None:
    memory_id = changed_twice(world)
    old = revision_of(world, memory_id, 1)
    world.durable.clock.advance(days=1)

    head = roll_back(world, memory_id, 1)

    new = revision_of(world, memory_id)
    assert (head.revision, head.status, head.provenance) == (
        4,
        Status.ACTIVE,
        Provenance.EXPLICIT_REQUEST,
    )
    assert (new.content, new.sources, new.fact_key) == (old.content, old.sources, old.fact_key)
    assert (new.embedding, new.terms, new.custom_tags) == (old.embedding, old.terms, {"n": 2})
    assert (head.valid_at, head.anchor.value) == (later(days=3), 0.8)
    assert [revision_of(world, memory_id, n).content for n in (2, 3)] == [
        "I live in Bergen.",
        "I like tea.",
    ]
    assert recalled(world, "live", as_of=later(days=1, hours=1)) == ["I live in Bergen."]
    assert recalled(world, "Where do I live?") == ["I live in Oslo."]
    assert (records(world)[-1]["operation"], records(world)[-1]["reason"]) == (
        "UPDATE",
        "rolled_back",
    )
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_the_guards_are_those_of_the_old_words_again(world: World) -> None:
    memory_id = changed_twice(world)
    roll_back(world, memory_id, 1)

    again = world.decide(a_fact("I live in Oslo."))
    newer = world.remember(said("I live in Rome.", session_id="s-2", accepted_at=later(days=9)))

    assert (again.decision, again.memory_id) == (Decision.SKIP, memory_id)
    ((_, result),) = newer.results
    assert (result.decision, result.memory_id != memory_id) == (Decision.ADD, True)


def test_words_that_are_current_are_left_alone(world: World) -> None:
    memory_id = changed_twice(world)
    logged = len(records(world))

    assert roll_back(world, memory_id, 3).revision == 3
    assert len(records(world)) == logged


@pytest.mark.parametrize("number", [4, 999_999])
def test_a_revision_that_never_was_is_not_found(world: World, number: int) -> None:
    memory_id = changed_twice(world)

    with pytest.raises(NotFound) as refused:
        roll_back(world, memory_id, number)

    assert refused.value.field == "to_revision"


def test_words_that_another_memory_says_by_now_are_refused(world: World) -> None:
    memory_id = changed_twice(world)
    other = told(world, "I live in Bergen.")

    with pytest.raises(RevisionConflict) as refused:
        roll_back(world, memory_id, 2)

    assert refused.value.data == {"current_revision": 3, "memory_id": other}


def test_a_revision_that_came_in_between_is_not_overruled(world: World) -> None:
    memory_id = changed_twice(world)

    def around(stores: Backend) -> Backend:
        meanwhile = Interlude(
            lambda method, _: method == "transact",
            lambda: update(world, memory_id, content="I like coffee."),
        )
        return replace(stores, tables=Watched(stores.tables, meanwhile))  # type: ignore[arg-type]

    with pytest.raises(RevisionConflict) as refused:
        roll_back(World(world.durable, around), memory_id, 1, expected=3)

    assert refused.value.data == {"current_revision": 4}


@pytest.mark.parametrize("status", ["DELETED", "SUPERSEDED", "ARCHIVED"])
def test_what_is_not_current_is_not_rolled_back(world: World, status: str) -> None:
    memory_id = changed_twice(world)
    world.set_head(memory_id, status=status)

    with pytest.raises(RevisionConflict, match=status):
        roll_back(world, memory_id, 1)


def test_words_that_must_not_be_kept_any_more_do_not_come_back(world: World) -> None:
    world.sensitive_policies.set(world.acme, SensitivePolicy.ALLOW)
    memory_id = told(world, "The password is xyl0ph0nist!")
    update(world, memory_id, content="I like tea.")
    strict = World(world.durable)
    strict.sensitive_policies.set(strict.acme, SensitivePolicy.REDACT)

    done = strict.manage.roll_back(strict.acme, USER, Rollback(memory_id, 1))

    new, old = revision_of(strict, memory_id), revision_of(strict, memory_id, 1)
    assert done.redacted == {"password": 1}
    assert "xyl0ph0nist" not in new.content
    assert new.embedding != old.embedding
