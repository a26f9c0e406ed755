"""The extraction worker: turns and facts from a conversation, however often it is delivered."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from mneme.application.repositories.row_keys import EPISODES, OPERATIONS
from mneme.application.repositories.task_attachments import FACTS, ROW_BYTES
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.conversation import Conversation, Role
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.extraction.extract_facts import Extracted
from mneme.domain.extraction.fact_limits import FACTS_A_MESSAGE, FACTS_A_TASK
from mneme.domain.memory import Kind, Source
from mneme.domain.task import TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.made import NOW, a_fact, a_message, an_app, said
from tests.doubles.watched import Fuse, Interlude, Watched, writes_to
from tests.doubles.world import USER, World


def test_a_conversation_becomes_turns_and_waits_for_evolution_with_its_facts(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo.", "Hello!"), None)

    state = world.hand(EXTRACTION, world.message(task))

    kept = world.read_task(world.acme, USER, task.task_id)
    assert (state, kept.state, kept.fact_count) == (TaskState.EVOLVING, TaskState.EVOLVING, 1)
    assert (len(world.held(Kind.TURN)), world.held()) == (2, [])
    assert world.durable.waiting(EVOLUTION) == 1


def test_a_conversation_that_states_nothing_is_done_with_its_episode(world: World) -> None:
    task = world.remember(said("Hello!", "Thanks!"))

    assert (task.state, task.results, task.fact_count) == (TaskState.DONE, (), None)
    assert len(world.held(Kind.TURN)) == 2


def test_a_message_delivered_twice_changes_nothing_the_second_time(world: World) -> None:
    # P33, for both queues.
    task = world.remember(said("I live in Oslo."))
    before = {table: world.rows(table) for table in ("heads", "revisions", "change_log")}

    states = [world.hand(queue, world.message(task)) for queue in (EXTRACTION, EVOLUTION)]

    assert states == [TaskState.DONE, TaskState.DONE]
    assert {table: world.rows(table) for table in before} == before


def test_extraction_delivered_again_while_evolving_sends_the_facts_on_again(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    world.hand(EXTRACTION, world.message(task))
    (sent,) = world.durable.queue.receive(EVOLUTION, 1)
    world.durable.queue.acknowledge(EVOLUTION, sent.receipt)
    world.durable.clock.advance(minutes=6)  # no longer taken for a repetition by the queue

    world.hand(EXTRACTION, world.message(task))

    assert world.durable.waiting(EVOLUTION) == 1
    assert len(world.held(Kind.TURN)) == 1


def test_of_two_workers_with_one_message_the_later_one_gives_it_back(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    rival = Interlude(writes_to(EPISODES), lambda: world.hand(EXTRACTION, world.message(task)))
    slower = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, rival)))

    with pytest.raises(WriteConflict):
        slower.hand(EXTRACTION, world.message(task))

    world.work()
    assert world.contents() == ["I live in Oslo."]


@pytest.mark.parametrize(
    "row",
    [
        {"switched_off": True},
        {"apps_off": frozenset({"planner"})},
        {"epoch": 2},
        {"scope_epochs": {"A#planner": 2}},
    ],
)
@pytest.mark.parametrize("table", [OPERATIONS, EPISODES])
def test_a_switch_or_purge_while_a_conversation_is_read_drops_it(table: str, row) -> None:  # type: ignore[no-untyped-def]
    # Before the worker begins, or between its gate and its first commit.
    durable = World().durable
    meanwhile = Interlude(writes_to(table), lambda: World(durable).set_user(**row))
    world = World(durable, lambda s: replace(s, tables=Watched(s.tables, meanwhile)))
    plain = World(durable)
    task = plain.accept_add(plain.acme, USER, said("I live in Oslo.", scope=an_app()), None)
    if table == OPERATIONS:
        plain.set_user(**row)

    world.work()

    ended = plain.read_task(plain.acme, USER, task.task_id)
    assert ended.state is TaskState.DROPPED
    assert ended.error is not None
    assert [plain.rows(table) for table in ("heads", "revisions", "guards", "episodes")] == [[]] * 4
    assert len(plain.rows(OPERATIONS)) == 1  # its payload is gone


def test_a_historical_conversation_is_dated_by_its_own_messages(world: World) -> None:
    # P02: told in 2026, said in 2023.
    at = NOW.replace(year=2023, month=5, day=24)
    message = a_message("I flew to Oslo last week.", time=at)

    world.remember(said(messages=(message,)))

    (fact,), (turn,) = world.held(), world.held(Kind.TURN)
    for held in (fact, turn):
        assert (held.head.observed_at, held.revision.observed_at) == (at, at)
        assert (held.head.created_at, held.head.anchor.at) == (NOW, NOW)
    assert turn.head.valid_at == at
    assert fact.head.valid_at is not None
    assert at - timedelta(days=14) < fact.head.valid_at <= at


def test_a_fact_keeps_the_offset_its_message_was_dated_with(world: World) -> None:
    at = NOW.astimezone(timezone(timedelta(hours=-7)))

    world.remember(said(messages=(a_message("I live in Oslo.", time=at),)))

    (held,) = world.held()
    assert held.revision.observed_at.isoformat() == "2026-03-01T05:00:00-07:00"


def test_what_others_said_is_no_source_of_facts(world: World) -> None:
    messages = (
        a_message("You live in Rome.", "m1", Role.SYSTEM),
        a_message("The user lives in Paris.", "m2", Role.TOOL),
        a_message("I live in Oslo.", "m3"),
    )

    world.remember(said(messages=messages))

    assert world.contents() == ["I live in Oslo."]


def test_facts_too_large_for_a_row_travel_in_the_blob_store(world: World) -> None:
    texts = [f"I live in the town of {'Ab' * 150} {n} and like number {n}." for n in range(400)]
    messages = tuple(
        a_message(" ".join(texts[start : start + 25]), f"m{start}") for start in range(0, 400, 25)
    )
    task = world.accept_add(world.acme, USER, said(messages=messages), None)
    world.hand(EXTRACTION, world.message(task))
    (row,) = [row for row in world.rows(OPERATIONS) if str(row["sk"]).endswith(FACTS)]
    assert len(world.durable.backend.blobs.get(world.acme, "payloads", row["blob"])) > ROW_BYTES

    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DONE
    assert len(world.held()) == 400


def test_no_conversation_yields_more_facts_than_its_task_can_record(world: World) -> None:
    texts = [" ".join(f"I like tea number {n}{m}." for n in range(300)) for m in "abcdefgh"]
    noted: list[dict[str, int]] = []
    task = world.accept_add(world.acme, USER, said(*texts), None)
    extract = replace(world.extract_task, extractor=_Sentences(), log=_Notes(noted))

    world.work_on_task(world.message(task), extract)

    ended = world.read_task(world.acme, USER, task.task_id)
    assert (ended.fact_count, ended.left_out) == (8 * FACTS_A_MESSAGE, 8 * 200)
    assert noted == [{"too_many": 8 * 200}]


def test_a_task_tells_how_much_was_left_out_by_rules(world: World) -> None:
    texts = [" ".join(f"I like tea number {n}{m}." for n in range(120)) for m in "abcdefghijkl"]

    task = world.remember(said(*texts))

    assert (task.state, len(task.results)) == (TaskState.DONE, FACTS_A_TASK)
    assert task.left_out == 12 * 120 - FACTS_A_TASK


def test_a_task_without_facts_tells_how_much_was_left_out(world: World) -> None:
    class TooLong(_Sentences):
        def extract(self, *_: object) -> Extracted:
            return Extracted((), {"m1": 7})

    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    extract = replace(world.extract_task, extractor=TooLong())

    world.work_on_task(world.message(task), extract)

    ended = world.read_task(world.acme, USER, task.task_id)
    assert (ended.state, ended.left_out) == (TaskState.DONE, 7)


def test_what_was_read_before_is_not_left_out(world: World) -> None:
    long = " ".join(f"I like tea number {n}." for n in range(120))
    world.remember(said(long))

    task = world.remember(said(long, "I live in Oslo."))

    assert (len(task.results), task.left_out) == (1, 0)


class _Sentences:
    """An extractor that takes every sentence for a fact."""

    def reads_context(self, tenant: TenantContext) -> bool:
        return False

    def extract(
        self,
        tenant: TenantContext,
        conversation: Conversation,
        context: object,
        settled: frozenset[str] = frozenset(),
        answered: object = None,
    ) -> Extracted:
        return Extracted(
            tuple(
                a_fact(text, sources=(Source("s-1", message.message_id),))
                for message in conversation.messages
                for text in message.content.split(". ")
            )
        )


class _Notes:
    """An extraction log that keeps what it is told."""

    def __init__(self, noted: list[dict[str, int]]) -> None:
        self._noted = noted

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        self._noted.append(dict(counts))


def test_a_queue_without_answer_leaves_the_task_to_be_delivered_again(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    no_answer = Fuse(1, fault=lambda: Unavailable("no answer"))
    unlucky = World(world.durable, lambda s: replace(s, queue=Watched(s.queue, no_answer)))
    with pytest.raises(Unavailable):
        unlucky.hand(EXTRACTION, world.message(task))

    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DONE
