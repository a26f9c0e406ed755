"""Lists: complete, each memory once, in pages that only their own question opens."""

from base64 import urlsafe_b64decode
from typing import Any

import pytest

from mneme.application.manage.list_memories import READ_IN_ALL, Listed, Wanted
from mneme.domain.dimension import Dimension
from mneme.domain.errors import InvalidRequest
from mneme.domain.memory import Kind, Status
from mneme.domain.paging import ListPage, PageRequest, Question
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.made import GLOBAL, a_fact, an_app, later, said
from tests.doubles.managing import many, told, update
from tests.doubles.world import TENANT, USER, World, a_tenant

COACH, PLANNER = an_app("coach"), an_app("planner")
ASKED = Question("user/list", "{}")


def page(
    world: World,
    cursor: str | None = None,
    limit: int = 100,
    tenant: TenantContext | None = None,
    user_id: str = USER,
    question: Question = ASKED,
    **wanted: Any,
) -> ListPage[Listed]:
    request = PageRequest(question, cursor, limit)
    return world.manage.list(tenant or world.acme, user_id, Wanted(**wanted), request)


def listed(world: World, **parts: Any) -> list[str]:
    """List to the end; return the ids as they came."""
    found: list[str] = []
    answer = page(world, **parts)
    found += [one.head.memory_id for one in answer.entries]
    while answer.cursor is not None:
        answer = page(world, cursor=answer.cursor, **parts)
        found += [one.head.memory_id for one in answer.entries]
    return found


def test_p31_1137_memories_are_listed_to_the_end(world: World) -> None:
    ids = many(world, 1137, [GLOBAL, COACH])

    assert listed(world) == ids


def test_what_is_there_throughout_is_listed_once_while_others_come_and_go(world: World) -> None:
    ids = many(world, 1137)
    doomed, found, added = ids[5::11][:100], [], 0
    answer = page(world)
    while True:
        found += [one.head.memory_id for one in answer.entries]
        # Between any two pages, some of what was and of what will be listed is deleted.
        for memory_id in doomed[:9]:
            world.manage.delete.one(world.acme, USER, memory_id, None)
        doomed = doomed[9:]
        for _ in range(9):
            added += 1
            told(world, f"Added while listing {added}")
        if answer.cursor is None:
            break
        answer = page(world, answer.cursor)

    throughout = set(ids) - set(ids[5::11][:100])
    assert (doomed, added >= 100, len(throughout)) == ([], True, 1037)
    assert throughout <= set(found)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_pages_of_any_size_join_to_the_same_list(world: World, limit: int) -> None:
    ids = many(world, 30, [COACH, PLANNER, GLOBAL])

    assert listed(world, limit=limit, dimension=Dimension(app_id="coach")) == ids[::3]


def test_a_page_reads_no_more_than_its_bound_and_says_where_to_go_on(world: World) -> None:
    many(world, READ_IN_ALL + 30)
    last = told(world, "I like tea", COACH)

    first = page(world, dimension=Dimension(app_id="coach"))
    second = page(world, first.cursor, dimension=Dimension(app_id="coach"))

    assert (first.entries, first.cursor is None) == ((), False)
    assert [one.head.memory_id for one in second.entries] == [last]
    assert second.cursor is None


def test_every_state_but_deleted_is_listed_and_any_can_be_asked_for(world: World) -> None:
    by_status = {status: told(world, f"Fact {status}") for status in Status}
    for status, memory_id in by_status.items():
        world.set_head(memory_id, status=status.value)

    assert set(listed(world)) == set(by_status.values()) - {by_status[Status.DELETED]}
    for status, memory_id in by_status.items():
        assert listed(world, statuses=frozenset({status})) == [memory_id]


def test_a_memory_is_listed_as_it_stands(world: World) -> None:
    memory_id = told(world, "I like tea", Scope(Level.APP, "coach", "s-1"), custom_tags={"a": 1})
    update(world, memory_id, content="I like coffee", is_important=True)
    world.durable.clock.advance(days=90)

    (one,) = page(world).entries

    assert (one.head.memory_id, one.head.revision) == (memory_id, 2)
    assert (one.revision.content, one.revision.custom_tags) == ("I like coffee", {"a": 1})
    assert 0.7 < one.weight < one.head.anchor.value == 0.9


def test_messages_are_listed_as_well_and_can_be_left_out(world: World) -> None:
    world.remember(said("I live in Oslo.", "Good morning."))

    kinds = [one.head.kind for one in page(world).entries]

    assert sorted(kinds) == [Kind.FACT, Kind.TURN, Kind.TURN]
    facts = page(world, dimension=Dimension(kinds=frozenset({Kind.FACT}))).entries
    assert [one.revision.content for one in facts] == ["I live in Oslo."]


def test_what_was_purged_or_deleted_long_ago_is_not_listed(world: World) -> None:
    told(world, "Fact", COACH)
    deleted, kept = told(world, "Fact"), told(world, "Fact", PLANNER)
    world.manage.delete.one(world.acme, USER, deleted, None)
    world.set_user(scope_epochs={"A#coach": 2})
    world.durable.clock.set(later(days=31))

    assert listed(world, statuses=frozenset(Status)) == [kept]


def test_a_credential_bound_to_apps_lists_its_apps_memories_only(world: World) -> None:
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))
    ids = many(world, 12, [COACH, PLANNER, GLOBAL, Scope(Level.SESSION, "coach", "s")])

    found = listed(world, tenant=bound)

    assert found == [one for number, one in enumerate(ids) if number % 4 in {0, 3}]


def test_a_cursor_is_worth_nothing_to_anybody_or_anything_else(world: World) -> None:
    globex = a_tenant("globex")
    world.tenants.create("globex")
    many(world, 5)
    told(world, "Fact", user_id="u-10")
    world.write_structured(globex, USER, GLOBAL, a_fact())
    cursor = page(world, limit=2).cursor
    assert cursor is not None

    strangers: list[dict[str, Any]] = [
        {"tenant": globex},
        {"user_id": "u-10"},
        {"user_id": "nobody"},
        {"question": Question("user/list", '{"dimension":{"app_id":"x"}}')},
        {"question": Question("change_log", "{}")},
    ]
    for stranger in strangers:
        with pytest.raises(InvalidRequest) as refused:
            page(world, cursor, **stranger)
        assert refused.value.field == "cursor"
    assert len(page(world, cursor, limit=50).entries) == 3


def test_a_cursor_that_was_altered_is_none(world: World) -> None:
    many(world, 5)
    cursor = page(world, limit=2).cursor
    assert cursor is not None
    swapped = "B" if cursor[20] == "A" else "A"

    altered = [cursor[:20] + swapped + cursor[21:], cursor[:-4], cursor + "AAAA", "x", "=", "é#"]
    altered += [f" {cursor}", f"{cursor}=", f"{cursor}!!!!", f"{cursor[:20]}.{cursor[20:]}"]

    for strange in altered:
        with pytest.raises(InvalidRequest):
            page(world, strange)


def test_a_cursor_tells_nothing_of_what_it_passed_by(world: World) -> None:
    ids = many(world, 5, [GLOBAL])
    cursor = page(world, limit=2).cursor or ""

    opened = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))

    assert not [one for one in ids if one.encode() in opened]


def test_a_cursor_dies_with_a_purge(world: World) -> None:
    many(world, 5)
    cursor = page(world, limit=2).cursor
    world.set_user(epoch=2)

    with pytest.raises(InvalidRequest):
        page(world, cursor)

    assert page(world) == ListPage((), None)
