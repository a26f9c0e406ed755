"""What must not be kept is nowhere: no row, queue, blob, episode, prompt or answer holds it."""

from collections.abc import Iterator

import pytest

from mneme.application.repositories.task_attachments import FACTS
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.conversation import Conversation, Role
from mneme.domain.errors import IdempotencyConflict, SensitiveContent
from mneme.domain.extraction.policy import ExtractionPolicy
from mneme.domain.memory import Kind
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.task import Task, TaskState
from tests.doubles.extracting_world import extracting
from tests.doubles.made import GLOBAL, a_fact, a_message, said
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import USER, World

CARD = "4111111111111111"
PASSWORD = "xyl0ph0nist"
SECRETS = (CARD, PASSWORD)
MARK = "[redacted: card number]"
TOLD = said(
    messages=(
        a_message(f"I like tea, and my card is {CARD}.", "m1"),
        a_message(f"我的密码是{PASSWORD}，谢谢", "m2", name=f"Ann, password: {PASSWORD}"),
        a_message(f"The password is {PASSWORD}!", "m3", role=Role.TOOL),
    ),
    policy=ExtractionPolicy(focus=f"card {CARD}", tags={"card": CARD}),
)
WRITTEN = a_fact(f"Pays with {CARD}", fact_key=f"card {CARD}", custom_tags={"card": CARD})
REDACTED = {"card number": 3, "password": 3}


def test_a_redacted_conversation_is_nowhere_readable_on_its_whole_way() -> None:
    model = ScriptedModel(an_answer(a_claim("I like tea.", 1)))
    world = extracting(model)
    task = world.accept_add(world.acme, USER, TOLD, "key")
    assert list(_unsealed(world, task)) == []

    assert world.hand(EXTRACTION, world.message(task)) is TaskState.EVOLVING
    assert list(_unsealed(world, task)) == []
    world.work()

    done = world.read_task(world.acme, USER, task.task_id)
    assert (done.state, task.redacted, done.redacted) == (TaskState.DONE, REDACTED, REDACTED)
    assert list(_unsealed(world, task)) == []
    assert world.contents(Kind.TURN) == [
        f"I like tea, and my card is {MARK}.",
        "我的密码是[redacted: password]，谢谢",
    ]
    assert model.calls == 1
    asked = "\n".join(f"{prompt.system}\n{prompt.user}" for prompt in model.prompts)
    assert MARK in asked
    assert not any(secret in asked for secret in SECRETS)


def test_a_redacted_memory_is_nowhere_readable(world: World) -> None:
    task = world.accept_structured(world.acme, USER, GLOBAL, WRITTEN)
    assert list(_unsealed(world, task)) == []
    world.work()
    written = world.write_structured(world.acme, "u-2", GLOBAL, WRITTEN)

    assert (task.redacted, written.redacted) == ({"card number": 3}, {"card number": 3})
    for user in (USER, "u-2"):
        assert world.contents(user_id=user) == [f"Pays with {MARK}"]
        assert list(_memories(world, user)) == []


@pytest.mark.parametrize("secret", SECRETS)
def test_the_search_for_secrets_finds_one_that_is_allowed(secret: str) -> None:
    world = World(sensitive=SensitivePolicy.ALLOW)
    task = world.accept_add(world.acme, USER, TOLD, None)
    assert any(secret in found for found in _unsealed(world, task))

    world.work()

    assert task.redacted == {}
    assert any(secret in found for found in _memories(world, USER))


def test_a_rejected_add_leaves_no_trace() -> None:
    world = World(sensitive=SensitivePolicy.REJECT)

    with pytest.raises(SensitiveContent) as refused:
        world.accept_add(world.acme, USER, TOLD, "key")

    assert (refused.value.field, refused.value.data) == (
        "messages[0].content",
        {"kinds": ["card number"]},
    )
    assert (world.rows("operations"), world.rows("keys")) == ([], [])
    assert world.durable.waiting(EXTRACTION) == 0


def test_a_rejected_memory_leaves_no_trace() -> None:
    world = World(sensitive=SensitivePolicy.REJECT)

    for write in (world.accept_structured, world.write_structured):
        with pytest.raises(SensitiveContent) as refused:
            write(world.acme, USER, GLOBAL, WRITTEN)

        assert refused.value.field == "content"
    assert (world.rows("operations"), world.rows("heads"), world.rows("keys")) == ([], [], [])


SPLIT = said("My card is 4111 1111, and", "it goes on: 1111 1111.", "No sugar in my tea.")
JOINED = a_claim("My card is 4111 1111 1111 1111.", 1, 2)
TEA = a_claim("I drink tea without sugar.", 3)


def test_what_a_model_joins_again_is_redacted() -> None:
    world = extracting(ScriptedModel(an_answer(JOINED, TEA)))

    task = world.remember(SPLIT)

    assert (task.state, len(task.results)) == (TaskState.DONE, 2)
    assert world.contents() == ["I drink tea without sugar.", f"My card is {MARK}."]


def test_what_a_model_joins_again_is_left_out_where_secrets_are_rejected() -> None:
    world = extracting(ScriptedModel(an_answer(JOINED, TEA)), sensitive=SensitivePolicy.REJECT)

    task = world.remember(SPLIT)

    assert (task.state, world.contents()) == (TaskState.DONE, ["I drink tea without sugar."])


def test_a_tenants_own_word_stands_before_the_deployments(world: World) -> None:
    world.sensitive_policies.set(world.acme, SensitivePolicy.REJECT)

    with pytest.raises(SensitiveContent):
        world.accept_add(world.acme, USER, TOLD, None)


def test_a_key_that_is_used_again_is_compared_by_what_is_kept(world: World) -> None:
    def paid_with(card: str) -> Conversation:
        return said(f"I pay with {card}.")

    first = world.accept_add(world.acme, USER, paid_with(CARD), "key")

    again = world.accept_add(world.acme, USER, paid_with(CARD), "key")

    assert (again.task_id, again.redacted) == (first.task_id, {"card number": 1})
    with pytest.raises(IdempotencyConflict):
        world.accept_add(world.acme, USER, paid_with("cash"), "key")


def _unsealed(world: World, task: Task) -> Iterator[str]:
    """Yield what a holder of the keys can read of a task or its memories that tells a secret."""
    for name in (task.payload, FACTS):
        with_data = [row for row in world.rows("operations") if str(row["sk"]).endswith(name)]
        if with_data:
            data = world.tasks.attachments.read(world.acme, USER, task, name).decode()
            yield from (data for secret in SECRETS if secret in data)
    yield from _memories(world, USER)


def _memories(world: World, user_id: str) -> Iterator[str]:
    held = [*world.held(Kind.TURN, user_id), *world.held(Kind.FACT, user_id)]
    yield from (repr(one) for one in held for secret in SECRETS if secret in repr(one))
