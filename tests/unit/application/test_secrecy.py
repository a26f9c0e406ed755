"""Nothing that was said lies readable in any row, queue or blob, at any stage of its way."""

from collections.abc import Iterator

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import OPERATIONS, attachment_key, user_partition
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.errors import Unavailable
from mneme.domain.task import Task, TaskState
from tests.doubles.made import GLOBAL, a_fact, a_message, said
from tests.doubles.world import LAYOUTS, QUEUE_LAYOUTS, USER, World

CANARY = "xylophonist"
TOLD = (
    a_message(f"I live in {CANARY.title()}.", "m1", name=f"{CANARY.title()} Ann"),
    a_message(f"My {CANARY} plays at nine.", "m2"),
    a_message("我喜欢" + CANARY + "的音乐", "m3"),
)
LARGE = tuple(a_message(f"I like my {CANARY} very much. " * 400, f"m{n}") for n in range(12))
STRUCTURED = a_fact(
    f"Owns a {CANARY}",
    fact_key=f"{CANARY}_slot",
    speaker=CANARY,
    custom_tags={CANARY: "x", "topic": CANARY},
)


@pytest.fixture(params=[TOLD, LARGE], ids=["in rows", "in blobs"])
def accepted(request: pytest.FixtureRequest, world: World) -> tuple[World, Task]:
    task = world.accept_add(world.acme, USER, said(messages=request.param), f"{CANARY}-key")
    return world, task


def test_what_was_accepted_is_sealed(accepted: tuple[World, Task]) -> None:
    world, _ = accepted

    assert list(_readable(world)) == []


def test_what_was_extracted_and_waits_for_evolution_is_sealed(
    accepted: tuple[World, Task],
) -> None:
    world, task = accepted

    assert world.hand(EXTRACTION, world.message(task)) is TaskState.EVOLVING

    assert list(_readable(world)) == []


def test_what_became_a_memory_is_sealed(accepted: tuple[World, Task]) -> None:
    world, task = accepted
    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DONE
    assert list(_readable(world)) == []
    assert any(CANARY in content.lower() for content in world.contents())


def test_what_failed_and_lies_in_the_dead_letters_is_sealed(accepted: tuple[World, Task]) -> None:
    world, _ = accepted

    def work(tenant, message, task) -> None:  # type: ignore[no-untyped-def]
        raise Unavailable("no answer")

    world.__dict__["extract_task"] = work
    for _ in range(QUEUE_LAYOUTS[EXTRACTION].max_receives + 1):
        world.deliver(EXTRACTION)

    assert world.durable.waiting(f"{EXTRACTION}-dead") == 1
    assert list(_readable(world)) == []


def test_a_structured_memory_is_sealed_with_its_slot_speaker_and_tags(world: World) -> None:
    world.accept_structured(world.acme, USER, GLOBAL, STRUCTURED)
    assert list(_readable(world)) == []

    world.work()
    world.write_structured(world.acme, "u-2", GLOBAL, STRUCTURED)

    assert list(_readable(world)) == []
    assert world.held()[0].revision.custom_tags == STRUCTURED.custom_tags


def test_a_poison_payload_is_not_quoted_in_the_tasks_error(world: World) -> None:
    task = world.accept_structured(world.acme, USER, GLOBAL, STRUCTURED)
    place = attachment_key(user_partition(world.acme, USER), task.task_id, "facts")
    damaged = Update(OPERATIONS, place, (SetTo("sealed", CANARY.encode() * 9),))
    world.tables.transact(world.acme, [damaged])

    assert world.hand(EVOLUTION, world.message(task)) is TaskState.FAILED

    error = world.read_task(world.acme, USER, task.task_id).error
    assert CANARY not in str(error)


def test_the_search_for_canaries_finds_one_that_is_there(world: World) -> None:
    world.set_user(app=f"the {CANARY.title()} app", nested={"raw": [CANARY.encode()]})

    assert len(list(_readable(world))) >= 2


def _readable(world: World) -> Iterator[str]:
    """Yield the places where the canary can be read: raw cells, decoded values, blobs."""
    databases = (world.durable.database, world.durable.queue_database)
    for database in databases:
        with database.read() as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (table,) in tables.fetchall():
                rows = connection.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608
                yield from (f"a cell of {table}" for row in rows for cell in row if _holds(cell))
    for table in LAYOUTS:
        yield from (f"a value of {table}" for row in world.rows(table) if _holds(dict(row)))
    for before_after in _changes(world):
        yield from ("a change" for image in before_after if image and _holds(dict(image)))
    blobs = world.durable.backend.blobs.objects
    yield from ("a blob" for name, data in blobs.items() if _holds(data) or _holds(name[2]))


def _changes(world: World):  # type: ignore[no-untyped-def]
    changes = world.change_feed.read("heads", None, 1000).changes
    return [(change.before, change.after) for change in changes]


def _holds(value: object) -> bool:
    match value:
        case bytes():
            return any(CANARY.encode(code) in value.lower() for code in ("utf-8", "utf-16-le"))
        case str():
            return CANARY in value.lower()
        case dict():
            return any(_holds(part) for pair in value.items() for part in pair)
        case list() | tuple() | frozenset():
            return any(map(_holds, value))
    return False
