"""A message that comes with another text has been edited: the newest text counts."""

from dataclasses import replace

import pytest

from mneme.application.extract.keep_episode import PAGE_EDITS
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.memory import Kind
from mneme.domain.task import Task, TaskState
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_message, said
from tests.doubles.managing import update
from tests.doubles.watched import Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World


def _accept(world: World, *texts: str) -> Task:
    conversation = said(*texts, accepted_at=world.clock.now())
    task = world.accept_add(world.acme, USER, conversation, None)
    world.durable.clock.advance(hours=1)
    return task


def _add(world: World, *texts: str) -> Task:
    task = _accept(world, *texts)
    world.work()
    return world.read_task(world.acme, USER, task.task_id)


def test_the_newest_text_is_the_next_revision_of_the_same_turn(world: World) -> None:
    _add(world, "I live in Oslo.")
    (before,) = world.held(Kind.TURN)

    _add(world, "I live in Bergen.")

    (after,) = world.held(Kind.TURN)
    old = world.memories.revisions(world.acme, USER, [(before.head.memory_id, 1)])
    assert after.head.memory_id == before.head.memory_id
    assert (after.head.revision, after.revision.content) == (2, "I live in Bergen.")
    assert after.head.observed_at == before.head.observed_at
    assert [one.content for one in old.values()] == ["I live in Oslo."]
    assert all(one.invalid_at is not None for one in old.values())


def test_facts_are_taken_from_the_newest_text(world: World) -> None:
    _add(world, "I live in Oslo.")

    task = _add(world, "I live in Bergen.")

    assert len(task.results) == 1
    assert world.contents() == ["I live in Bergen."]
    assert stored_counts(world) == true_counts(world)
    assert log_is_dense(world)


def test_the_same_text_again_changes_nothing(world: World) -> None:
    _add(world, "I live in Oslo.")
    before = (world.rows("heads"), world.rows("revisions"), world.rows("episodes"))

    _add(world, "I live in Oslo.")

    assert (world.rows("heads"), world.rows("revisions"), world.rows("episodes")) == before


def test_an_older_text_that_arrives_late_does_not_undo_the_edit(world: World) -> None:
    older = _accept(world, "I live in Oslo.")
    newer = _accept(world, "I live in Bergen.")
    for task in (newer, older):
        world.hand(EXTRACTION, world.message(task))
    world.work()

    assert world.contents(Kind.TURN) == ["I live in Bergen."]
    assert world.contents() == ["I live in Bergen."]
    assert world.read_task(world.acme, USER, older.task_id).state is TaskState.DONE


def test_a_message_that_was_deleted_stays_so_whatever_its_new_text(world: World) -> None:
    _add(world, "Good morning.")
    (turn,) = world.held(Kind.TURN)
    world.set_head(turn.head.memory_id, status="DELETED")

    task = _add(world, "Good evening.")

    (after,) = world.held(Kind.TURN)
    assert task.state is TaskState.DONE
    assert (after.head.status, after.revision.content) == ("DELETED", "Good morning.")


def test_a_crash_in_the_middle_of_an_edit_is_made_good(world: World) -> None:
    _add(world, "I live in Oslo.")
    task = _accept(world, "I live in Bergen.")
    message = world.message(task)
    world.hand(EXTRACTION, message)  # its worker dies before it lets go of the message

    world.work()

    (turn,) = world.held(Kind.TURN)
    assert (turn.head.revision, turn.revision.content) == (2, "I live in Bergen.")
    assert world.contents() == ["I live in Bergen."]


def test_of_two_edits_at_once_the_newer_one_stays(world: World) -> None:
    _add(world, "I live in Oslo.")
    slow, fast = _accept(world, "I live in Rome."), _accept(world, "I live in Bergen.")
    rival = Interlude(writes_to("revisions"), lambda: world.hand(EXTRACTION, world.message(fast)))
    slower = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, rival)))

    slower.hand(EXTRACTION, world.message(slow))
    world.work()

    assert world.contents(Kind.TURN) == ["I live in Bergen."]
    assert world.contents() == ["I live in Bergen."]


def test_a_whole_conversation_may_be_edited_within_the_transaction_limit() -> None:
    notes = Notes()
    world = World(World().durable, lambda s: replace(s, tables=Watched(s.tables, notes)))
    _add(world, *[f"My locker number is {n}." for n in range(64)])

    _add(world, *[f"My cabin number is {n}." for n in range(64)])

    assert max(map(len, notes.transactions)) <= 100
    assert PAGE_EDITS * 5 + 3 <= 100
    assert {held.head.revision for held in world.held(Kind.TURN)} == {2}
    assert len(world.held(Kind.TURN)) == 64


def test_the_context_of_a_session_shows_the_newest_text(world: World) -> None:
    _add(world, "I live in Oslo.")
    _add(world, "I live in Bergen.")
    conversation = said(messages=(a_message("What now?", "m9"),), accepted_at=world.clock.now())
    task = world.accept_add(world.acme, USER, conversation, None)

    shown = world.extract_task.read_session(world.acme, USER, task, conversation)

    assert [message.content for message in shown] == ["I live in Bergen."]


@pytest.mark.parametrize("days", [None, 0], ids=["words kept", "no words kept"])
@pytest.mark.parametrize("change", ["deleted", "corrected"])
@pytest.mark.parametrize("edit", [" Bye!", "  ", "!", " I love rain."])
def test_what_a_person_changed_does_not_come_back_with_an_edit_of_its_message(
    world: World, days: int | None, change: str, edit: str
) -> None:
    world.episode_retention.set(world.acme, days)
    said_first = "My cat is called Momo. I hate fog."
    _add(world, said_first)
    (fog,) = [one for one in world.held() if "fog" in one.revision.content]
    if change == "deleted":
        world.manage.delete.one(world.acme, USER, fog.head.memory_id, None)
    else:
        update(world, fog.head.memory_id, content="I hate hail.")
    before = world.contents()

    _add(world, said_first + edit)
    _add(world, said_first + edit + " So long.")

    new = ["I love rain."] if "rain" in edit else []
    assert world.contents() == sorted([*before, *new])


def test_other_white_space_makes_no_other_text(world: World) -> None:
    _add(world, "I live in Oslo.")
    before = (world.rows("heads"), world.rows("revisions"), world.rows("episodes"))

    _add(world, " I live\n in Oslo.  ")

    assert (world.rows("heads"), world.rows("revisions"), world.rows("episodes")) == before
