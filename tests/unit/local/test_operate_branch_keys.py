"""The operator's command that rotates a tenant's branch key, and goes on where it was cut off."""

import pytest

from local import operate
from local.operate_branch_keys import operate_branch_keys
from local.tenant_admin import ActionRefused
from mneme.application.jobs.job_messages import JOBS_QUEUE
from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.ports.table_store import Put
from mneme.application.repositories.row_keys import KEYS
from tests.doubles.lifecycle import done
from tests.doubles.managing import told
from tests.doubles.world import World

Told = pytest.CaptureFixture[str]
FIRST_JOB = "reseal-acme@2"


def run(world: World, action: str, tenant: str = "acme") -> int:
    given = operate._parser().parse_args(["branch-keys", action, tenant])
    return operate_branch_keys(world, given)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def begun(world: World) -> World:
    """Return a world in which a rotation is under way."""
    told(world, "Likes tea")
    assert run(world, "rotate") == 0
    return world


def test_a_key_is_rotated_by_a_job_that_waits_and_then_is_forgotten(
    begun: World, capsys: Told
) -> None:
    assert run(begun, "show") == 0
    out = capsys.readouterr().out
    assert out.startswith("version 2 seals since 2026-03-01T12:00:00Z, 1 earlier still open")
    assert f"RUNNING {FIRST_JOB}: 0 sealed anew" in out
    assert begun.backend.queue_consumer.receive(JOBS_QUEUE, 10) == ()

    begun.durable.clock.advance(minutes=10)
    done(begun, FIRST_JOB)
    assert run(begun, "finish") == 0

    out = capsys.readouterr().out
    assert out.startswith("version 2 seals since 2026-03-01T12:00:00Z\n")
    assert f"DONE {FIRST_JOB}: 2 sealed anew, 0 failed" in out
    assert World(begun.durable).contents() == ["Likes tea"]


def test_nothing_is_forgotten_before_the_job_is_done(begun: World) -> None:
    with pytest.raises(ActionRefused, match=f"is RUNNING {FIRST_JOB}"):
        run(begun, "finish")


def test_what_was_cut_off_before_its_job_was_begun_begins_it_when_done_again(
    world: World, capsys: Told
) -> None:
    world.rotate_branch_key.begin(world.acme)
    with pytest.raises(ActionRefused, match="was not begun"):
        run(world, "finish")

    for _ in range(2):
        assert run(world, "rotate") == 0

    assert [job.job_id for job in world.jobs.show.every(EVERYBODY)] == [FIRST_JOB]
    assert capsys.readouterr().out.count("version 2 seals") == 2


def test_a_job_that_passed_something_by_is_followed_by_another_one(begun: World) -> None:
    (row,) = begun.rows(KEYS)
    damaged = {**row, "wrapped": b"\x01" + bytes(60)}
    begun.tables.transact(begun.acme, [Put(KEYS, damaged)])
    begun.durable.clock.advance(minutes=10)
    done(begun, FIRST_JOB)
    with pytest.raises(ActionRefused, match="failed"):
        run(begun, "finish")

    begun.tables.transact(begun.acme, [Put(KEYS, row)])
    run(begun, "rotate")
    (second,) = (j.job_id for j in begun.jobs.show.every(EVERYBODY) if j.job_id != FIRST_JOB)
    begun.durable.clock.advance(minutes=10)
    done(begun, second)

    assert run(begun, "finish") == 0


def test_a_tenant_whose_name_another_begins_with_has_a_job_of_its_own(begun: World) -> None:
    begun.tenants.create("acme-2")

    assert run(begun, "rotate", "acme-2") == 0

    names = {job.job_id for job in begun.jobs.show.every(EVERYBODY)}
    assert names == {FIRST_JOB, "reseal-acme-2@2"}


def test_showing_changes_nothing(world: World, capsys: Told) -> None:
    assert run(world, "show") == 0

    assert capsys.readouterr().out == "version 1 seals\n"
    with pytest.raises(ActionRefused, match="there is no such tenant"):
        run(world, "show", "nobody")
