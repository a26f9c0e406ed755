"""Who competes for a slot: by rank and time, now and on days to come."""

import pytest

from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.evolving import decisions, evolve, heads, history, recalled
from tests.doubles.made import GLOBAL, NOW, a_fact, later
from tests.doubles.world import World

ASKED = Provenance.EXPLICIT_REQUEST


def lives_in(city: str, days: float = 0, **parts: object) -> Fact:
    told = {"observed_at": later(days=days), "fact_key": "home_city", **parts}
    return a_fact(f"Lives in {city}", **told)


def decide(world: World, *facts: Fact) -> list[Decision]:
    return [world.decide(fact).decision for fact in facts]


# --- what stands stays ------------------------------------------------------------------------


def test_an_update_keeps_tags_end_and_conflicts_that_still_stand(world: World) -> None:
    world.durable.clock.set(later(days=9))
    tags = {"topic": "home"}
    rome = lives_in("Rome", custom_tags=tags, expire_at=later(days=90), provenance=ASKED)
    decide(world, rome, lives_in("Oslo", 5))
    rival = heads(world)["Lives in Oslo"].memory_id

    outcome = decide(world, lives_in("Paris", 3, custom_tags={"by": "call"}, provenance=ASKED))

    after = next(one for one in world.held() if "Paris" in one.revision.content)
    assert outcome == [Decision.UPDATE]
    assert after.revision.conflicts_with == (rival,)
    assert after.revision.custom_tags == {"topic": "home", "by": "call"}
    assert after.head.expire_at == later(days=90)


def test_an_end_that_has_passed_is_not_taken_over(world: World) -> None:
    decide(world, lives_in("Rome", expire_at=later(days=5)))
    world.durable.clock.set(later(days=6))

    decide(world, lives_in("Oslo", 6))

    assert recalled(world, "lives in") == ["Lives in Oslo"]


def test_a_slot_is_contended_by_rank_before_time(world: World) -> None:
    world.durable.clock.set(later(days=9))
    outcome = decide(
        world, lives_in("Rome", provenance=ASKED), lives_in("Oslo", 1), lives_in("Bonn", 2)
    )

    said = {one.content: one for one in history(world)}
    bonn = heads(world)["Lives in Bonn"]
    assert outcome == [Decision.ADD, Decision.ADD, Decision.UPDATE]
    assert recalled(world, "lives in") == ["Lives in Bonn", "Lives in Rome"]
    assert said["Lives in Rome"].conflicts_with == (bonn.memory_id,)
    assert said["Lives in Bonn"].conflicts_with == (heads(world)["Lives in Rome"].memory_id,)


def test_a_person_settles_what_was_in_conflict(world: World) -> None:
    world.durable.clock.set(later(days=9))
    decide(world, lives_in("Rome", provenance=ASKED), lives_in("Oslo", 1))

    outcome = decide(world, lives_in("Paris", 2, provenance=ASKED))

    assert outcome == [Decision.UPDATE]
    assert recalled(world, "lives in") == ["Lives in Paris"]
    assert heads(world)["Lives in Oslo"].status is Status.SUPERSEDED
    assert stored_counts(world) == true_counts(world)


def test_a_rumour_repeated_beside_what_a_person_said_is_known(world: World) -> None:
    world.durable.clock.set(later(days=9))
    decide(world, lives_in("Rome", provenance=ASKED), lives_in("Oslo", 1))

    assert decide(world, lives_in("Oslo", 2)) == [Decision.SKIP]


def test_a_slot_goes_on_when_another_memory_has_taken_its_words(world: World) -> None:
    # Its content's guard went to another memory while it was away.
    decide(world, lives_in("Rome"))
    (first,) = world.held()
    world.set_head(first.head.memory_id, status="ARCHIVED")
    decide(world, a_fact("Lives in Rome"))
    world.set_head(first.head.memory_id, status="ACTIVE")

    assert decide(world, lives_in("Oslo", 1)) == [Decision.UPDATE]
    assert decide(world, lives_in("Bonn", 2)) == [Decision.UPDATE]


# --- days to come -----------------------------------------------------------------------------


def test_a_plan_leaves_the_value_that_holds_now(world: World) -> None:
    plan = lives_in("Oslo", 1, valid_at=later(days=60))
    decide(world, lives_in("Rome"), plan)

    assert recalled(world, "lives in") == ["Lives in Rome"]
    assert decide(world, lives_in("Rome", 2)) == [Decision.SKIP]
    assert recalled(world, "lives in") == ["Lives in Rome"]
    world.durable.clock.set(later(days=61))
    assert recalled(world, "lives in") == ["Lives in Oslo"]


def test_a_plan_is_not_undone_by_what_holds_until_then(world: World) -> None:
    decide(world, lives_in("Rome"), lives_in("Oslo", valid_at=later(days=60)))
    world.durable.clock.set(later(days=10))

    outcome = decide(world, lives_in("Bonn", 10))

    assert outcome == [Decision.UPDATE]
    assert recalled(world, "lives in") == ["Lives in Bonn"]
    assert recalled(world, "lives in", as_of=later(days=5)) == ["Lives in Rome"]
    world.durable.clock.set(later(days=61))
    assert recalled(world, "lives in") == ["Lives in Oslo"]


def test_a_first_value_told_after_the_plan_holds_until_then(world: World) -> None:
    decide(world, lives_in("Oslo", valid_at=later(days=60)))

    assert decide(world, lives_in("Rome")) == [Decision.ADD]
    assert recalled(world, "lives in") == ["Lives in Rome"]
    world.durable.clock.set(later(days=61))
    assert recalled(world, "lives in") == ["Lives in Oslo"]


def test_the_same_plan_told_again_is_known(world: World) -> None:
    plan = lives_in("Oslo", valid_at=later(days=60))
    decide(world, lives_in("Rome"), plan)

    assert decide(world, plan) == [Decision.SKIP]


def test_a_plan_of_before_does_not_replace_what_came_of_it(world: World) -> None:
    # Told late: the plan was for March, since then there was another observation.
    world.durable.clock.set(later(days=90))
    decide(world, lives_in("Rome", 80))

    decide(world, lives_in("Oslo", 0, valid_at=later(days=30)))

    assert recalled(world, "lives in") == ["Lives in Rome"]
    assert recalled(world, "lives in", as_of=later(days=40)) == ["Lives in Oslo"]


def test_a_message_from_ahead_of_the_clock_does_not_lock_its_slot(world: World) -> None:
    evolve(world, lives_in("Rome", 300))
    world.durable.clock.set(later(days=1))

    task = evolve(world, lives_in("Oslo", 1))

    assert decisions(task) == [Decision.UPDATE]
    assert recalled(world, "lives in") == ["Lives in Oslo"]


def test_clocks_that_differ_by_seconds_keep_the_order_of_messages(world: World) -> None:
    ahead = [lives_in(city, seconds / 86400) for city, seconds in (("Rome", 30), ("Oslo", 20))]

    task = evolve(world, *ahead)

    assert decisions(task) == [Decision.ADD, Decision.ADD]
    world.durable.clock.set(later(days=1))
    assert recalled(world, "lives in") == ["Lives in Rome"]


# --- what is over -----------------------------------------------------------------------------


def test_what_ended_at_a_known_day_began_at_an_unknown_one(world: World) -> None:
    decide(world, lives_in("Oslo", invalid_at=later(days=-300)))

    (held,) = world.held()
    assert (held.head.valid_at, held.head.invalid_at) == (None, later(days=-300))
    assert recalled(world, "lives in") == []
    assert recalled(world, "lives in", as_of=later(days=-400)) == ["Lives in Oslo"]
    assert recalled(world, "lives in", as_of=NOW) == []


# --- sooner, and in another memory --------------------------------------------------------------


def test_a_plan_that_comes_true_early_is_what_holds(world: World) -> None:
    decide(world, lives_in("Rome"), lives_in("Oslo", valid_at=later(days=60)))
    world.durable.clock.set(later(days=10))

    assert decide(world, lives_in("Oslo", 10)) == [Decision.SKIP]
    assert recalled(world, "lives in") == ["Lives in Oslo"]
    assert recalled(world, "lives in", as_of=later(days=5)) == ["Lives in Rome"]
    assert len(world.held()) == 2
    assert stored_counts(world) == true_counts(world)


def test_the_same_words_outside_the_slot_end_in_it(world: World) -> None:
    decide(world, lives_in("Oslo"))
    world.write_structured(world.acme, "u-1", GLOBAL, a_fact("Lives in Rome"))

    assert decide(world, lives_in("Rome", 1)) == [Decision.UPDATE]
    statuses = sorted(held.head.status for held in world.held())
    assert statuses == [Status.ACTIVE, Status.SUPERSEDED]
    assert set(world.contents()) == {"Lives in Rome"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I work at Ikea.", "I also work at Lidl."),
        ("I live in Rome.", "I live in Lima as well."),
        ("我在阿里工作。", "我也在一所大学工作。"),
    ],
)
def test_a_value_told_beside_another_leaves_it_as_it_is(
    world: World, first: str, second: str
) -> None:
    for minute, text in enumerate((first, second)):
        world.decide(a_fact(text, fact_key=fact_key(text, None), observed_at=later(minutes=minute)))

    assert sorted(one.revision.content for one in world.held()) == sorted((first, second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in 上海.", "I live in 北京."),
        ("I work at 华为.", "I work at Lidl."),
        ("My wife is called 王芳.", "My wife is called 李娜."),
    ],
)
def test_a_value_in_the_other_script_takes_the_place_of_the_one_before(
    world: World, first: str, second: str
) -> None:
    for minute, text in enumerate((first, second)):
        world.decide(a_fact(text, fact_key=fact_key(text, None), observed_at=later(minutes=minute)))

    assert recalled(world, second) == [second]
