"""From an add to its memories by way of a language model, and what a caller may wish of it."""

import json

import pytest

from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.repositories.task_attachments import FACTS
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.application.tasks.task_codec import decode_facts, decode_mode
from mneme.domain.conversation import Conversation, Role
from mneme.domain.extraction.policy import ExtractionPolicy, Mode
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind
from mneme.domain.task import TaskState
from tests.doubles.extracting_world import extracting
from tests.doubles.made import a_message, later, said
from tests.doubles.model_world import REFUSED
from tests.doubles.reading_model import ReadingModel, a_claim, an_answer, earlier_lines
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import USER, World

MOVED = a_claim("I moved to Oslo.", 1, category="personal", fact_key="home_city")
TEA = a_claim("I drink tea without sugar.", 2)


def facts_of(world: World, conversation: Conversation) -> tuple[tuple[Fact, ...], Mode]:
    """Return what extraction hands on to evolution."""
    task = world.accept_add(world.acme, USER, conversation, None)
    world.hand(EXTRACTION, world.message(task))
    data = world.tasks.attachments.read(world.acme, USER, task, FACTS)
    return decode_facts(data)[1], decode_mode(data)


def test_an_add_becomes_memories_in_the_models_words() -> None:
    model = ScriptedModel(f"Here you are:\n```json\n{an_answer(MOVED, TEA)}\n```")
    world = extracting(model)

    task = world.remember(said("Guess what, I moved to Oslo!", "No sugar in my tea, as ever."))

    assert (task.state, len(task.results), model.calls) == (TaskState.DONE, 2, 1)
    assert world.contents() == ["I drink tea without sugar.", "I moved to Oslo."]
    assert len(world.held(Kind.TURN)) == 2


def test_a_model_that_finds_nothing_leaves_the_episode() -> None:
    world = extracting(ScriptedModel(an_answer()))

    task = world.remember(said("I live in Oslo."))

    assert (task.state, task.results, world.contents()) == (TaskState.DONE, (), [])
    assert world.contents(Kind.TURN) == ["I live in Oslo."]


@pytest.mark.parametrize("answers", [("?", '{"facts": ["I live'), (REFUSED,)])
def test_bad_output_ends_failed_where_the_caller_sees_it_and_blocks_nobody(
    answers: tuple[str | Exception, ...],
) -> None:
    # P06: never DONE with nothing.
    world = extracting(ScriptedModel(*answers, an_answer(TEA)))

    failed = world.remember(said("I live in Oslo."))
    fine = world.remember(said("Hello!", "No sugar in my tea."))

    assert (failed.state, failed.error and failed.error.code) == (TaskState.FAILED, 50001)
    assert "Oslo" not in str(failed.error)
    assert fine.state is TaskState.DONE
    assert world.durable.waiting(f"{EXTRACTION}-dead") == 0
    assert world.contents() == ["I drink tea without sugar."]


def test_what_the_model_said_is_kept_while_evolution_waits() -> None:
    model = ScriptedModel(an_answer(MOVED))
    world = extracting(model)
    task = world.accept_add(world.acme, USER, said("I moved to Oslo."), None)

    for _ in range(3):  # delivered again and again
        assert world.hand(EXTRACTION, world.message(task)) is TaskState.EVOLVING

    assert model.calls == 1
    assert world.durable.waiting(EVOLUTION) == 1


def test_a_session_gives_the_model_its_last_ten_messages() -> None:
    model = ReadingModel(lambda _: an_answer())
    world = extracting(model)
    for number in range(12):
        message = a_message(f"I say {number}.", f"e{number}", time=later(minutes=number))
        world.remember(said(messages=(message,), session_id="s-7"))

    world.remember(said("And now?", session_id="s-7", accepted_at=later(hours=1)))
    world.remember(said("Elsewhere.", session_id="s-8", accepted_at=later(hours=2)))

    *_, in_session, elsewhere = model.prompts
    texts = [line["text"] for line in earlier_lines(in_session.user)]
    assert texts == [f"I say {number}." for number in range(2, 12)]
    assert earlier_lines(elsewhere.user) == []


def test_a_conversation_tried_again_is_not_its_own_context() -> None:
    model = ReadingModel()
    world = extracting(model)
    task = world.accept_add(world.acme, USER, said("I live in Oslo.", "I drink tea."), None)
    conversation = said("I live in Oslo.", "I drink tea.")
    unchanged = world.extract_task.gate(world.acme, USER, conversation.scope, task)
    world.extract_task.keep_episode(world.acme, USER, task, conversation, unchanged)

    world.hand(EXTRACTION, world.message(task))

    assert [earlier_lines(prompt.user) for prompt in model.prompts] == [[]]


def test_of_an_edited_message_a_model_reads_what_is_new_even_when_a_crash_came_between() -> None:
    model = ReadingModel(lambda _: an_answer())
    world = extracting(model)
    world.remember(said("My cat is called Momo. I hate fog."))
    edited = said("My cat is called Momo. I hate fog. She is three.", accepted_at=later(hours=1))
    task = world.accept_add(world.acme, USER, edited, None)
    unchanged = world.extract_task.gate(world.acme, USER, edited.scope, task)
    world.extract_task.keep_episode(world.acme, USER, task, edited, unchanged)  # and no further

    world.hand(EXTRACTION, world.message(task))

    prompt = model.prompts[-1].user
    earlier = [line["text"] for line in earlier_lines(prompt)]
    assert earlier == ["My cat is called Momo. I hate fog."]
    assert prompt.count("She is three.") == 1
    assert prompt.count("I hate fog.") == 1


def test_mode_off_keeps_the_episode_and_asks_nobody() -> None:
    model = ScriptedModel()
    world = extracting(model)

    task = world.remember(said("I live in Oslo.", policy=ExtractionPolicy(mode=Mode.OFF)))

    assert (task.state, model.calls) == (TaskState.DONE, 0)
    assert (world.contents(), world.contents(Kind.TURN)) == ([], ["I live in Oslo."])


@pytest.mark.parametrize("with_model", [True, False])
def test_the_tags_of_a_policy_are_put_on_every_fact(with_model: bool) -> None:
    policy = ExtractionPolicy(tags={"source": "chat", "trial": True})
    model = ScriptedModel(an_answer(a_claim("I moved to Oslo.", 1)))
    world = extracting(model) if with_model else World()

    facts, _ = facts_of(world, said("I moved to Oslo.", policy=policy))

    assert [dict(fact.custom_tags) for fact in facts] == [{"source": "chat", "trial": True}]


@pytest.mark.parametrize("mode", [Mode.DECIDE, Mode.APPEND, Mode.SHADOW, Mode.CANDIDATE])
def test_the_mode_reaches_evolution_with_the_facts(mode: Mode) -> None:
    policy = ExtractionPolicy(mode=mode)

    facts, handed = facts_of(World(), said("I live in Oslo.", policy=policy))

    assert (len(facts), handed) == (1, mode)


def test_what_the_model_knows_of_a_fact_reaches_evolution() -> None:
    claim = a_claim(
        "I moved to Oslo.", category="personal", entities=[{"name": "Oslo", "type": "place"}]
    )
    policy = ExtractionPolicy(entity_types=("place",))
    world = extracting(ScriptedModel(an_answer({**claim, "confidence": 0.2})))

    ((fact,), _) = facts_of(world, said("I moved to Oslo.", policy=policy))

    assert (fact.category, fact.provenance) == ("personal", "CANDIDATE")
    assert [(entity.name, entity.type) for entity in fact.entities] == [("Oslo", "place")]


def test_both_sides_of_a_conversation_are_read_if_nobody_is_named() -> None:
    messages = (
        a_message("I live in Oslo.", "m1"),
        a_message("I recommend the museum of ships.", "m2", Role.ASSISTANT),
    )
    world = extracting(ReadingModel())

    world.remember(said(messages=messages, ownership=None))

    assert [(held.revision.content, held.head.ownership) for held in world.held()] == [
        ("I live in Oslo.", "USER"),
        ("I recommend the museum of ships.", "AGENT"),
    ]


def test_nothing_a_model_was_told_or_said_lies_readable_anywhere() -> None:
    claim = a_claim("I play the xylophone.", 1)
    world = extracting(ScriptedModel(an_answer(claim)))
    task = world.accept_add(world.acme, USER, said("I play the xylophone."), None)

    world.hand(EXTRACTION, world.message(task))

    rows = json.dumps([dict(row) for row in world.rows(OPERATIONS)], default=repr)
    assert "xylophone" not in rows
