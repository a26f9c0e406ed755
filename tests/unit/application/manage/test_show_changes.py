"""The change log: by time and dimension, newest first, complete, and nobody else's."""

from datetime import datetime
from typing import Any

import pytest

from mneme.application.manage import show_changes
from mneme.application.manage.show_changes import ChangesWanted
from mneme.application.repositories.change_records import LoggedChange
from mneme.domain.dimension import Dimension
from mneme.domain.errors import InvalidRequest
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Kind
from mneme.domain.paging import ListPage, PageRequest, Question
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.evolving import evolve, records
from tests.doubles.made import GLOBAL, a_fact, an_app, later, said
from tests.doubles.managing import told, update
from tests.doubles.world import TENANT, USER, World, a_tenant

COACH, PLANNER = an_app("coach"), an_app("planner")
ASKED = Question("change_log", "{}")


def page(
    world: World,
    cursor: str | None = None,
    limit: int = 100,
    tenant: TenantContext | None = None,
    user_id: str = USER,
    **wanted: Any,
) -> ListPage[LoggedChange]:
    request = PageRequest(ASKED, cursor, limit)
    return world.manage.changes(tenant or world.acme, user_id, ChangesWanted(**wanted), request)


def shown(world: World, **parts: Any) -> list[LoggedChange]:
    answer = page(world, **parts)
    found = list(answer.entries)
    while answer.cursor is not None:
        answer = page(world, cursor=answer.cursor, **parts)
        found += answer.entries
    return found


def test_every_change_is_shown_once_the_newest_first(world: World) -> None:
    tea = told(world, "I like tea")
    update(world, tea, content="I like coffee")
    world.decide(a_fact("I like coffee"))
    world.manage.delete.one(world.acme, USER, tea, None)

    found = shown(world)

    assert [(one.sequence, one.record.operation, one.record.memory_ids) for one in found] == [
        (4, "DELETE", (tea,)),
        (3, "SKIP", (tea,)),
        (2, "UPDATE", (tea,)),
        (1, "ADD", (tea,)),
    ]
    assert len(records(world)) == 4


@pytest.mark.parametrize("limit", [1, 2, 7, 100])
def test_pages_join_to_the_whole_while_more_is_logged(world: World, limit: int) -> None:
    for number in range(15):
        told(world, f"Fact {number}")

    found, answer = [], page(world, limit=limit)
    while True:
        found += [one.sequence for one in answer.entries]
        if answer.cursor is None:
            break
        told(world, f"Added {len(found)}")
        answer = page(world, answer.cursor, limit)

    assert found == list(range(15, 0, -1))


@pytest.mark.parametrize(
    ("since", "until", "days"),
    [
        (None, None, [4, 3, 2, 1, 0]),
        (later(days=2), None, [4, 3, 2]),
        (None, later(days=2), [1, 0]),
        (later(days=1), later(days=3), [2, 1]),
        (later(days=9), None, []),
    ],
)
def test_a_range_of_time_begins_with_its_first_instant_and_ends_before_its_last(
    world: World, since: datetime | None, until: datetime | None, days: list[int]
) -> None:
    for day in range(5):
        told(world, f"Fact of day {day}")
        world.durable.clock.advance(days=1)

    found = shown(world, since=since, until=until, limit=2)

    assert [one.record.at for one in found] == [later(days=day) for day in days]


def test_a_dimension_shows_the_changes_of_its_memories(world: World) -> None:
    coach, planner = told(world, "Fact", COACH), told(world, "Fact", PLANNER)
    told(world, "Fact")
    update(world, coach, content="Another fact")
    update(world, planner, is_important=True)
    world.remember(said("Good morning.", scope=COACH))

    by_app = shown(world, dimension=Dimension(app_id="coach"), limit=1)
    facts = shown(world, dimension=Dimension(app_id="coach", kinds=frozenset({Kind.FACT})), limit=2)

    assert [one.record.operation for one in by_app] == ["ADD", "UPDATE", "ADD"]
    assert [one.record.memory_ids for one in facts] == [(coach,), (coach,)]


def test_a_page_reads_no_more_than_its_bound_and_says_where_to_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_changes, "READ_AT_ONCE", 10)
    monkeypatch.setattr(show_changes, "READ_IN_ALL", 20)
    first = told(world, "I like tea", COACH)
    for number in range(25):
        told(world, f"Fact {number}")

    answer = page(world, dimension=Dimension(app_id="coach"))
    rest = page(world, answer.cursor, dimension=Dimension(app_id="coach"))

    assert (answer.entries, answer.cursor is None) == ((), False)
    assert [one.record.memory_ids for one in rest.entries] == [(first,)]


def test_what_would_have_been_decided_is_shown(world: World) -> None:
    tea = world.decide(a_fact("I like tea"))
    evolve(world, a_fact("I do not like tea", observed_at=later(days=1)), mode=Mode.SHADOW)

    newest = shown(world)[0].record

    assert newest.shadow is not None
    assert newest.shadow.targets == (tea.memory_id,)


def test_a_credential_bound_to_apps_is_shown_its_apps_changes_only(world: World) -> None:
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))
    coach = told(world, "Fact", COACH)
    told(world, "Fact", PLANNER)
    told(world, "Fact")

    assert [one.record.memory_ids for one in shown(world, tenant=bound)] == [(coach,)]


def test_changes_of_what_was_purged_are_in_no_dimension_any_more(world: World) -> None:
    told(world, "Fact", COACH)
    kept = told(world, "Fact", PLANNER)
    world.set_user(scope_epochs={"A#coach": 2})
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))

    assert shown(world, dimension=Dimension(app_id="coach")) == []
    assert shown(world, tenant=bound) == []
    assert [one.record.memory_ids for one in shown(world)][:1] == [(kept,)]
    assert len(shown(world)) == 2


def test_nobody_elses_changes_are_shown(world: World) -> None:
    globex = a_tenant("globex")
    world.tenants.create("globex")
    for number in range(3):
        told(world, f"Fact {number}")
    told(world, "Fact", user_id="u-10")
    world.write_structured(globex, USER, GLOBAL, a_fact())
    cursor = page(world, limit=1).cursor

    assert len(shown(world, tenant=globex)) == len(shown(world, user_id="u-10")) == 1
    assert shown(world, user_id="nobody") == []
    for stranger in ({"tenant": globex}, {"user_id": "u-10"}, {"user_id": "nobody"}):
        with pytest.raises(InvalidRequest):
            page(world, cursor, **stranger)
