"""History quotes of an edited message the text that each version of a memory came from."""

from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.paging import PageRequest, Question
from tests.doubles.made import later, said
from tests.doubles.world import USER, World


def quotes(world: World, memory_id: str) -> list[list[str | None]]:
    page = PageRequest(Question("history", memory_id), None, 100)
    chapters = world.manage.history(world.acme, USER, memory_id, page).page.entries
    return [[quote.sentence for quote in one.quotes] for one in chapters]


def test_an_edited_message_is_quoted_as_it_was_when_each_version_was_made(world: World) -> None:
    results = []
    for day, text in enumerate(("Hello! I live in Oslo.", "I live in Rome.", "I live in Bergen.")):
        edited = said(text, session_id="s-1", accepted_at=later(days=day))
        results += world.remember(edited).results
        world.durable.clock.advance(days=1)

    assert quotes(world, results[0][1].memory_id) == [
        ["I live in Oslo."],
        ["I live in Rome."],
        ["I live in Bergen."],
    ]


def test_a_fact_that_was_committed_after_an_edit_is_quoted_in_its_own_words(world: World) -> None:
    texts = ["I drink tea every day.", "I live in Oslo."]
    for minutes, text in enumerate(texts):
        edited = said(text, session_id="s-1", accepted_at=later(minutes=minutes))
        task = world.accept_add(world.acme, USER, edited, None)
        world.hand(EXTRACTION, world.message(task))
        world.durable.clock.advance(minutes=1)
    world.work()

    quoted = {held.revision.content: quotes(world, held.head.memory_id) for held in world.held()}

    # The edit that takes the first one back is a chapter of its own.
    assert quoted == {texts[0]: [[texts[0]]] * 2, texts[1]: [[texts[1]]]}
