"""An import names the lines that did not come in, and why, and nothing of what they say."""

from collections.abc import Callable

import pytest

from mneme.contracts.http.job import JobAnswer, RefusedLineModel
from mneme.domain.job import JobOwner, JobState, Progress
from mneme.domain.transfer import REFUSED_TOLD, RefusedLine
from tests.doubles.limited import limit
from tests.doubles.made import GLOBAL, an_app
from tests.doubles.managing import many, told
from tests.doubles.transfer import PRIVACY, ended, export_lines, imported
from tests.doubles.world import TENANT, World

APP = an_app("planner")
OTHER = "u-other"
OWNER = JobOwner(TENANT, OTHER)


def test_lines_that_there_is_no_room_for_are_named_by_their_place_and_code() -> None:
    world = World()
    many(world, 40, (GLOBAL, APP))
    lines = export_lines(world)
    refused = [
        RefusedLineModel(line=place, code=42902 if line["is_important"] else 42901)
        for place, line in enumerate(lines[1:-1])
        if line["app_id"] == "planner"
    ]
    limit(world, app=0)

    answer = JobAnswer.of(imported(world, lines, OTHER))

    assert answer.state is JobState.DONE
    assert answer.refused == refused
    assert (answer.progress.failed, answer.refused_more) == (len(refused), 0)


def test_what_exceeds_the_share_of_what_is_important_is_told_so() -> None:
    world = World()
    told(world, "Likes tea")
    told(world, "Likes milk", is_important=True)
    lines = export_lines(world)
    limit(world, important=0)

    job = imported(world, lines, OTHER)

    (place,) = [at for at, line in enumerate(lines[1:-1]) if line["is_important"]]
    assert (job.progress.changed, job.refused) == (1, (RefusedLine(place, 42902),))


def test_lines_of_an_app_that_was_switched_off_meanwhile_are_told_so() -> None:
    world = World()
    told(world, "Likes tea")
    told(world, "Likes milk", APP)
    lines = export_lines(world)
    job_id = world.transfer.begin_import(PRIVACY, OTHER, lines[1:-1]).job_id
    world.switch_memory(world.acme, OTHER, "planner", False)

    job = ended(world, job_id, OWNER)

    (place,) = [at for at, line in enumerate(lines[1:-1]) if line["app_id"]]
    assert (job.progress.changed, job.refused) == (1, (RefusedLine(place, 40301),))


def test_of_very_many_the_first_are_named_and_the_rest_is_counted() -> None:
    world = World()
    many(world, 130)
    lines = export_lines(world)
    limit(world, total=0)

    answer = JobAnswer.of(imported(world, lines, OTHER))

    assert [one.line for one in answer.refused] == list(range(REFUSED_TOLD))
    assert (answer.progress.failed, answer.refused_more) == (130, 30)


def test_a_full_memory_is_no_fault_that_anybody_is_woken_by(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    told(world, "Likes milk", APP, is_important=True)
    told(world, "Likes tea", APP)
    lines = export_lines(world)
    limit(world, app=0)

    assert imported(world, lines, OTHER).progress.failed == 2

    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


def test_each_call_counts_its_own_lines() -> None:
    world = World()
    told(world, "Likes tea")
    header, line, footer = export_lines(world)
    limit(world, total=0)

    jobs = [imported(world, [header, line, footer], OTHER) for _ in range(2)]

    assert [job.refused for job in jobs] == [(RefusedLine(0, 42901),)] * 2


@pytest.mark.parametrize("fault", [KeyError, ValueError])
def test_a_fault_of_ours_is_logged_and_told_by_its_code_alone(
    fault: Callable[[str], Exception], caplog: pytest.LogCaptureFixture
) -> None:
    world = World()
    told(world, "Likes tea")
    lines = export_lines(world)
    world.find_by.__dict__["embeddings"] = _raises(fault("Likes tea"))

    job = imported(world, lines, OTHER)

    assert (job.progress, job.refused) == (Progress(1, 0, 1), (RefusedLine(0, 50000),))
    assert "tea" not in str(world.rows("jobs"))
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == [
        "memory not imported"
    ]


def test_other_jobs_refuse_no_lines() -> None:
    world = World()
    answer = JobAnswer.of(imported(world, _of_one(world), OTHER))

    assert (answer.refused, answer.refused_more) == ([], 0)


def _of_one(world: World) -> list[dict[str, object]]:
    told(world, "Likes tea")
    return export_lines(world)


def _raises(fault: Exception) -> Callable[..., object]:
    def raising(*_: object) -> object:
        raise fault

    return raising
