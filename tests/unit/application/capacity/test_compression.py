"""Weak memories that are alike become one in a model's words, if rules find them true."""

from datetime import timedelta
from typing import Any

import pytest

from mneme.application.manage.roll_back_memory import Rollback
from mneme.domain.errors import RevisionConflict
from mneme.domain.isolation import ScopeRequest
from mneme.domain.job import JobState
from mneme.domain.measures import Measured
from mneme.domain.memory import Kind, MemType, Provenance, Status
from mneme.domain.recollection import RecallQuery
from tests.doubles.compressing import JOINED, MEALS, Joining, a_world, compressed, meals, statuses
from tests.doubles.evolving import reasons
from tests.doubles.limited import GLOBAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import NOW, an_app
from tests.doubles.managing import head_of, indexed, revision_of, told, update
from tests.doubles.world import USER, World


def test_the_strongest_says_what_all_said_and_the_others_end_with_it() -> None:
    model = Joining()
    world = a_world(model)
    first, second, last = ids = meals(world)

    job = compressed(world)

    assert job is not None
    assert (job.state, job.progress.changed, job.progress.failed) == (JobState.DONE, 2, 0)
    assert statuses(world, ids) == [Status.SUPERSEDED, Status.SUPERSEDED, Status.ACTIVE]
    kept, head = revision_of(world, last), head_of(world, last)
    assert (kept.content, kept.revision, set(kept.supersedes)) == (JOINED, 2, {first, second})
    assert {source.message_id for source in kept.sources} == {"m0", "m1", "m2"}
    assert head.valid_at == head_of(world, first).valid_at
    assert revision_of(world, first).superseded_by == last
    assert reasons(world)[-3:].count(("SUPERSEDE", "compressed")) == 2
    assert ("MERGE", "compressed") in reasons(world)[-3:]
    assert standing(world, GLOBAL_COUNTER) == [1]
    assert world.metrics.values(Measured.MEMORIES_COMPRESSED) == [2]
    assert is_kept(world)


def test_the_model_is_shown_numbers_and_days_and_no_ids() -> None:
    model = Joining()
    world = a_world(model)
    ids = meals(world)

    compressed(world)

    [prompt] = model.prompts
    assert prompt.task == "compression"
    assert '{"number": 1, "since": "' in prompt.user
    assert not any(one in prompt.user for one in ids)


def test_what_was_made_is_found_and_what_it_took_over_no_more() -> None:
    world = a_world(Joining())
    ids = meals(world)
    compressed(world)
    indexed(world)

    query = RecallQuery(USER, "Which pizza did I order?", ScopeRequest())
    found = world.recall(world.acme, query)

    assert [one.head.memory_id for one in found.memories] == [ids[-1]]


def test_a_second_run_does_nothing_and_asks_nobody() -> None:
    model = Joining()
    world = a_world(model)
    meals(world)
    compressed(world)
    before = world.rows("heads"), world.rows("change_log"), len(model.prompts)
    world.durable.clock.advance(days=1)

    assert compressed(world) is not None  # that of the day before
    assert (world.rows("heads"), world.rows("change_log"), len(model.prompts)) == before


def test_whoever_is_not_near_a_limit_is_left_alone() -> None:
    model = Joining()
    world = a_world(model, everywhere=10)
    ids = meals(world)

    assert compressed(world) is None
    assert model.prompts == []
    assert set(statuses(world, ids)) == {Status.ACTIVE}


def test_without_a_model_nobody_is_asked() -> None:
    world = World()
    limit(world, everywhere=3)
    meals(world)

    assert compressed(world) is None


@pytest.mark.parametrize(
    "parts",
    [
        {"is_important": True},
        {"kind": Kind.CONSTRAINT},
        {"provenance": Provenance.EXPLICIT_REQUEST},
        {"provenance": Provenance.USER_CONFIRMED},
        {"fact_key": "meal"},
        {"expire_at": NOW + timedelta(days=90)},
    ],
)
def test_what_must_stay_as_it_is_is_not_shown_to_a_model(parts: dict[str, Any]) -> None:
    model = Joining()
    world = a_world(model, total=3, constraint=3, everywhere=3, important=100)
    ids = meals(world, **parts)

    compressed(world)

    assert model.prompts == []
    assert Status.SUPERSEDED not in statuses(world, ids) or "fact_key" in parts


def test_what_a_person_has_edited_is_not_compressed() -> None:
    model = Joining()
    world = a_world(model)
    ids = meals(world)
    update(world, ids[1], content="I ordered pizza with ham.")

    compressed(world)

    assert model.prompts == []
    assert set(statuses(world, ids)) == {Status.ACTIVE}


@pytest.mark.parametrize(
    "other", [{"custom_tags": {"by": "phone"}}, {"speaker": "Ana"}, {"mem_type": MemType.SEMANTIC}]
)
def test_what_differs_in_more_than_words_is_not_mixed(other: dict[str, Any]) -> None:
    model = Joining()
    world = a_world(model)
    meals(world, what=MEALS[:2])
    meals(world, what=MEALS[2:], **other)

    compressed(world)

    assert model.prompts == []


def test_memories_of_two_apps_are_not_mixed() -> None:
    model = Joining()
    world = a_world(model, total=3)
    meals(world, an_app("planner"), MEALS[:2])
    meals(world, an_app("shop"), MEALS[2:])

    assert compressed(world) is not None
    assert model.prompts == []


def test_what_ended_so_can_be_restored_beside_what_it_became() -> None:
    world = a_world(Joining())
    ids = meals(world)
    compressed(world)

    restored = world.manage.restore(world.acme, USER, ids[0], None)
    indexed(world)

    assert (restored.status, restored.invalid_at) == (Status.ACTIVE, None)
    back = revision_of(world, ids[0])
    assert (back.content, back.superseded_by) == ("I ordered noodles.", None)
    assert standing(world, GLOBAL_COUNTER) == [2]
    assert is_kept(world)
    world.manage.restore(world.acme, USER, ids[0], None)  # what is there is left alone


def test_what_was_superseded_for_another_reason_is_not_restored() -> None:
    world = a_world(Joining())
    old = told(world, "I live in Oslo", fact_key="home")
    world.durable.clock.advance(days=1)
    world.set_head(old, status=Status.SUPERSEDED.value)

    with pytest.raises(RevisionConflict):
        world.manage.restore(world.acme, USER, old, None)


def test_what_it_became_can_be_rolled_back() -> None:
    world = a_world(Joining())
    ids = meals(world)
    compressed(world)

    world.manage.roll_back(world.acme, USER, Rollback(ids[-1], 1))

    assert revision_of(world, ids[-1]).content == "I ordered sushi on 3 May."
