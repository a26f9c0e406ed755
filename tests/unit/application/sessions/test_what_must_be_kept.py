"""What an agent names is kept whatever it says, and can be traced to what was said."""

from mneme.domain.memory import Kind, Source, Status
from mneme.domain.paging import PageRequest, Question
from tests.doubles.made import said
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
