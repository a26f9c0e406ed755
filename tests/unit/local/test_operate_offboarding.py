"""The operator's command that erases a tenant, step by step, and tells what is left."""

import pytest

from local import operate
from local.first_tenant import FIRST_TENANT
from local.operate_tenants import operate_tenants
from local.tenant_admin import ActionRefused
from mneme.application.jobs.job_messages import JOBS_QUEUE
from mneme.application.tenants.erase_tenant import newest_offboarding
from mneme.domain.errors import InternalFault, InvalidRequest
from mneme.domain.job import JobShard
from tests.doubles.lifecycle import EVERYBODY, done
from tests.doubles.managing import told
from tests.doubles.world import World

Told = pytest.CaptureFixture[str]


def run(world: World, action: str = "erase", *more: str) -> int:
    named = ["acme"] if action != "list" else []
    confirmed = ["--yes", "acme"] if action == "erase" else []
    given = operate.parsed(["tenants", action, *named, *confirmed, *more])
    return operate_tenants(world, given)


def job_of(world: World) -> JobShard:
    job = newest_offboarding(world.jobs.stored, world.acme)
    assert job is not None
    return job


@pytest.fixture
def world() -> World:
    """Return a world whose tenant was suspended a while ago."""
    world = World()
    told(world, "Likes tea")
    world.tenants.suspend(world.acme, suspended=True)
    world.durable.clock.advance(minutes=2)
    return world


def test_a_tenant_is_erased_by_a_job_and_then_what_is_left_is_told(
    world: World, capsys: Told
) -> None:
    assert run(world) == 0
    out = capsys.readouterr().out
    assert out.startswith("acme is being erased since 2026-03-01T12:02:00Z\nRUNNING offboard-acme@")
    assert run(world, "list") == 0
    assert capsys.readouterr().out == "acme  being erased since 2026-03-01T12:02:00Z\n"

    done(world, job_of(world).job_id)
    for _ in range(2):
        assert run(world) == 0

    out, again = capsys.readouterr().out.split("acme is erased since ")[1:]
    assert out == again
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert {"key_caches", "change_records", "tenant_row", "certificates"} <= set(names)
    stays = [line.split()[0] for line in out.splitlines() if line.split()[1] == "stays"]
    assert {"change_records", "user_row", "tenant_row", "certificates"} <= set(stays)
    assert run(world, "list") == 0
    assert capsys.readouterr().out.startswith("acme  erased 2026-03-01T12:")


def test_given_again_it_shows_the_job_and_whom_it_waits_for(world: World, capsys: Told) -> None:
    run(world)
    for _ in range(3):
        job = job_of(world)
        mine = world.jobs.stored.take(EVERYBODY, job, "holder")
        page = world.jobs.works[job.name].page(EVERYBODY, mine)
        world.jobs.stored.advance(EVERYBODY, mine, page)
    capsys.readouterr()

    assert run(world) == 0

    out = capsys.readouterr().out
    assert ": 1 erasures begun, 0 failed\nwaits for the erasure of u-1\n" in out
    assert len(world.jobs.show.every(EVERYBODY)) == 1


def test_who_was_cut_off_before_the_job_was_begun_begins_it_when_given_again(world: World) -> None:
    world.erase_tenant(world.acme)

    run(world)

    assert world.durable.waiting(JOBS_QUEUE) == 1


def test_a_job_that_failed_is_followed_by_another_one(world: World) -> None:
    run(world)
    first = job_of(world)
    world.jobs.stored.fail(EVERYBODY, first, InternalFault.code)
    world.durable.clock.advance(seconds=1)

    run(world)

    assert job_of(world).job_id != first.job_id
    done(world, job_of(world).job_id)
    assert world.erase_tenant(world.acme).erased_at is not None


def test_who_is_let_in_is_not_erased(world: World) -> None:
    world.tenants.suspend(world.acme, suspended=False)

    with pytest.raises(ActionRefused, match="tenant: is not suspended: suspend it first"):
        run(world)

    assert world.jobs.show.every(EVERYBODY) == []


def test_who_a_local_stack_begins_with_is_not_erased(world: World) -> None:
    world.tenants.create(FIRST_TENANT)
    given = operate.parsed(["tenants", "erase", FIRST_TENANT, "--yes", FIRST_TENANT])

    with pytest.raises(ActionRefused, match="remove its folder"):
        operate_tenants(world, given)


def test_what_was_erased_is_neither_resumed_nor_made_again_nor_given_keys(world: World) -> None:
    run(world)
    done(world, job_of(world).job_id)
    run(world)

    for action in ("resume", "create", "suspend"):
        with pytest.raises(ActionRefused, match="nobody gets its name again"):
            run(world, action)
    for arguments in (["show"], ["set", "--opt-in", "yes"]):
        with pytest.raises(InvalidRequest, match="nobody gets its name again"):
            run(world, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("erase", "acme"),
        ("erase", "acme", "--yes", "acne"),
        ("suspend", "acme", "--yes", "acme"),
        ("erase", "--yes", "acme"),
    ],
)
def test_without_the_name_once_more_nothing_is_begun(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        operate.parsed(["tenants", *arguments])
