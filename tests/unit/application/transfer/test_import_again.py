"""What was purged here by the day, and comes in again under the name that it had."""

from copy import deepcopy
from typing import Any

import pytest

from mneme.domain.job import JobName, JobOwner
from tests.doubles.evolving import recalled
from tests.doubles.export_lines import HEADER, LINE
from tests.doubles.lifecycle import done, lived
from tests.doubles.managing import indexed
from tests.doubles.transfer import export_lines, imported
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)
TEXT = "Keeps a tortoise called Waldemar."


def line_of(number: int = 1, text: str = TEXT, **changes: Any) -> dict[str, Any]:
    """Return a line that tells a memory of one revision; what a line lacks the revision has."""
    line = deepcopy(LINE)
    line["memory_id"] = f"01KJKAAA{number:018d}"
    line["revisions"][0]["content"] = text
    for name, value in changes.items():
        (line if name in line else line["revisions"][0])[name] = value
    return line


def brought_in(world: World, *lines: dict[str, Any]) -> int:
    """Import lines; return how many memories that made."""
    return imported(world, [HEADER, *lines, {}], USER).progress.changed


def ids(world: World) -> dict[str, str]:
    """Return the ids of the user's memories, by what they say."""
    lines = export_lines(world, USER)[1:-1]
    return {line["revisions"][-1]["content"]: line["memory_id"] for line in lines}


@pytest.mark.parametrize("changed", [0, 3])
def test_it_is_recalled_as_before_though_the_index_knows_that_it_went(
    changed: int, caplog: pytest.LogCaptureFixture
) -> None:
    world = World()
    assert brought_in(world, line_of()) == 1
    indexed(world)
    (memory_id,) = ids(world).values()
    for _ in range(changed):
        world.manage.delete.one(world.acme, USER, memory_id, None)
        world.manage.restore(world.acme, USER, memory_id, None)
    world.manage.delete.one(world.acme, USER, memory_id, None)
    indexed(world)
    lived(world, days=32)
    indexed(world)
    assert ids(world) == {}

    assert brought_in(world, line_of()) == 1

    assert ids(world) == {TEXT: memory_id}
    assert recalled(world, "the tortoise Waldemar") == [TEXT]
    world.durable.clock.advance(hours=1)
    done(world, world.jobs.start.by_hand(JobName.RECONCILE, OWNER), OWNER)
    assert [line.drift for line in caplog.records if hasattr(line, "drift")] == []


def test_it_is_linked_to_what_stayed_by_the_name_that_this_has() -> None:
    world = World()
    old, new = line_of(1, "K lives in W"), line_of(2, "K moved from W to E")
    old["revisions"][0]["superseded_by"] = new["memory_id"]
    old |= {"status": "SUPERSEDED", "changed_at": world.clock.now().isoformat()}
    new["revisions"][0]["supersedes"] = [old["memory_id"]]
    brought_in(world, old, new)
    lines = export_lines(world, USER)
    named = ids(world)
    world.manage.delete.one(world.acme, USER, named["K moved from W to E"], None)
    lived(world, days=32)

    assert imported(world, lines, USER).progress.changed == 1

    (back,) = [one for one in export_lines(world, USER)[1:-1] if one["status"] == "ACTIVE"]
    assert back["memory_id"] not in named.values()
    assert back["revisions"][0]["supersedes"] == [named["K lives in W"]]
