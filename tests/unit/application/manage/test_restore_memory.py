"""Restore: what was deleted or archived is there again, as it was, and nothing else is."""

import pytest

from mneme.domain.errors import NotAllowed, NotFound, RevisionConflict
from mneme.domain.memory import Head, Kind, Provenance, Status
from mneme.domain.task import Decision
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import recalled, records
from tests.doubles.made import a_fact, an_app, later, said
from tests.doubles.managing import head_of, indexed, revision_of, told, update
from tests.doubles.world import TENANT, USER, World


def delete(world: World, memory_id: str) -> None:
    world.manage.delete.one(world.acme, USER, memory_id, None)


def restore(world: World, memory_id: str, tenant: TenantContext | None = None) -> Head:
    return world.manage.restore(tenant or world.acme, USER, memory_id, None)


def test_a_deleted_memory_is_there_again_as_strong_as_its_class_begins(world: World) -> None:
    memory_id = told(world, "I like tea")
    world.durable.clock.advance(days=60)
    delete(world, memory_id)
    world.durable.clock.advance(days=29)

    head = restore(world, memory_id)

    assert (head.status, head.revision, head.deleted_at) == (Status.ACTIVE, 1, None)
    assert (head.anchor.value, head.anchor.at, head.class_cap) == (0.8, later(days=89), 0.8)
    assert recalled(world, "tea") == ["I like tea"]
    assert [(r["operation"], r["reason"]) for r in records(world)][1:] == [
        ("DELETE", "deleted"),
        ("RESTORE", "restored"),
    ]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_its_whole_history_is_found_again(world: World) -> None:
    memory_id = told(world, "Tea one")
    world.durable.clock.advance(hours=1)
    update(world, memory_id, content="Tea two")
    world.durable.clock.advance(hours=1)
    update(world, memory_id, content="Tea three")
    delete(world, memory_id)
    indexed(world)

    restore(world, memory_id)

    assert recalled(world, "tea", include_superseded=True) == ["Tea one", "Tea three", "Tea two"]


@pytest.mark.parametrize("days", [30, 31, 400])
def test_after_thirty_days_a_deleted_memory_is_gone_for_good(world: World, days: int) -> None:
    memory_id = told(world, "I like tea")
    delete(world, memory_id)
    world.durable.clock.advance(days=days)

    with pytest.raises(NotFound):
        restore(world, memory_id)

    assert head_of(world, memory_id).status is Status.DELETED


def test_an_archived_memory_can_be_restored_at_any_time(world: World) -> None:
    memory_id = told(world, "I like tea", expire_at=later(days=2))
    world.set_head(memory_id, status="ARCHIVED")
    world.durable.clock.advance(days=170)

    head = restore(world, memory_id)

    assert (head.status, head.expire_at, head.anchor.value) == (Status.ACTIVE, None, 0.8)


def test_what_has_expired_is_restored_before_the_lifecycle_has_archived_it(world: World) -> None:
    memory_id = told(world, "I like tea", fact_key="drink", expire_at=later(hours=2))
    world.durable.clock.advance(hours=3)

    head = restore(world, memory_id)
    again = restore(world, memory_id)

    assert (head.status, head.expire_at) == (Status.ACTIVE, None)
    assert again.version == head.version
    assert recalled(world, "tea") == ["I like tea"]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_an_expiry_to_come_stays(world: World) -> None:
    memory_id = told(world, "I like tea", expire_at=later(days=9))
    delete(world, memory_id)

    head = restore(world, memory_id)

    assert (head.expire_at, head.class_cap) == (later(days=9), 0.85)


def test_what_is_there_is_left_alone(world: World) -> None:
    memory_id = told(world, "I like tea")
    before, logged = head_of(world, memory_id), len(records(world))

    assert restore(world, memory_id) == before
    assert len(records(world)) == logged


def test_a_text_that_was_learned_again_meanwhile_is_not_there_twice(world: World) -> None:
    memory_id = told(world, "I like tea")
    delete(world, memory_id)
    again = told(world, "I like tea")

    with pytest.raises(RevisionConflict) as refused:
        restore(world, memory_id)

    assert refused.value.data == {"current_revision": 1, "memory_id": again}
    assert recalled(world, "tea") == ["I like tea"]


def test_restored_it_holds_its_content_and_its_slot_again(world: World) -> None:
    memory_id = told(world, "I live in Oslo", fact_key="home_city")
    delete(world, memory_id)
    other = told(world, "I live in Oslo")
    delete(world, other)
    restore(world, memory_id)

    again = world.decide(a_fact("I live in Oslo"))
    newer = world.decide(a_fact("I live in Rome", fact_key="home_city", observed_at=later(days=1)))

    assert (again.decision, again.memory_id) == (Decision.SKIP, memory_id)
    assert (newer.decision, newer.memory_id) == (Decision.UPDATE, memory_id)


def test_what_another_memory_had_superseded_is_not_made_current(world: World) -> None:
    loved = world.decide(a_fact("I like cheese pizza"))
    world.decide(a_fact("I hate cheese pizza", observed_at=later(days=1)))
    world.durable.clock.advance(days=2)
    world.set_head(loved.memory_id, status="SUPERSEDED")
    delete(world, loved.memory_id)

    head = restore(world, loved.memory_id)

    assert head.status is Status.SUPERSEDED
    assert recalled(world, "pizza") == ["I hate cheese pizza"]
    with pytest.raises(RevisionConflict, match="SUPERSEDED"):
        restore(world, loved.memory_id)


def test_a_candidate_is_not_confirmed_by_being_restored(world: World) -> None:
    memory_id = told(world, "I like tea", provenance=Provenance.CANDIDATE)
    delete(world, memory_id)

    assert restore(world, memory_id).status is Status.CANDIDATE
    assert stored_counts(world) == true_counts(world)


def test_a_message_is_restored_word_for_word(world: World) -> None:
    world.remember(said("Good morning."))
    (turn,) = world.held(Kind.TURN)
    delete(world, turn.head.memory_id)

    restore(world, turn.head.memory_id)

    assert recalled(world, "Good morning.", include_turns=True) == ["Good morning."]


def test_what_was_purged_is_not_restored(world: World) -> None:
    memory_id = told(world, "I like tea", an_app())
    delete(world, memory_id)
    world.set_user(scope_epochs={"A#planner": 2})

    with pytest.raises(NotFound):
        restore(world, memory_id)


def test_a_credential_bound_to_apps_restores_its_apps_memories_only(world: World) -> None:
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))
    coach, planner = (told(world, "I like tea", an_app(app)) for app in ("coach", "planner"))
    everywhere = told(world, "I like tea")
    for memory_id in (coach, planner, everywhere):
        delete(world, memory_id)

    assert restore(world, coach, bound).status is Status.ACTIVE
    with pytest.raises(NotFound):
        restore(world, planner, bound)
    with pytest.raises(NotAllowed):
        restore(world, everywhere, bound)


def test_a_restored_memory_says_what_it_said(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={"a": 1})
    before = revision_of(world, memory_id)
    delete(world, memory_id)

    restore(world, memory_id)

    assert revision_of(world, memory_id) == before


def test_a_value_whose_slot_is_taken_by_now_stays_deleted(world: World) -> None:
    memory_id = told(world, "I live in Oslo.", fact_key="home_city")
    delete(world, memory_id)
    world.durable.clock.advance(hours=1)
    taken = told(world, "I live in Rome.", fact_key="home_city")

    with pytest.raises(RevisionConflict) as refused:
        restore(world, memory_id)

    assert refused.value.data["memory_id"] == taken
    assert head_of(world, memory_id).status is Status.DELETED
