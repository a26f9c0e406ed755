"""What an edited message says no more ends, unless something else says it."""

import pytest

from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.memory import Source
from mneme.domain.task import Task, TaskState
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import records
from tests.doubles.made import a_message, said
from tests.doubles.managing import update
from tests.doubles.world import USER, Held, World

CAT, DOG = "I adopted a cat named Tom.", "I adopted a dog named Rex."


def accept(world: World, text: str, message_id: str = "m1", session_id: str = "s-1") -> Task:
    message = a_message(text, message_id)
    conversation = said(messages=(message,), session_id=session_id, accepted_at=world.clock.now())
    task = world.accept_add(world.acme, USER, conversation, None)
    world.durable.clock.advance(hours=1)
    return task


def add(world: World, text: str, message_id: str = "m1", session_id: str = "s-1") -> Task:
    task = accept(world, text, message_id, session_id)
    world.work()
    return world.read_task(world.acme, USER, task.task_id)


def current(world: World) -> list[str]:
    return sorted(one.revision.content for one in world.held() if one.head.status == "ACTIVE")


def of(world: World, text: str) -> Held:
    (found,) = [one for one in world.held() if one.revision.content == text]
    return found


@pytest.fixture(params=[None, 0], ids=["words kept", "no words kept"])
def either(request: pytest.FixtureRequest, world: World) -> World:
    """Return a world whose tenant keeps the words of messages, or does not."""
    world.episode_retention.set(world.acme, request.param)
    return world


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        (CAT, DOG, [DOG]),
        (CAT, "Good morning!", []),
        (f"{CAT} I hate fog.", "I hate fog.", ["I hate fog."]),
        (f"{CAT} I hate fog.", f"I hate fog. {DOG}", [DOG, "I hate fog."]),
        ("I like cheese pizza.", "I like chicken pizza.", ["I like chicken pizza."]),
        ("I like cats.", "I do not like cats.", ["I do not like cats."]),
        ("我养了一只猫,叫汤姆。", "我养了一只狗,叫旺财。", ["我养了一只狗,叫旺财。"]),
        ("我喜欢喝茶。我住在杭州。", "我住在杭州。", ["我住在杭州。"]),
    ],
)
def test_only_what_the_newest_text_says_is_current(
    either: World, before: str, after: str, left: list[str]
) -> None:
    add(either, before)
    assert current(either)

    task = add(either, after)

    assert task.state is TaskState.DONE
    assert current(either) == left
    assert stored_counts(either) == true_counts(either)
    assert log_is_dense(either)


def test_what_is_taken_back_ends_with_its_message_and_a_record_of_the_edit(world: World) -> None:
    add(world, CAT)
    (cat,) = world.held()

    add(world, "Good morning!")

    ended = of(world, CAT)
    (turn,) = {row["memory_id"] for row in world.rows("episodes")}
    assert (ended.head.status, ended.revision.superseded_by) == ("SUPERSEDED", turn)
    assert ended.head.invalid_at == cat.head.valid_at  # it was never so, by what is said today
    record = records(world)[-1]
    assert (record["operation"], record["reason"]) == ("SUPERSEDE", "edited")
    assert record["memory_ids"] == [cat.head.memory_id]
    assert record["sources"] == [["s-1", "m1"]]


@pytest.mark.parametrize(
    "after",
    [
        f"Hello! {CAT} So long.",
        "Last year I adopted a cat named Tom.",
        "I adopted a cat named  tom",
        f"{CAT} {DOG}",
    ],
)
def test_what_the_newest_text_says_still_stays(either: World, after: str) -> None:
    add(either, CAT)

    add(either, after)

    assert of(either, CAT).head.status == "ACTIVE"


def test_what_another_message_says_as_well_loses_this_source_only(either: World) -> None:
    add(either, CAT)
    add(either, CAT, "m2", "s-2")

    add(either, DOG)

    cat = of(either, CAT)
    assert (cat.head.status, cat.revision.sources) == ("ACTIVE", (Source("s-2", "m2"),))
    assert records(either)[-1]["reason"] == "edited"


def test_once_every_message_that_said_it_is_edited_it_ends(either: World) -> None:
    add(either, CAT)
    add(either, CAT, "m2", "s-2")

    add(either, DOG)
    add(either, "Good morning!", "m2", "s-2")

    assert current(either) == [DOG]


def test_what_comes_back_with_a_later_edit_is_current_again(either: World) -> None:
    for text in (CAT, DOG, CAT):
        add(either, text)

    assert current(either) == [CAT]


def test_edit_upon_edit_only_the_last_text_counts(either: World) -> None:
    for text in (CAT, f"{CAT} I hate fog.", "I hate fog.", "Good morning!"):
        add(either, text)

    assert current(either) == []


@pytest.mark.parametrize("change", ["deleted", "corrected"])
def test_an_edit_touches_nothing_that_a_person_has_changed(either: World, change: str) -> None:
    add(either, CAT)
    (cat,) = either.held()
    if change == "deleted":
        either.manage.delete.one(either.acme, USER, cat.head.memory_id, None)
    else:
        update(either, cat.head.memory_id, content="I adopted a cat named Mog.")
    before = either.held()

    add(either, "Good morning!")

    assert either.held() == before


def test_what_a_person_deleted_does_not_come_back_when_an_edit_is_undone(either: World) -> None:
    add(either, CAT)
    (cat,) = either.held()
    either.manage.delete.one(either.acme, USER, cat.head.memory_id, None)

    for text in (DOG, CAT):
        add(either, text)

    assert current(either) == []


def test_a_text_that_took_the_place_of_one_taken_back_goes_on_from_it(world: World) -> None:
    add(world, "I live in Oslo.")
    (oslo,) = world.held()

    add(world, "I live in Bergen.")

    (bergen,) = world.held()
    assert bergen.head.memory_id == oslo.head.memory_id
    assert (bergen.head.revision, bergen.head.status) == (2, "ACTIVE")


@pytest.mark.parametrize(
    ("before", "replaced_by"),
    [
        ("I live in Oslo.", "I moved to Rome."),
        ("I work at Google.", "I joined Apple."),
        ("My wife is Maria.", "My wife is Ana."),
    ],
)
def test_what_a_statement_had_replaced_is_current_again_when_that_is_taken_back(
    either: World, before: str, replaced_by: str
) -> None:
    add(either, before, "m1")
    add(either, replaced_by, "m2")
    assert current(either) == [replaced_by]

    add(either, "Good morning!", "m2")

    (memory,) = either.held()
    assert (memory.head.status, memory.head.revision) == ("ACTIVE", 3)
    assert (memory.revision.content, memory.revision.sources) == (before, (Source("s-1", "m1"),))
    record = records(either)[-1]
    assert (record["operation"], record["reason"]) == ("UPDATE", "edited")
    assert stored_counts(either) == true_counts(either)
    add(either, before, "m3")
    assert current(either) == [before]


def test_what_no_message_says_any_more_does_not_come_back(either: World) -> None:
    add(either, "I live in Oslo.", "m1")
    add(either, "I moved to Rome.", "m2")
    add(either, "Hello.", "m1")
    assert current(either) == ["I moved to Rome."]

    add(either, "Good morning!", "m2")

    assert current(either) == []


def test_another_value_that_was_told_since_stays(either: World) -> None:
    for number, text in enumerate(
        ("I live in Oslo.", "I moved to Rome.", "I moved to Bergen, Norway.")
    ):
        add(either, text, f"m{number}")

    add(either, "Good morning!", "m1")

    assert current(either) == ["I moved to Bergen, Norway."]


@pytest.mark.parametrize(("edit", "left"), [(DOG, [DOG]), (f"{CAT} {DOG}", [CAT, DOG])])
def test_a_task_that_is_redriven_after_its_message_was_edited_brings_back_nothing(
    either: World, edit: str, left: list[str]
) -> None:
    late = accept(either, CAT)
    either.deliver(EXTRACTION)
    either.tasks.finish(either.acme, USER, late, TaskState.FAILED)
    add(either, edit)

    failed = either.read_task(either.acme, USER, late.task_id)
    opened = either.tasks.reopen(either.acme, USER, failed, attempt=failed.attempt + 1)
    either.hand(EVOLUTION, either.message(opened))

    assert either.read_task(either.acme, USER, late.task_id).state is TaskState.DONE
    assert current(either) == left
