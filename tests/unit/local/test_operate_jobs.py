"""`./dev mneme jobs`: what there is, how far it is, and one begun by hand."""

from pathlib import Path

import pytest

from local import operate
from local.operate_jobs import operate_jobs
from mneme.domain.job import JobName, JobOwner
from tests.doubles.counted_work import CountedWork, deliver
from tests.doubles.lifecycle import lived
from tests.doubles.world import TENANT, USER, World


def given(*arguments: str):  # type: ignore[no-untyped-def]
    return operate._parser().parse_args(["jobs", *arguments])


def test_jobs_are_listed_those_begun_last_first(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    lived(world)
    world.durable.clock.advance(days=1)
    lived(world)
    capsys.readouterr()

    assert operate_jobs(world, given("list")) == 0

    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("2026-03-02T")
    assert second.startswith("2026-03-01T12:00:00+00:00  DONE     lifecycle-2026-03-01T120000")
    assert second.endswith("8/8 shards  8 pages  0 read  0 changed  0 failed")


def test_a_job_is_shown_shard_by_shard(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    lived(world)
    job_id = world.jobs.show.every(JobOwner())[0].job_id
    capsys.readouterr()

    assert operate_jobs(world, given("show", job_id)) == 0
    assert operate_jobs(world, given("show", "another")) == 1

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 8 + 1
    assert " ".join(lines[8].split()) == ("shard 7 DONE 1 pages 0 read 0 changed 0 failed")
    assert lines[9] == "there is no such job"


def test_one_begun_by_hand_is_followed_to_its_end(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.jobs.__dict__["works"] = {JobName.RECONCILE: CountedWork()}

    def pass_time(seconds: float) -> None:
        world.durable.clock.advance(seconds=1)
        deliver(world)

    arguments = given("run", "reconcile", "--tenant", TENANT, "--user", USER)
    assert operate_jobs(world, arguments, pass_time) == 0

    out = capsys.readouterr().out
    assert "[..............................] 0/2 shards  0 pages" in out
    assert "[##############################] 2/2 shards  8 pages  20 read  20 changed" in out
    assert world.jobs.show.every(JobOwner()) == []


def test_one_that_nobody_works_on_is_given_up_and_detached_ones_are_not_followed(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert operate_jobs(world, given("run", "lifecycle", "--detach")) == 0
    idle = world.durable.clock.advance
    assert operate_jobs(world, given("run", "lifecycle"), lambda _: idle(seconds=30)) == 1

    assert "is the stack running?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["list", "x"], "list takes no job"),
        (["show"], "show takes a job"),
        (["run", "nothing"], "no such job to run"),
        (["list", "--tenant", "acme"], "go together"),
        (["run", "lifecycle", "--tenant", "a", "--user", "u"], "everybody's"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(
    arguments: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        operate.main(["jobs", *arguments, "--data", str(tmp_path)])

    assert reason in capsys.readouterr().err


@pytest.fixture
def world() -> World:
    """Return a world with the tenant `acme` and nothing else in it."""
    return World()
