"""What an agent names is kept whatever it says, and can be traced to what was said."""

from collections.abc import Callable

import pytest

from mneme.domain.memory import Kind, Source, Status
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.paging import PageRequest, Question
from tests.doubles.made import a_message, said
from tests.doubles.sessions import APP, SESSION, close, known_in
from tests.doubles.world import USER, World


def test_a_message_that_must_be_kept_and_told_no_fact_is_kept_word_for_word(world: World) -> None:
    world.remember(said("Hm, so be it.", "Good morning!", scope=SESSION))
    assert known_in(world, SESSION.key) == []

    task = close(world, must_keep=frozenset({"m1", "unknown"}))

    [(_, result)] = task.results
    assert known_in(world, APP) == ["Hm, so be it."]
    kept = world.memories.revisions(world.acme, USER, [(result.memory_id, 1)])
    assert kept[result.memory_id, 1].sources == (Source("s-1", "m1"),)


def test_words_that_were_deleted_are_kept_by_nobody(world: World) -> None:
    world.remember(said("Hm, so be it.", scope=SESSION))
    (turn,) = world.held(Kind.TURN)
    world.set_head(turn.head.memory_id, status=Status.DELETED.value)

    close(world, must_keep=frozenset({"m1"}))

    assert known_in(world, APP) == []


def test_what_was_kept_is_traced_to_the_sentence_it_was_told_with(world: World) -> None:
    world.remember(said("Well. I am allergic to peanuts.", scope=SESSION))

    [(_, result)] = close(world).results

    page = PageRequest(Question("history", result.memory_id), None, 100)
    [chapter] = world.manage.history(world.acme, USER, result.memory_id, page).page.entries
    assert [one.sentence for one in chapter.quotes] == ["I am allergic to peanuts."]


def _deleted(world: World, memory_id: str) -> None:
    world.manage.delete.one(world.acme, USER, memory_id, None)


def _corrected(world: World, memory_id: str) -> None:
    patch = MemoryPatch(content="My therapist is Dr Brook.")
    world.manage.update(world.acme, USER, MemoryUpdate(memory_id, patch))


@pytest.mark.parametrize("overrule", [_deleted, _corrected])
def test_words_whose_memory_a_person_overruled_come_back_by_no_close(
    world: World, overrule: Callable[[World, str], None]
) -> None:
    told = said("My therapist is Dr Quill.", "Hm, so be it.", scope=SESSION)
    [(_, result)] = world.remember(told).results
    overrule(world, result.memory_id)

    close(world, must_keep=frozenset({"m1", "m2"}), to_be_continued=True)

    kept = known_in(world, APP)
    assert kept
    assert any("so be it" in text for text in kept)
    assert not any("Quill" in text for text in kept)


def test_what_was_deleted_where_it_went_on_is_not_said_by_the_next_close(world: World) -> None:
    told = said("My therapist is Dr Quill.", scope=SESSION)
    world.remember(told)
    [(_, promoted)] = close(world).results
    _deleted(world, promoted.memory_id)
    world.durable.clock.advance(hours=1)
    again = (a_message("Hm, so be it.", "m2"),)
    more = said(scope=SESSION, messages=again, accepted_at=world.clock.now())
    world.remember(more)

    close(world, must_keep=frozenset({"m1"}), to_be_continued=True)

    assert not any("Quill" in text for text in known_in(world, APP))


def test_a_close_that_is_sent_again_continues_nothing_twice(world: World) -> None:
    world.remember(said("Tomorrow I fly to Rome.", scope=SESSION))
    close(world, to_be_continued=True)
    before = known_in(world, APP)

    close(world, to_be_continued=True)
    world.durable.clock.advance(hours=1)
    close(world, to_be_continued=True)

    assert known_in(world, APP) == before
    assert len(world.held(Kind.CONTINUITY)) == 1
