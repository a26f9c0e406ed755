"""A slot whose messages arrive in any order and are edited: only what is said today counts."""

from datetime import datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mneme.application.repositories.row_keys import HEADS
from mneme.domain.memory import Status
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.session import kept_in
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_message, later, said
from tests.doubles.sessions import close, known_in
from tests.doubles.world import USER, World

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May")
CITIES = ("Lima", "Oslo", "Rome", "Bonn", "Kyoto", "Quito", "Dakar", "Turin", "Cairo", "Seoul")
NOTHING = "Good morning!"
TODAY = later(days=360)

Telling = tuple[str, str]
"""A month, and what its message says from now on."""


def spoken(value: str) -> str:
    return value if value == NOTHING else f"I live in {value}."


def beginning(month: str) -> datetime:
    return later(days=30 * MONTHS.index(month))


def tell(world: World, *tellings: Telling) -> None:
    """Send the messages a year later; one of a month that has been told is an edit.

    The index follows after each.
    """
    world.durable.clock.set(TODAY)
    cursor = None
    for month, value in tellings:
        send(world, month, spoken(value))
        page = world.change_feed.read(HEADS, cursor, 1000)
        cursor = page.checkpoint
        world.index_changes(page.changes)


def send(world: World, message_id: str, text: str) -> None:
    message = a_message(text, message_id, time=beginning(message_id))
    world.remember(said(messages=(message,), accepted_at=world.clock.now()))
    world.durable.clock.advance(minutes=1)


def by_month(world: World) -> dict[str, list[str]]:
    """Return what is recalled of each month, and of today."""
    return {**{month: recalled(world, _middle(month)) for month in MONTHS}, "now": recalled(world)}


def recalled(world: World, as_of: datetime | None = None) -> list[str]:
    query = RecallQuery(user_id=USER, text="Where do I live?", as_of=as_of)
    return sorted(one.revision.content for one in world.recall(world.acme, query).memories)


def _middle(month: str) -> datetime:
    return beginning(month).replace(hour=23)


def said_still(tellings: list[Telling]) -> list[Telling]:
    """Return what the messages say today, in order of the months."""
    last = dict(tellings)
    return [(one, last[one]) for one in MONTHS if last.get(one, NOTHING) != NOTHING]


@st.composite
def histories(draw: st.DrawFn) -> list[Telling]:
    """Return messages of some months in any order, with edits anywhere behind what they edit."""
    months = draw(st.permutations(MONTHS).map(lambda one: one[: draw(st.integers(2, 5))]))
    edits = draw(st.lists(st.sampled_from(months), max_size=4))
    order = draw(st.permutations([*months, *edits]))
    values = iter(draw(st.permutations(CITIES)))
    return [
        (month, NOTHING if draw(st.booleans()) and month in order[:at] else next(values))
        for at, month in enumerate(order)
    ]


@settings(max_examples=60, deadline=None)
@given(histories())
@example([("Mar", "Rome"), ("Feb", "Oslo"), ("Mar", NOTHING)])
@example([("Jan", "Lima"), ("Mar", "Rome"), ("Feb", "Oslo"), ("Mar", NOTHING)])
@example([("Jan", "Lima"), ("Mar", "Rome"), ("Feb", "Oslo"), ("Mar", NOTHING), ("Feb", NOTHING)])
@example([("Jan", "Lima"), ("Feb", "Oslo"), ("Mar", "Rome"), ("Feb", NOTHING)])
@example([("Mar", "Rome"), ("Mar", NOTHING), ("Jan", "Lima")])
@example([("Jan", "Lima"), ("Feb", "Oslo"), ("Mar", "Rome"), ("Feb", "Bonn"), ("Mar", NOTHING)])
@example([("Mar", "Oslo"), ("May", "Bonn"), ("May", NOTHING), ("Apr", "Quito")])
def test_a_slot_is_as_if_only_what_is_said_today_had_been_told_in_order(
    tellings: list[Telling],
) -> None:
    edited, plain = World(), World()

    tell(edited, *tellings)

    tell(plain, *said_still(tellings))
    assert by_month(edited) == by_month(plain)
    assert sum(one.head.status is Status.ACTIVE for one in edited.held()) <= 1
    assert (stored_counts(edited), log_is_dense(edited)) == (true_counts(edited), True)


@pytest.mark.parametrize(
    "values",
    [
        ("I work at Google.", "I work at Apple.", "I work at Meta."),
        ("我在谷歌工作。", "我在腾讯工作。", "我在阿里工作。"),
    ],
)
def test_an_older_value_that_was_told_last_is_current_once_the_newest_is_taken_back(
    world: World, values: tuple[str, str, str]
) -> None:
    google, apple, meta = values
    world.durable.clock.set(TODAY)

    for month, text in (("Jan", google), ("Mar", meta), ("Feb", apple), ("Mar", "The end.")):
        send(world, month, text)

    assert [one.revision.content for one in world.held() if one.head.status == "ACTIVE"] == [apple]


POODLE, PERSIAN = "My dog Rex is a poodle.", "My cat Tom is a persian."


@pytest.mark.parametrize("app_id", [None, "planner"])
def test_what_was_kept_of_a_closed_session_ends_when_its_message_is_edited(
    world: World, app_id: str | None
) -> None:
    session = Scope(Level.SESSION, app_id, "s-1")

    def say(text: str) -> None:
        world.remember(said(text, scope=session, accepted_at=world.clock.now()))
        world.durable.clock.advance(minutes=1)

    say(POODLE)
    close(world, session)
    kept = kept_in(session).key
    assert known_in(world, kept) == [POODLE]

    say(PERSIAN)

    assert known_in(world, kept) == []
    assert known_in(world, session.key) == [PERSIAN]
    close(world, session)
    assert known_in(world, kept) == [PERSIAN]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_an_edit_in_one_session_leaves_what_other_places_were_told(world: World) -> None:
    session = Scope(Level.SESSION, None, "s-1")
    world.remember(said(POODLE, accepted_at=world.clock.now()))
    world.durable.clock.advance(minutes=1)
    world.remember(said(PERSIAN, scope=session, accepted_at=world.clock.now()))
    world.durable.clock.advance(minutes=1)

    world.remember(said("Good morning!", scope=session, accepted_at=world.clock.now()))

    assert known_in(world, "G") == [POODLE]
    assert known_in(world, session.key) == []
