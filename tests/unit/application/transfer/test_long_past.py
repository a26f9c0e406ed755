"""A memory comes out and in whole, however often it was changed and however much it says."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.ports.table_store import Delete
from mneme.application.repositories.row_keys import HEADS, head_key, user_partition
from mneme.application.transfer.export_work import ExportWork
from mneme.domain.job import JobName
from mneme.domain.transfer import LINE_BYTES, LINE_REVISIONS
from tests.doubles.long_past import changed_often
from tests.doubles.managing import told
from tests.doubles.transfer import export_lines, imported
from tests.doubles.world import USER, World

OTHER = "u-other"
BODY = 2**20


def _said(lines: Sequence[dict[str, Any]]) -> dict[int, str]:
    """Return what a memory's lines say, by the numbers of its revisions."""
    return {one["revision"]: one["content"] for line in lines for one in line["revisions"]}


def _sent(world: World, file: Sequence[dict[str, Any]]) -> int:
    """Send lines in as many calls as it takes; return how many were refused."""
    header, *waiting, footer = file
    failed = 0
    while waiting:
        call: list[dict[str, Any]] = []
        while waiting and _size([header, *call, waiting[0]]) < BODY:
            call.append(waiting.pop(0))
        assert call, "a line does not fit into a body"
        failed += imported(world, [header, *call, footer], OTHER).progress.failed
    return failed


def _size(told: object) -> int:
    return len(json.dumps(told, ensure_ascii=False).encode())


def test_a_memory_of_1500_revisions_goes_out_and_comes_in_whole() -> None:
    world = World()
    memory_id = changed_often(world, 1500)
    other_id = told(world, "Likes tea")

    header, *lines, footer = export_lines(world)

    whole = {number: f"住在 {number}" for number in range(1, 1501)}
    assert _said([one for one in lines if one["memory_id"] == memory_id]) == whole
    assert footer == {"type": "footer", "memories": 2, "messages": 0, "revisions": 1501}
    assert [one["memory_id"] for one in lines][-1] == other_id
    assert all(len(line["revisions"]) <= LINE_REVISIONS + 1 for line in lines)
    assert _sent(world, [header, *lines, footer]) == 0
    _, *again, counts = export_lines(world, OTHER)
    assert _said([one for one in again if one["revision"] > 1]) == whole
    assert counts == footer


def test_its_lines_come_in_whatever_their_order_and_once() -> None:
    world = World()
    changed_often(world, 350)
    header, *lines, footer = export_lines(world)
    assert len(lines) == 4

    for line in (lines[2], lines[0], lines[3], lines[1]):
        assert imported(world, [header, line, footer], OTHER).progress.changed == 1
    rows = world.rows("revisions"), world.rows("heads")
    job = imported(world, [header, *lines, footer], OTHER)

    assert (job.progress.changed, job.progress.failed) == (0, 0)
    assert (world.rows("revisions"), world.rows("heads")) == rows
    assert export_lines(world, OTHER)[-1] == footer


def test_a_line_that_would_be_too_long_is_cut() -> None:
    world = World()
    changed_often(world, 90, text="说" * 1300)

    header, *lines, footer = export_lines(world)

    assert sum(_size(line) for line in lines) > LINE_BYTES
    assert all(_size(line) <= LINE_BYTES for line in lines)
    assert len(_said(lines)) == 90
    assert _sent(world, [header, *lines, footer]) == 0
    assert export_lines(world, OTHER)[-1] == footer


@pytest.mark.parametrize("room", [1, 20_000, 200_000])
def test_a_page_that_is_full_ends_inside_a_memory_and_the_next_goes_on(room: int) -> None:
    world = World()
    told(world, "Likes tea")
    changed_often(world, 350)
    told(world, "Likes milk")
    whole = export_lines(world)
    work = cast(ExportWork, world.jobs.works[JobName.EXPORT])
    world.jobs.__dict__["works"] = {**world.jobs.works, JobName.EXPORT: replace(work, room=room)}

    assert export_lines(world)[1:] == whole[1:]


def test_of_a_memory_that_goes_while_it_is_told_the_export_goes_on() -> None:
    world = World()
    memory_id = changed_often(world, 250)
    place = head_key(user_partition(world.acme, USER), memory_id)
    work = cast(ExportWork, world.jobs.works[JobName.EXPORT])
    export = work.export

    class Deleting:
        """Tells the first of a memory, which is then purged for good."""

        def __call__(self, *given: Any) -> object:
            told_now = export(*given)
            world.tables.transact(world.acme, [Delete(HEADS, place)])
            return told_now

    works = {**world.jobs.works, JobName.EXPORT: replace(work, room=1, export=Deleting())}
    world.jobs.__dict__["works"] = works

    assert export_lines(world)[-1]["memories"] == 1
