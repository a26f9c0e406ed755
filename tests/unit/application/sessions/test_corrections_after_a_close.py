"""What is to be continued ends when what it quotes gets other words."""

import pytest

from mneme.application.manage.roll_back_memory import Rollback
from mneme.domain.errors import RevisionConflict
from mneme.domain.memory import Kind
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.scope import Level, Scope
from tests.doubles.made import a_message, said
from tests.doubles.managing import told, update
from tests.doubles.sessions import close, heads, known_in
from tests.doubles.world import USER, World

QUILL, BROOK = "My therapist is Dr Quill.", "My therapist is Dr Brook."


def _continued(world: World) -> list[str]:
    return [
        head.memory_id
        for head in heads(world).values()
        if head.kind is Kind.CONTINUITY and head.status == "ACTIVE"
    ]


def _told_and_closed(world: World, text: str, session_id: str = "s-1") -> str:
    """Tell a session something, close it to be continued, and return the memory it left."""
    scope = Scope(Level.SESSION, None, session_id)
    message = a_message(text)
    world.remember(said(messages=(message,), scope=scope, accepted_at=world.clock.now()))
    world.durable.clock.advance(minutes=1)
    [(_, kept)] = close(world, scope, to_be_continued=True).results
    return kept.memory_id


def test_what_is_to_be_continued_ends_with_words_that_are_corrected(world: World) -> None:
    kept = _told_and_closed(world, QUILL)
    update(world, kept, is_important=True)
    assert len(_continued(world)) == 1

    update(world, kept, content=BROOK)

    assert _continued(world) == []


def test_so_it_does_with_words_that_are_corrected_among_others(world: World) -> None:
    kept = _told_and_closed(world, QUILL)
    other = told(world, "I like tea.", sources=())
    wishes = [
        MemoryUpdate(other, MemoryPatch(content="I like moss.")),
        MemoryUpdate(kept, MemoryPatch(content=BROOK)),
    ]

    world.manage.update_several(world.acme, USER, wishes)

    assert _continued(world) == []


def test_so_it_does_with_words_that_are_rolled_back(world: World) -> None:
    kept = _told_and_closed(world, "I live in Oslo.")
    assert _told_and_closed(world, "I live in Rome.", "s-2") == kept
    assert len(_continued(world)) == 2

    world.manage.roll_back(world.acme, USER, Rollback(kept, 1))

    assert known_in(world, "G") == ["I live in Oslo."]
    assert _continued(world) == []


def test_what_quotes_other_messages_goes_on(world: World) -> None:
    _told_and_closed(world, QUILL)
    other = told(world, "I like tea.", sources=())

    update(world, other, content="I like moss.")

    assert len(_continued(world)) == 1


def test_a_correction_that_is_refused_ends_nothing(world: World) -> None:
    kept = _told_and_closed(world, QUILL)
    told(world, BROOK)

    with pytest.raises(RevisionConflict):
        update(world, kept, content=BROOK)

    assert len(_continued(world)) == 1
