"""A tenant is erased, its users before its keys; its name stays, and nobody else is touched."""

from datetime import timedelta

import pytest

from infra.tables import TABLES
from mneme.application.ports.table_store import Item
from mneme.application.privacy.offboard_work import offboard_order
from mneme.application.repositories.row_keys import (
    KEYS,
    OPERATIONS,
    TENANTS,
    is_attachment,
    partition_owner,
)
from mneme.application.tenants.user_tokens import TokenWish
from mneme.domain.errors import InvalidRequest, NotAuthenticated, NotFound
from mneme.domain.job import JobName, JobOwner, JobState
from mneme.domain.quotas import quotas_of
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.lifecycle import EVERYBODY, done
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.managing import indexed, told
from tests.doubles.offboarding import JOB, begun, erased, marked, users_erased
from tests.doubles.purging import EVERYTHING, OWNER, shown
from tests.doubles.world import USER, World, a_tenant

OTHER = "u-2"
SILENT = "u-3"
"""Has switched memory off, and said nothing."""

GLOBEX = a_tenant("globex")
KEPT = {"users", "keys", "change_log", "operations", "jobs", "certificates", "tenants"}


@pytest.fixture
def world() -> World:
    """Return a world of three users, one of them erased before, and another tenant with theirs."""
    world = World()
    world.tenants.create(GLOBEX.tenant_id)
    for tenant in (world.acme, GLOBEX):
        for user_id in (USER, OTHER):
            world.accept_add(tenant, user_id, said("I live in Oslo."), None)
            world.write_structured(tenant, user_id, GLOBAL, a_fact("Likes tea"))
        world.switch_memory(tenant, SILENT, None, enabled=False)
    early = world.purge_memory(world.acme, USER, EVERYTHING, name=JobName.ERASE)
    done(world, early, OWNER)
    told(world, "Likes milk")
    indexed(world)
    return world


def _of(world: World, tenant: TenantContext) -> dict[str, list[Item]]:
    """Return a tenant's rows in every table."""
    return {
        table.name: [
            row
            for row in world.rows(table.name)
            if partition_owner(str(row["pk"])) == tenant.tenant_id
        ]
        for table in TABLES
    }


def test_only_who_lets_nobody_in_any_more_is_erased(world: World) -> None:
    with pytest.raises(InvalidRequest, match="suspend it first"):
        world.erase_tenant(world.acme)
    world.tenants.suspend(world.acme, suspended=True)
    world.durable.clock.advance(seconds=119)
    world.tenants.suspend(world.acme, suspended=True)
    with pytest.raises(InvalidRequest, match="less than two minutes ago"):
        world.erase_tenant(world.acme)

    world.durable.clock.advance(seconds=1)

    assert world.erase_tenant(world.acme).erasing_at == world.clock.now()
    with pytest.raises(NotFound):
        world.erase_tenant(a_tenant("nobody"))


def test_a_tenant_that_is_resumed_in_between_has_to_wait_again(world: World) -> None:
    for suspended in (True, False, True):
        world.tenants.suspend(world.acme, suspended=suspended)
        world.durable.clock.advance(seconds=90)

    with pytest.raises(InvalidRequest, match="less than two minutes ago"):
        world.erase_tenant(world.acme)


def test_all_that_its_users_said_is_gone_and_no_key_is_left(world: World) -> None:
    state = erased(world)
    indexed(world)

    assert (state.suspended, state.erased_at) == (True, world.clock.now())
    assert [(one.name, bool(one.erased_at)) for one in world.list_tenants()] == [
        ("acme", True),
        ("globex", False),
    ]
    left = _of(world, world.acme)
    assert {table for table, rows in left.items() if rows} == KEPT
    for user_id in (USER, OTHER, SILENT):
        assert shown(world, user_id) == set()
    assert [row for row in left[KEYS] if "wrapped" in row] == []
    assert [row for row in left[OPERATIONS] if is_attachment(str(row["sk"]))] == []
    (tombstone,) = left[TENANTS]
    assert set(tombstone) == {"pk", "sk", "suspended", "erasing_at", "erased_at"}


def test_each_user_has_a_certificate_that_completes_though_no_key_of_the_tenant_is_left(
    world: World,
) -> None:
    erased(world)
    world.durable.clock.advance(days=40)

    done(world, world.jobs.start.by_hand(JobName.CERTIFY))

    for user_id in (USER, OTHER, SILENT):
        newest, *_ = world.certificates.stored.before(world.acme, user_id, None, 1)[0]
        assert newest.request == "user/erase"
        assert newest.statement["status"] == "complete"


def test_another_tenant_with_the_same_users_is_untouched(world: World) -> None:
    before = _of(world, GLOBEX)

    erased(world)

    assert _of(world, GLOBEX) == before


def test_who_is_erased_is_refused_and_is_not_made_again(world: World) -> None:
    grants = frozenset(Grant)
    api_key = world.tenants.issue_key(world.acme, grants)
    key_id = next(iter(world.tenants.api_keys.all(world.acme))).key_id
    token = world.user_tokens.issue(world.acme, TokenWish(key_id, USER, timedelta(hours=1)))
    world.tenants.limit(world.acme, quotas_of({"write": {"minute": 5}}), "k" * 20)
    erased(world)

    for text in (api_key, token):
        with pytest.raises(NotAuthenticated):
            world.credentials.recognize(text)
    with pytest.raises(InvalidRequest, match="nobody gets its name again"):
        world.tenants.create("acme")
    with pytest.raises(NotFound):
        world.tenants.suspend(world.acme, suspended=False)
    with pytest.raises(NotFound):
        world.tenants.issue_key(world.acme, grants)
    with pytest.raises(NotFound):
        world.tenants.limit(world.acme, (), None)
    assert len(_of(world, world.acme)[TENANTS]) == 1


def test_while_it_is_erased_nobody_resumes_it_or_makes_a_key(world: World) -> None:
    marked(world)

    with pytest.raises(NotFound):
        world.tenants.suspend(world.acme, suspended=False)
    with pytest.raises(NotFound):
        world.tenants.issue_key(world.acme, frozenset(Grant))
    with pytest.raises(InvalidRequest, match="is being erased"):
        world.tenants.create("acme")


def test_its_keys_stay_until_every_user_is_erased(world: World) -> None:
    marked(world)
    job_id = begun(world)
    for _ in range(3):
        (shard,) = world.jobs.show.shards(EVERYBODY, job_id)
        mine = world.jobs.stored.take(EVERYBODY, shard, "holder")
        page = world.jobs.works[JobName.OFFBOARD].page(EVERYBODY, mine)
        world.jobs.stored.advance(EVERYBODY, mine, page)

    (shard,) = world.jobs.show.shards(EVERYBODY, job_id)
    assert (shard.state, page.rest_seconds) == (JobState.RUNNING, 60)
    assert offboard_order(shard.cursor).waits_for in {USER, OTHER, SILENT}
    assert world.erase_tenant(world.acme).erased_at is None
    assert len(_of(world, world.acme)[TENANTS]) > 1


def test_done_again_it_goes_on_and_erases_nobody_twice(world: World) -> None:
    first = marked(world)
    assert world.erase_tenant(world.acme) == first
    assert users_erased(world).progress.changed == 3
    second = done(world, begun(world, f"{JOB}0"))

    assert (second.state, second.progress.changed) == (JobState.DONE, 0)
    last = world.erase_tenant(world.acme)
    world.durable.clock.advance(days=1)
    assert world.erase_tenant(world.acme) == last
    jobs = world.jobs.show.every(JobOwner("acme", OTHER))
    assert [job.name for job in jobs] == [JobName.ERASE]


def test_what_nightly_jobs_find_of_it_is_nothing_to_do(world: World) -> None:
    erased(world)

    job = done(world, world.jobs.start.by_hand(JobName.RECONCILE))

    assert (job.state, job.progress.failed) == (JobState.DONE, 0)
