"""What a certificate says of the search index's files: they keep what is deleted for a while."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from mneme.domain.errors import Unavailable
from mneme.domain.job import JobName, JobState
from mneme.domain.purge import PurgeTarget
from mneme.domain.residues import EXPUNGED, EXPUNGED_EVERY, TOMBSTONES, Windows
from tests.doubles.certified import CLOUD, a_cloud, certified, handed_out, night, verified
from tests.doubles.lifecycle import EVERYBODY, done
from tests.doubles.managing import told
from tests.doubles.slow_expunge import SlowExpunge
from tests.doubles.world import World

JOB = "erase-2"


def a_domain(windows: Windows = CLOUD) -> tuple[World, SlowExpunge]:
    """Return a deployment with a search domain and a memory, and the domain's files."""
    files = SlowExpunge()
    world = a_cloud(around=lambda stores: replace(stores, index_expunge=files))
    erasure = replace(world.settings.erasure, windows=windows)
    world.settings = replace(world.settings, erasure=erasure)
    told(world, "Likes tea")
    return world, files


def expunge(world: World) -> datetime:
    """Let the files be rid of what was deleted; return when that was seen."""
    job = done(world, world.jobs.start.by_hand(JobName.EXPUNGE))
    assert job.state is JobState.DONE
    return job.updated_at


def _instant(text: Any) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def lapse(statement: dict[str, Any], name: str) -> datetime | None:
    return _instant(statement["residues"][name]["lapses_at"])


def deletion(statement: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(statement["deleted_at"])


@pytest.mark.parametrize("target", [PurgeTarget(), PurgeTarget("planner")])
def test_the_files_are_left_until_they_are_due_and_snapshots_of_them_longer(
    target: PurgeTarget,
) -> None:
    world, _ = a_domain()

    statement = certified(world, JobName.PURGE, target)["statement"]

    due = deletion(statement) + EXPUNGED
    assert lapse(statement, "search_files") == due
    assert lapse(statement, "search_snapshots") == due + CLOUD.search
    tombstones = _instant(statement["kept"]["index_tombstones"]["until"])
    longest = TOMBSTONES + EXPUNGED_EVERY + EXPUNGED + CLOUD.search
    assert tombstones == deletion(statement) + longest


def test_once_they_were_seen_without_it_that_instant_is_signed_and_stays() -> None:
    world, _ = a_domain()
    first = certified(world)["statement"]
    world.durable.clock.advance(hours=20)
    seen_at = expunge(world)

    night(world, days=0.1)

    second = handed_out(world, JOB)
    assert second["statement"]["issue"] == 2
    assert verified(world, second) == []
    assert lapse(second["statement"], "search_files") == seen_at < lapse(first, "search_files")
    assert lapse(second["statement"], "search_snapshots") == seen_at + CLOUD.search
    expunge(world)
    night(world)
    assert handed_out(world, JOB) == second
    night(world, days=35)
    last = handed_out(world, JOB)["statement"]
    assert (last["issue"], last["status"]) == (3, "complete")
    assert lapse(last, "search_files") == seen_at


def test_what_was_begun_before_the_deletion_shows_nothing() -> None:
    world, files = a_domain()
    world.jobs.start.by_hand(JobName.EXPUNGE)
    files.steps = 3

    certified(world)
    for job in world.jobs.show.every(EVERYBODY):
        done(world, job.job_id)
    night(world)

    statement = handed_out(world, JOB)["statement"]
    assert statement["issue"] == 1
    assert files.begun == 1


def test_a_domain_that_does_not_merge_keeps_the_certificate_from_completion() -> None:
    world, files = a_domain()
    certified(world)
    files.outages = [Unavailable("away")] * 1000

    night(world, days=4)
    late = handed_out(world, JOB)["statement"]
    assert (lapse(late, "search_files"), lapse(late, "search_snapshots")) == (None, None)
    night(world, days=60)
    assert handed_out(world, JOB)["statement"]["status"] == "pending"

    files.outages = []
    seen_at = expunge(world)
    night(world)
    then = handed_out(world, JOB)["statement"]
    assert (then["status"], lapse(then, "search_files")) == ("pending", seen_at)
    assert _instant(then["complete_at"]) == seen_at + CLOUD.search
    night(world, days=14)
    assert handed_out(world, JOB)["statement"]["status"] == "complete"


def test_a_node_at_home_has_files_and_no_snapshots() -> None:
    world, _ = a_domain(Windows(on_one_machine=True))

    statement = certified(world)["statement"]

    assert lapse(statement, "search_files") == deletion(statement) + EXPUNGED
    assert "search_snapshots" not in statement["residues"]
    assert _instant(statement["complete_at"]) == deletion(statement) + EXPUNGED
