"""What an import refuses, and what ends it."""

from typing import Any

import pytest

from mneme.domain.errors import MemorySwitchedOff, SensitiveContent
from mneme.domain.job import JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from tests.doubles.limited import limit
from tests.doubles.made import an_app
from tests.doubles.managing import many, told, update
from tests.doubles.transfer import (
    PRIVACY,
    ended,
    export_lines,
    import_pages,
    imported,
    objects_of,
)
from tests.doubles.world import TENANT, World

APP = an_app("planner")
OTHER = "u-other"
STATUSES = {"ACTIVE", "SUPERSEDED", "ARCHIVED", "DELETED"}


def body(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the memories and messages of an export."""
    return lines[1:-1]


def test_who_switched_memory_off_is_told_at_once_and_a_job_ends() -> None:
    world = World()
    many(world, 60)
    lines = export_lines(world)
    request = _begin(world, lines)
    import_pages(world)
    world.switch_memory(world.acme, OTHER, None, False)

    job = ended(world, request, JobOwner(TENANT, OTHER))

    assert (job.state, job.error, job.progress.changed) == (JobState.FAILED, 40301, 25)
    assert _imports(world) == []
    with pytest.raises(MemorySwitchedOff):
        _begin(world, lines)


def test_lines_of_an_app_that_is_off_are_refused_by_their_number() -> None:
    world = World()
    told(world, "Likes tea")
    told(world, "Likes milk", APP)
    lines = export_lines(world)
    world.switch_memory(world.acme, OTHER, "planner", False)

    with pytest.raises(MemorySwitchedOff) as refused:
        _begin(world, lines)

    assert refused.value.field == "lines[1].app_id"


@pytest.mark.parametrize("target", [PurgeTarget(), PurgeTarget("planner")])
def test_a_purge_in_between_drops_the_rest(target: PurgeTarget) -> None:
    world = World()
    many(world, 60)
    lines = export_lines(world)
    request = _begin(world, lines)
    import_pages(world)
    world.purge_memory(world.acme, OTHER, target)

    job = ended(world, request, JobOwner(TENANT, OTHER))

    assert (job.state, job.error, job.progress.changed) == (JobState.FAILED, 40401, 25)
    assert _imports(world) == []
    left = 0 if target.everything else 25
    assert export_lines(world, OTHER)[-1]["memories"] == left


def test_nothing_is_left_of_what_there_is_no_room_for() -> None:
    world = World()
    update(world, told(world, "住在深圳", APP, fact_key="home"), content="住在广州")
    lines = export_lines(world)
    limit(world, total=0)
    rows = world.rows("revisions")

    job = imported(world, lines, OTHER)

    assert (job.state, job.progress.changed, job.progress.failed) == (JobState.DONE, 0, 1)
    assert world.rows("revisions") == rows


def test_content_that_must_not_be_kept_is_redacted_before_it_is_stored() -> None:
    world = World()
    told(world, "Lives in Oslo")
    lines = export_lines(world)
    lines[1]["revisions"][0]["content"] = "My password is hunter2-XY9!"

    imported(world, lines, OTHER)

    (line,) = body(export_lines(world, OTHER))
    assert "hunter2" not in line["revisions"][0]["content"]


def test_a_credential_in_an_id_is_refused_by_its_place() -> None:
    world = World()
    told(world, "Lives in Oslo")
    lines = export_lines(world)
    lines[1]["app_id"] = "AKIAIOSFODNN7EXAMPLE"

    with pytest.raises(SensitiveContent) as refused:
        _begin(world, lines)

    assert refused.value.field == "lines[0].app_id"


def _begin(world: World, lines: list[dict[str, Any]]) -> str:
    return world.transfer.begin_import(PRIVACY, OTHER, body(lines)).job_id


def _imports(world: World) -> list[str]:
    return [name for name in objects_of(world) if not name.endswith(".jsonl")]
