"""History: every change of a memory with its reason, and the sentence each version came from."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.application.manage.roll_back_memory import Rollback
from mneme.application.manage.show_history import Chapter, History
from mneme.application.ports.table_store import Page, Query
from mneme.application.repositories.row_keys import MEMORY_INDEX
from mneme.domain.errors import InternalFault, InvalidRequest, NotFound
from mneme.domain.memory import Kind
from mneme.domain.paging import PageRequest, Question
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.backend import Backend
from tests.doubles.made import a_fact, a_message, an_app, later, said
from tests.doubles.managing import head_of, told, update
from tests.doubles.world import TENANT, USER, World, a_tenant

OSLO = "Good morning! I live in Oslo. How are you?"
ROME = "Guess what. I moved to Rome."


def history(world: World, memory_id: str, **parts: Any) -> History:
    page = PageRequest(Question("history", memory_id), parts.get("cursor"), parts.get("limit", 100))
    tenant = parts.get("tenant") or world.acme
    return world.manage.history(tenant, parts.get("user_id", USER), memory_id, page)


def chapters(world: World, memory_id: str, **parts: Any) -> tuple[Chapter, ...]:
    return history(world, memory_id, **parts).page.entries


def moved(world: World) -> str:
    """Let somebody move from Oslo to Rome; return the memory's id."""
    ((_, first),) = world.remember(said(OSLO, session_id="s-1")).results
    world.durable.clock.advance(days=1)
    world.remember(said(ROME, session_id="s-2", accepted_at=later(days=1)))
    return first.memory_id


def test_each_version_is_shown_with_its_interval_decision_and_sentence(world: World) -> None:
    memory_id = moved(world)
    world.durable.clock.advance(days=1)
    update(world, memory_id, content="I live in Paris.")
    update(world, memory_id, is_important=True)
    world.manage.roll_back(world.acme, USER, Rollback(memory_id, 1))
    world.manage.delete.one(world.acme, USER, memory_id, None)

    found = history(world, memory_id)

    told_of = [
        (
            one.record.operation,
            one.record.reason,
            None if one.version is None else one.version.content,
            [quote.sentence for quote in one.quotes],
        )
        for one in found.page.entries
    ]
    assert told_of == [
        ("ADD", "new", "I live in Oslo.", ["I live in Oslo."]),
        ("UPDATE", "newer_for_key", "I moved to Rome.", ["I moved to Rome."]),
        ("UPDATE", "corrected", "I live in Paris.", []),
        ("UPDATE", "metadata", None, []),
        ("UPDATE", "rolled_back", "I live in Oslo.", ["I live in Oslo."]),
        ("DELETE", "deleted", None, []),
    ]
    oslo, rome = (one.version for one in found.page.entries[:2])
    assert oslo is not None
    assert rome is not None
    assert oslo.invalid_at == rome.valid_at == later(days=1)
    assert (found.head.status, found.head.revision, found.page.cursor) == ("DELETED", 4, None)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_pages_join_to_the_whole_history(world: World, limit: int) -> None:
    memory_id = told(world, "Text 1")
    for number in range(2, 7):
        update(world, memory_id, content=f"Text {number}")
    whole = chapters(world, memory_id)

    joined: list[Chapter] = []
    answer = history(world, memory_id, limit=limit)
    joined += answer.page.entries
    update(world, memory_id, is_important=True)
    while answer.page.cursor is not None:
        answer = history(world, memory_id, limit=limit, cursor=answer.page.cursor)
        joined += answer.page.entries

    assert tuple(joined[:6]) == whole
    assert [one.record.reason for one in joined[6:]] == ["metadata"]


def test_what_was_logged_just_now_is_shown_though_the_index_lags(world: World) -> None:
    memory_id = told(world, "I like tea")

    class Lagging:
        """Tables whose index of the log shows nothing yet."""

        def __init__(self, tables: Any) -> None:
            self._tables = tables

        def __getattr__(self, name: str) -> Any:
            return getattr(self._tables, name)

        def query(self, tenant: TenantContext, query: Query) -> Page:
            if query.index == MEMORY_INDEX:
                return Page((), None)
            page: Page = self._tables.query(tenant, query)
            return page

    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Lagging(stores.tables))

    told(world, "I like coffee")
    update(world, memory_id, content="I like water")

    shown = chapters(World(world.durable, around), memory_id)

    assert [one.record.operation for one in shown] == ["ADD", "UPDATE"]


def test_a_repetition_is_shown_with_the_sentence_that_repeated(world: World) -> None:
    ((_, first),) = world.remember(said("I live in Oslo.", session_id="s-1")).results
    again = "As I said. I live in Oslo!"
    world.remember(said(again, session_id="s-2", accepted_at=later(hours=1)))

    shown = chapters(world, first.memory_id)

    assert [(one.record.operation, one.version is None) for one in shown] == [
        ("ADD", False),
        ("SKIP", True),
    ]
    assert [quote.sentence for quote in shown[1].quotes] == ["I live in Oslo!"]


@pytest.mark.parametrize("message_id", ["m1", "消息" * 64, "#" * 128])
def test_without_a_session_the_message_of_the_same_time_is_quoted(
    world: World, message_id: str
) -> None:
    for day, text in ((0, "I live in Oslo."), (1, "I drink coffee every day."), (2, "Hello.")):
        at = later(days=day)
        message = a_message(text, message_id, time=at)
        world.remember(said(session_id=None, messages=(message,), accepted_at=at))

    quoted = {
        held.revision.content: [q.sentence for q in chapters(world, held.head.memory_id)[0].quotes]
        for held in world.held()
    }

    assert quoted == {
        "I live in Oslo.": ["I live in Oslo."],
        "I drink coffee every day.": ["I drink coffee every day."],
    }


def test_a_message_that_was_deleted_is_not_quoted(world: World) -> None:
    memory_id = moved(world)
    turns = {held.revision.content: held.head for held in world.held(Kind.TURN)}
    world.manage.delete.one(world.acme, USER, turns[ROME].memory_id, None)

    quotes = [one.quotes for one in chapters(world, memory_id)]

    assert [(q.source.message_id, q.sentence) for (q,) in quotes] == [
        ("m1", "I live in Oslo."),
        ("m1", None),
    ]


@pytest.mark.parametrize("others", [(), ("How are you?",)], ids=["alone", "among others"])
def test_a_message_tells_when_it_was_kept_and_what_was_said(
    world: World, others: tuple[str, ...]
) -> None:
    world.remember(said("Good morning.", *others))
    (turn,) = [one for one in world.held(Kind.TURN) if one.revision.content == "Good morning."]

    (kept,) = chapters(world, turn.head.memory_id)

    assert (kept.record.operation, kept.record.reason) == ("ADD", "episode")
    assert kept.version is not None
    assert (kept.version.content, kept.quotes[0].sentence) == ("Good morning.", "Good morning.")


def test_nobody_elses_history_is_shown(world: World) -> None:
    globex = a_tenant("globex")
    world.tenants.create("globex")
    memory_id = told(world, "I like tea", an_app("coach"))
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"planner"}))

    for stranger in ({"tenant": globex}, {"tenant": bound}, {"user_id": "u-10"}):
        with pytest.raises(NotFound):
            history(world, memory_id, **stranger)


def test_a_cursor_of_one_memorys_history_opens_no_others(world: World) -> None:
    one, other = told(world, "Text"), told(world, "Another")
    for number in range(3):
        update(world, one, content=f"Text {number}")
        update(world, other, content=f"Another {number}")
    cursor = history(world, one, limit=2).page.cursor

    with pytest.raises(InvalidRequest):
        history(world, other, cursor=cursor)


def test_the_gate_of_the_tables_refuses_another_tenants_records(world: World) -> None:
    memory_id = told(world, "I like tea")
    foreign = Query(
        "change_log", f"acme%23{USER}#{memory_id}", index=MEMORY_INDEX, consistent=False
    )

    assert len(world.tables.query(world.acme, foreign).items) == 1
    with pytest.raises(InternalFault):
        world.tables.query(a_tenant("globex"), foreign)


def test_a_history_of_a_restored_memory_goes_on(world: World) -> None:
    memory_id = told(world, "I like tea")
    world.decide(a_fact("I like tea"))
    world.manage.delete.one(world.acme, USER, memory_id, None)
    world.manage.restore(world.acme, USER, memory_id, None)

    assert [one.record.operation for one in chapters(world, memory_id)] == [
        "ADD",
        "SKIP",
        "DELETE",
        "RESTORE",
    ]
    assert head_of(world, memory_id).status == "ACTIVE"


def test_the_history_of_a_message_is_paged_like_any_other(world: World) -> None:
    world.remember(said(OSLO))
    (turn,) = (held.head.memory_id for held in world.held(Kind.TURN))
    world.manage.delete.one(world.acme, USER, turn, None)
    world.manage.restore(world.acme, USER, turn, None)

    for limit in (1, 2, 3, 4):
        pages = [history(world, turn, limit=limit).page]
        while pages[-1].cursor is not None:
            pages.append(history(world, turn, limit=limit, cursor=pages[-1].cursor).page)

        told_of = [one.record.operation for page in pages for one in page.entries]
        assert told_of == ["ADD", "DELETE", "RESTORE"]
        assert max(len(page.entries) for page in pages) <= limit
