"""Messages are kept verbatim as long as their tenant wants, and not at all if it wants none."""

from datetime import timedelta

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.episode_retention import MOST_DAYS
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.repositories.tenant_rows import ROW_SECONDS
from mneme.domain.errors import InternalFault, NotFound, WriteConflict
from mneme.domain.memory import Kind, Status
from mneme.domain.paging import PageRequest, Question
from mneme.domain.recollection import RecallQuery
from mneme.domain.task import TaskState
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_message, said
from tests.doubles.world import USER, World, a_tenant

SAID = "I live in Oslo."


def _recalled(world: World) -> list[str]:
    query = RecallQuery(USER, SAID, include_turns=True, consistent=True)
    memories = world.recall(world.acme, query).memories
    return [one.revision.content for one in memories if one.head.kind is Kind.TURN]


def _edited(world: World, text: str) -> None:
    world.durable.clock.advance(hours=1)
    task = world.remember(said(messages=(a_message(text, "m1"),), accepted_at=world.clock.now()))
    assert task.state is TaskState.DONE


def test_a_tenant_without_a_word_of_its_own_has_the_deployments(world: World) -> None:
    assert world.episode_retention.of(world.acme) == timedelta(days=180)


def test_a_tenants_own_retention_holds_for_it_alone_and_can_be_taken_back(world: World) -> None:
    world.tenants.create("globex")
    world.episode_retention.set(world.acme, 7)

    assert world.episode_retention.of(world.acme) == timedelta(days=7)
    assert world.episode_retention.of(a_tenant("globex")) == timedelta(days=180)

    world.episode_retention.set(world.acme, None)
    world.durable.clock.advance(ROW_SECONDS + 1)
    assert world.episode_retention.of(world.acme) == timedelta(days=180)


@pytest.mark.parametrize("days", [-1, MOST_DAYS + 1])
def test_days_that_are_none_are_refused(world: World, days: int) -> None:
    with pytest.raises(ValueError, match="0 to"):
        world.episode_retention.set(world.acme, days)


@pytest.mark.parametrize("stored", [-1, "long", True])
def test_a_damaged_retention_is_a_fault_and_keeps_nothing(world: World, stored: object) -> None:
    change = SetTo("episode_days", stored)  # type: ignore[arg-type]
    world.tables.transact(world.acme, [Update(TENANTS, tenant_key(world.acme), (change,))])

    with pytest.raises(InternalFault):
        world.episode_retention.of(world.acme)


def test_a_tenant_that_does_not_exist_gets_no_retention(world: World) -> None:
    with pytest.raises(WriteConflict):
        world.episode_retention.set(a_tenant("nobody"), 1)


def test_a_message_is_recalled_quoted_and_shown_until_its_retention_is_over(world: World) -> None:
    world.episode_retention.set(world.acme, 7)
    world.remember(said(SAID))
    [turn] = world.held(Kind.TURN)
    assert turn.head.expire_at == world.clock.now() + timedelta(days=7)
    assert _recalled(world) == [SAID]

    world.durable.clock.advance(days=7)

    assert _recalled(world) == []
    [fact] = world.held()
    with pytest.raises(NotFound):
        world.manage.delete.one(world.acme, USER, turn.head.memory_id, None)
    page = PageRequest(Question("history", fact.head.memory_id), None, 10)
    [chapter] = world.manage.history(world.acme, USER, fact.head.memory_id, page).page.entries
    assert [quote.sentence for quote in chapter.quotes] == [None]


def test_an_edited_message_is_kept_as_long_as_its_newest_text(world: World) -> None:
    world.remember(said(messages=(a_message(SAID, "m1"),)))

    _edited(world, "I live in Bergen.")

    [turn] = world.held(Kind.TURN)
    assert turn.head.expire_at == world.clock.now() + timedelta(days=180)


def test_without_retention_facts_are_taken_and_no_words_are_kept(world: World) -> None:
    world.episode_retention.set(world.acme, 0)

    task = world.remember(said(SAID, "I am vegetarian."))

    assert task.state is TaskState.DONE
    assert world.contents() == ["I am vegetarian.", SAID]
    assert world.held(Kind.TURN) == []
    assert _recalled(world) == []


def test_without_retention_each_message_is_still_read_once(world: World) -> None:
    world.episode_retention.set(world.acme, 0)
    world.remember(said(SAID))

    again = world.remember(said(SAID, "I am vegetarian."))

    assert [number for number, _ in again.results] == [0]
    assert world.contents() == ["I am vegetarian.", SAID]


def test_words_kept_before_leave_with_an_edit_once_none_are_to_be_kept(world: World) -> None:
    world.remember(said(messages=(a_message(SAID, "m1"),)))
    world.episode_retention.set(world.acme, 0)

    _edited(world, "I live in Bergen.")

    [turn] = world.held(Kind.TURN)
    assert (turn.head.status, turn.revision.content) == (Status.DELETED, SAID)
    assert world.contents() == ["I live in Bergen."]
    assert stored_counts(world) == true_counts(world)
    assert log_is_dense(world)


def test_a_context_of_words_that_were_kept_long_enough_is_not_read(world: World) -> None:
    world.episode_retention.set(world.acme, 1)
    world.remember(said(SAID))
    world.durable.clock.advance(days=1)
    later = said(messages=(a_message("And now?", "m9"),), accepted_at=world.clock.now())
    task = world.accept_add(world.acme, USER, later, None)

    assert world.read_session(world.acme, USER, task, later) == ()
