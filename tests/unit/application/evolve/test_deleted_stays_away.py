"""What a person deleted does not come back by an edit of its message, nor by what tells of before.

It may be said anew: in a later message. Another value of its slot, another place, person or user
are none of it.
"""

import pytest

from mneme.domain.extraction.policy import ExtractionPolicy, Mode
from mneme.domain.memory import Kind
from mneme.domain.purge import PurgeTarget
from mneme.domain.task import Decision, TaskState
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import decisions, records
from tests.doubles.made import GLOBAL, a_message, an_app, said
from tests.doubles.managing import swept
from tests.doubles.purging import purge
from tests.doubles.retelling import accept, active, ago, delete_all, tell
from tests.doubles.world import USER, World

FACTS = [
    ("I'm allergic to penicillin.", "I have a penicillin allergy."),
    ("I live in Oslo.", "I'm based in Oslo, Norway."),
    ("I hate fog.", "I really hate fog so much!"),
    ("我对青霉素过敏。", "嗯，我对青霉素过敏"),
    ("我喜欢喝茶。", "我也很喜欢喝茶"),
]
EITHER_ORDER = FACTS + [(other, one) for one, other in FACTS]
"""Of an edit that only leaves out a part of its sentence nothing is read: it has been told."""
EDITS = [
    ("I'm allergic to penicillin.", "I am allergic to penicillin."),
    ("I'm allergic to penicillin.", "Yes, I'm allergic to penicillin"),
    ("I'm allergic to penicillin.", "I'm alergic to penicilin."),
    (
        "I'm allergic to penicillin.",
        "I'm allergic to penicillin. Yes, I am allergic to penicillin.",
    ),
    ("My wife is Maria.", "I'm married to Maria."),
    ("I adopted a cat named Tom.", "I adoptd a cat called Tom."),
    ("我對青霉素過敏。", "是的，我对青霉素严重过敏"),
    ("我在腾讯工作。", "我就职于腾讯"),
]


@pytest.fixture(params=[None, 0], ids=["words kept", "no words kept"])
def either(request: pytest.FixtureRequest, world: World) -> World:
    """Return a world whose tenant keeps the words of messages, or does not."""
    world.episode_retention.set(world.acme, request.param)
    return world


@pytest.mark.parametrize(("told", "edited"), EITHER_ORDER + EDITS)
def test_an_edit_of_its_message_does_not_bring_it_back(
    either: World, told: str, edited: str
) -> None:
    tell(either, told)
    [memory_id] = delete_all(either)

    task = tell(either, edited)

    assert task.state is TaskState.DONE
    assert set(decisions(task)) <= {Decision.SKIP}
    assert {result.memory_id for _, result in task.results} <= {memory_id}
    assert active(either) == []
    assert stored_counts(either) == true_counts(either)
    assert log_is_dense(either)


@pytest.mark.parametrize(("told", "again"), EITHER_ORDER)
def test_what_tells_of_an_earlier_time_does_not_bring_it_back(
    world: World, told: str, again: str
) -> None:
    tell(world, told, "m1")
    before_it_was_deleted = ago(world, minutes=30)
    delete_all(world)

    tell(world, again, "m2", session_id="s-2", time=ago(world, days=30))
    tell(world, again, "m3", session_id="s-3", time=before_it_was_deleted)

    assert active(world) == []


@pytest.mark.parametrize(("told", "again"), EITHER_ORDER)
def test_what_waited_meanwhile_does_not_bring_it_back(world: World, told: str, again: str) -> None:
    tell(world, told, "m1")
    accept(world, again, "m2", session_id="s-2")
    delete_all(world)

    world.work()

    assert active(world) == []


@pytest.mark.parametrize(("told", "again"), [*EITHER_ORDER, *((one, one) for one, _ in FACTS)])
def test_who_says_it_anew_is_heard(world: World, told: str, again: str) -> None:
    tell(world, told, "m1")
    delete_all(world)

    tell(world, again, "m2", session_id="s-2")

    assert active(world) == [again]


@pytest.mark.parametrize(
    ("told", "now"),
    [
        ("I'm allergic to penicillin.", "I'm allergic to peanuts."),
        ("I'm allergic to penicillin.", "I'm not allergic to penicillin."),
        ("I live in Oslo.", "I live in Rome."),
        ("I hate fog.", "I love fog."),
        ("I adopted a cat named Tom.", "I adopted a dog named Rex."),
        ("我对青霉素过敏。", "我对花生过敏。"),
        ("我喜欢喝茶。", "我喜欢喝咖啡。"),
    ],
)
def test_an_edit_to_something_else_is_learned(either: World, told: str, now: str) -> None:
    tell(either, told)
    delete_all(either)

    tell(either, now)

    assert active(either) == [now]


@pytest.mark.parametrize(("told", "again"), FACTS)
def test_another_place_and_another_user_have_deleted_nothing(
    world: World, told: str, again: str
) -> None:
    tell(world, told)
    delete_all(world)
    early = ago(world, days=30)

    tell(world, again, "m2", scope=an_app(), time=early)
    tell(world, again, "m2", user_id="u-2", time=early)

    assert active(world) == [again]
    assert active(world, "u-2") == [again]


@pytest.mark.parametrize(("told", "again"), FACTS)
def test_after_a_purge_all_is_forgotten_that_it_was_deleted_too(
    world: World, told: str, again: str
) -> None:
    tell(world, told)
    delete_all(world)
    purge(world, PurgeTarget())
    world.durable.clock.advance(hours=1)

    tell(world, again)

    assert active(world) == [again]


@pytest.mark.parametrize("how", ["one by one", "a dimension"])
def test_however_many_were_deleted_each_stays_away(world: World, how: str) -> None:
    things = [f"I like {name}." for name in ("fog", "rain", "tea", "moss", "jazz", "figs", "snow")]
    for number, text in enumerate(things):
        tell(world, text, f"m{number}")
    delete_all(world) if how == "one by one" else swept(world, kinds=frozenset({Kind.FACT}))
    world.durable.clock.advance(hours=1)

    for number, text in enumerate(things):
        tell(world, text.replace("I like", "Yes, I really like"), f"m{number}")

    assert active(world) == []


@pytest.mark.parametrize("mode", [Mode.APPEND, Mode.CANDIDATE, Mode.SHADOW])
def test_it_stays_away_whoever_decides(world: World, mode: Mode) -> None:
    tell(world, "I hate fog.")
    delete_all(world)
    message = a_message("I really hate fog.")
    policy = ExtractionPolicy(mode=mode)

    world.remember(said(messages=(message,), accepted_at=world.clock.now(), policy=policy))

    assert [one.head.status for one in world.held()] == ["DELETED"]


def test_a_deletion_while_an_edit_is_decided_about_is_seen(world: World) -> None:
    tell(world, "I hate fog.", "m1")
    accept(world, "I really hate fog.", "m1")
    world.deliver("extraction")
    delete_all(world)

    world.work()

    assert active(world) == []


def test_the_task_and_the_log_say_that_it_is_known_as_deleted(world: World) -> None:
    tell(world, "I hate fog.")
    [memory_id] = delete_all(world)

    task = tell(world, "I really hate fog.")

    [(_, result)] = task.results
    assert (result.decision, result.memory_id, result.code) == (Decision.SKIP, memory_id, 0)
    assert (records(world)[-1]["operation"], records(world)[-1]["reason"]) == ("SKIP", "deleted")


def test_what_is_restored_is_there_and_known(world: World) -> None:
    tell(world, "I hate fog.")
    [memory_id] = delete_all(world)
    tell(world, "I really hate fog.")

    world.manage.restore(world.acme, USER, memory_id, None)
    tell(world, "I hate fog.", "m2", session_id="s-2", time=ago(world, days=3))

    assert active(world) == ["I hate fog."]
    assert GLOBAL.key == world.held()[0].head.scope.key
