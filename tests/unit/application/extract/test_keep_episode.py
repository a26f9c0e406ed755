"""What was said is kept verbatim, each message once, whatever is sent again."""

from dataclasses import replace

import pytest

from mneme.application.extract.keep_episode import PAGE_MESSAGES
from mneme.application.repositories.episodes import EpisodeEntry, Episodes
from mneme.application.repositories.make_way import RACES
from mneme.application.repositories.row_keys import EPISODES
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.conversation import Message, Role
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Kind, Ownership, Source
from mneme.domain.retrieval.unit_context import Mark
from mneme.domain.task import TaskState
from tests.doubles.bookkeeping import log_is_dense
from tests.doubles.made import NOW, a_message, an_app, later, said
from tests.doubles.watched import Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World

HARD_TEXTS = [
    "nul \x00 in the middle, tab\tand line\nbreaks\r\n at the end \x1f",
    "emoji 👩🏽‍🚀🏳️‍🌈 and a flag 🇨🇭",
    "مرحبا \u202eabc\u202c שלום",
    "  spaces kept  \u3000\u00a0",
    "e\u0301 is not é, ﬁ is no fi, ㎏",
    "\ufeff\u200b\u2028\u2029",
    "𠮷野家で𝒶𝒷𝒸",
    '{"a": "\\u0000", \'; DROP TABLE heads; --',
]


@pytest.mark.parametrize("text", HARD_TEXTS)
def test_a_message_is_kept_byte_for_byte(world: World, text: str) -> None:
    world.remember(said(text))

    (turn,) = world.held(Kind.TURN)
    assert turn.revision.content.encode() == text.encode()


def test_a_turn_knows_who_said_it_where_and_when(world: World) -> None:
    message = a_message("Try the tram.", "m7", Role.ASSISTANT, name="Max", time=later(hours=-3))

    world.remember(said(scope=an_app("planner", "s-4"), messages=(message,)))

    (turn,) = world.held(Kind.TURN)
    assert (turn.revision.ownership, turn.revision.speaker) == (Ownership.AGENT, "Max")
    assert turn.revision.sources == (Source("s-4", "m7"),)
    assert (turn.head.scope, turn.head.observed_at) == (an_app("planner", "s-4"), later(hours=-3))
    assert (turn.head.anchor.value, turn.head.anchor.at) == (0.60, NOW)


def test_messages_of_system_and_tools_are_not_kept(world: World) -> None:
    messages = tuple(
        a_message(f"{role} speaks", f"m-{role}", role) for role in (Role.SYSTEM, Role.TOOL)
    )

    task = world.remember(said(messages=messages))

    assert task.state is TaskState.DONE
    assert (world.rows("heads"), world.rows("episodes")) == ([], [])


def test_overlapping_windows_keep_each_message_once(world: World) -> None:
    texts = [f"This is message number {n}." for n in range(1, 8)]
    window = [a_message(text, f"m{n}") for n, text in enumerate(texts, start=1)]

    for start in range(5):
        world.remember(said(messages=tuple(window[start : start + 3])))

    assert world.contents(Kind.TURN) == sorted(texts)
    assert len(world.rows("episodes")) == len(texts)
    assert log_is_dense(world)


def test_one_message_id_in_two_sessions_names_two_messages(world: World) -> None:
    for session in ("s-1", "s-2", None):
        world.remember(said("I live in Oslo.", session_id=session))

    assert world.contents(Kind.TURN) == ["I live in Oslo."] * 3


def test_callers_without_sessions_may_number_each_conversation_from_one(world: World) -> None:
    world.remember(said("I live in Oslo.", "I like tea.", session_id=None))

    world.remember(said("I sold my car.", "I like tea.", session_id=None))

    assert world.contents(Kind.TURN) == ["I like tea.", "I live in Oslo.", "I sold my car."]


def test_a_message_told_again_after_a_purge_is_kept_again(world: World) -> None:
    world.remember(said("I live in Oslo."))
    world.set_user(epoch=2)

    world.remember(said("I live in Oslo."))

    assert sorted(turn.head.epoch for turn in world.held(Kind.TURN)) == [1, 2]


def test_64_messages_go_in_transactions_of_at_most_100_actions() -> None:
    notes = Notes()
    world = World(World().durable, lambda s: replace(s, tables=Watched(s.tables, notes)))
    task = world.remember(said(*[f"My locker number is {n}." for n in range(64)]))

    assert task.state is TaskState.DONE
    assert len(world.held(Kind.TURN)) == 64
    assert max(map(len, notes.transactions)) <= 100
    assert sum(len(actions) > 60 for actions in notes.transactions) == 3


@pytest.mark.parametrize(
    "text",
    [
        "b c d " * 2_730,  # as many words as fit
        "我住在苏黎世西区的一条小街上" * 390,  # as many pairs of characters as fit
        "7\x00" * 8_192,  # escaped, the row is larger than the text
        "\ufdfa" * 5_461,  # one character that stands for four words
    ],
)
def test_a_page_of_messages_as_long_as_they_may_be_fits_its_rows(world: World, text: str) -> None:
    messages = tuple(a_message(text, f"m{n}") for n in range(PAGE_MESSAGES))
    assert len(text.encode()) > 16_000

    task = world.remember(said(messages=messages))

    assert task.state is TaskState.DONE
    assert len(world.held(Kind.TURN)) == PAGE_MESSAGES


def test_a_turn_is_found_by_its_neighbours_but_not_across_an_hour(world: World) -> None:
    times = [NOW, later(minutes=5), later(minutes=90)]
    texts = ["Where do you live?", "In Oslo.", "Good morning to everybody."]
    messages = tuple(
        a_message(text, f"m{n}", time=at)
        for n, (text, at) in enumerate(zip(texts, times, strict=True))
    )

    world.remember(said(messages=messages))

    context = {h.revision.content: set(h.revision.context.terms) for h in world.held(Kind.TURN)}
    assert context == {texts[0]: {1}, texts[1]: {-1}, texts[2]: set()}


def test_a_rival_that_keeps_the_same_messages_is_no_fault(world: World) -> None:
    # Two workers have the conversation in hand: each message still becomes one TURN.
    task = world.accept_add(world.acme, USER, said("I live in Oslo.", "I like tea."), None)
    message = world.message(task)
    rival = Interlude(writes_to(EPISODES), lambda: world.hand(EXTRACTION, message))
    slower = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, rival)))

    with pytest.raises(WriteConflict):
        slower.hand(EXTRACTION, message)

    world.work()
    assert world.contents(Kind.TURN) == ["I like tea.", "I live in Oslo."]
    assert world.contents() == ["I like tea.", "I live in Oslo."]
    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DONE


def test_an_overlapping_window_kept_meanwhile_leaves_the_rest_to_be_kept(world: World) -> None:
    both = (a_message("I live in Oslo.", "m1"), a_message("I like tea.", "m2"))
    task = world.accept_add(world.acme, USER, said(messages=both), None)
    first = world.accept_add(world.acme, USER, said(messages=both[:1]), None)
    rival = Interlude(writes_to(EPISODES), lambda: world.hand(EXTRACTION, world.message(first)))
    slower = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, rival)))

    state = slower.hand(EXTRACTION, world.message(task))

    assert state is TaskState.EVOLVING
    assert world.contents(Kind.TURN) == ["I like tea.", "I live in Oslo."]


def test_a_session_that_never_rests_is_given_back(world: World) -> None:
    texts = [f"This is message number {n}." for n in range(1, RACES.attempts + 3)]
    messages = tuple(a_message(text, f"m{n}") for n, text in enumerate(texts))
    task = world.accept_add(world.acme, USER, said(messages=messages), None)

    class Restless(Notes):
        def before(self, method, arguments):  # type: ignore[no-untyped-def]
            if writes_to(EPISODES)(method, arguments):
                kept = len(world.rows("episodes"))
                _keep(world, messages[kept])

    slower = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, Restless())))

    with pytest.raises(Unavailable):
        slower.hand(EXTRACTION, world.message(task))

    assert len(world.rows("episodes")) == RACES.attempts


def test_entries_of_a_known_message_are_found_beyond_one_batch(world: World) -> None:
    episodes = Episodes(world.tables)
    session = an_app("planner", "s-1")
    entries = [
        EpisodeEntry(session, 1, f"m{n}", "user", NOW, n, "hash", "t_1", NOW, "read")
        for n in range(150)
    ]
    for entry in entries[::2]:
        action = episodes.keep_action(world.acme, USER, entry, f"memory-{entry.message_id}")
        world.tables.transact(world.acme, [action])

    known = episodes.kept(world.acme, USER, entries)

    assert {name: seen.memory_id for name, seen in known.items()} == {
        entry.message_id: f"memory-{entry.message_id}" for entry in entries[::2]
    }


def _keep(world: World, message: Message) -> None:
    task = world.accept_add(world.acme, USER, said(messages=(message,)), None)
    world.hand(EXTRACTION, world.message(task))


def test_a_turn_leans_on_what_was_said_in_its_session_just_before(world: World) -> None:
    question = a_message("Where do you live?", "m1", Role.ASSISTANT, time=NOW)
    answer = a_message("In Oslo.", "m2", time=later(minutes=1))
    much_later = a_message("Good morning to everybody.", "m3", time=later(minutes=90))

    for one in (question, answer, much_later):
        world.remember(said(messages=(one,)))

    turns = {h.revision.content: h.revision for h in world.held(Kind.TURN)}
    asked, told, after = (turns[one.content] for one in (question, answer, much_later))
    assert told.context.terms == {-1: asked.terms}
    assert told.context.neighbours == {-1: asked.memory_id}
    assert told.context.run == asked.context.run == asked.memory_id
    assert Mark.AFTER_QUESTION in told.context.marks
    assert (after.context.terms, after.context.run) == ({}, after.memory_id)


def test_a_turn_does_not_lean_on_another_session(world: World) -> None:
    world.remember(said(messages=(a_message("Where?", "m1", time=NOW),)))
    answer = a_message("Oslo.", "m1", time=later(minutes=1))

    world.remember(said(messages=(answer,), session_id="s-2"))

    [turn] = [h.revision for h in world.held(Kind.TURN) if h.revision.content == "Oslo."]
    assert turn.context.terms == {}
