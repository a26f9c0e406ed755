"""A branch key is rotated: keys are sealed anew, what users said is not, and nothing is lost."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.ports.table_store import Item, Put
from mneme.application.repositories.branch_keys import SETTLED, key_fingerprint
from mneme.application.repositories.row_keys import CHANGE_LOG, KEYS, REVISIONS, TENANTS
from mneme.application.tenants.reseal_work import ResealOrder
from mneme.application.tenants.user_tokens import TokenWish
from mneme.domain.errors import InternalFault, InvalidRequest, NotFound, WriteConflict
from mneme.domain.job import LEASE, Job, JobName, JobOwner, JobState
from mneme.domain.tenancy import Grant
from mneme.domain.token_claims import LONGEST_TOKEN
from mneme.runtime.backend import Backend
from tests.doubles.audited import flaws
from tests.doubles.lifecycle import deliver_pages, done
from tests.doubles.managing import told
from tests.doubles.purging import EVERYTHING, OWNER
from tests.doubles.watched import Fuse, Interlude, Killed, Watched, Watcher
from tests.doubles.world import TENANT, USER, World, a_tenant

STRANGER = "u-2"
JOB = "reseal"
LIFETIME = timedelta(minutes=15)


@pytest.fixture
def world() -> World:
    """Return a world of two users, one of them erased once, and of another tenant."""
    world = World()
    told(world, "Likes tea", user_id=STRANGER)
    told(world, "Likes milk")
    erased = world.purge_memory(world.acme, USER, EVERYTHING, name=JobName.ERASE)
    done(world, erased, OWNER)
    told(world, "Likes coffee")
    world.tenants.create("globex")
    world.keys.keys_for(a_tenant("globex"), USER, 1)
    return world


def rotated(world: World) -> int:
    return world.rotate_branch_key.begin(world.acme).version


def resealed(world: World, version: int, job_id: str = JOB) -> Job:
    """Let the job come to its end, as late as it does."""
    cursor = ResealOrder(TENANT, version).encode()
    world.durable.clock.advance(seconds=SETTLED.total_seconds())
    world.jobs.start.once(JobName.RESEAL, EVERYBODY, job_id, cursor)
    return done(world, job_id)


def fresh(world: World) -> World:
    """Return another process, that has cached no key."""
    return World(world.durable)


def said(world: World) -> list[str]:
    """Return what can be read, of everybody."""
    return [text for user in (USER, STRANGER) for text in world.contents(user_id=user)]


def _wrapped(world: World) -> dict[str, Item]:
    rows = (row for row in world.rows(KEYS) if row["pk"] != "globex#u-1" and "wrapped" in row)
    return {f"{row['pk']} {row['sk']}": row for row in rows}


def test_both_keys_open_until_everything_is_sealed_anew(world: World) -> None:
    stale = fresh(world)
    assert said(stale) == said(world) == ["Likes coffee", "Likes tea"]

    version = rotated(world)

    for process in (world, stale, fresh(world)):
        assert said(process) == ["Likes coffee", "Likes tea"]
    told(world, "Likes jam", user_id="u-3")
    assert stale.contents(user_id="u-3") == ["Likes jam"], "sealed by a key it has not seen"
    resealed(world, version)
    world.rotate_branch_key.finish(world.acme, version)
    for process in (world, stale, fresh(world)):
        assert said(process) == ["Likes coffee", "Likes tea"]
        assert process.contents(user_id="u-3") == ["Likes jam"]
        assert flaws(process) == []


def test_no_row_is_written_but_of_keys_and_heads_of_logs(world: World) -> None:
    tables = {table: world.rows(table) for table in ("heads", REVISIONS, "guards", "operations")}
    records = [row for row in world.rows(CHANGE_LOG) if row["sk"] != "@head" and "key" not in row]
    theirs = [row for row in world.rows(KEYS) if row["pk"] == "globex#u-1"]

    job = resealed(world, rotated(world))

    assert (job.state, job.progress.failed) == (JobState.DONE, 0)
    assert job.progress.changed == len(_wrapped(world)) + 2 + 1  # heads of logs, and an erasure's
    assert {table: world.rows(table) for table in tables} == tables
    assert theirs == [row for row in world.rows(KEYS) if row["pk"] == "globex#u-1"]
    after = [row for row in world.rows(CHANGE_LOG) if row["sk"] != "@head" and "key" not in row]
    assert [row for row in after if "sealed" not in row] == [
        row for row in records if "sealed" not in row
    ]


def test_what_the_earlier_key_sealed_opens_no_more_and_nothing_it_sealed_is_left(
    world: World,
) -> None:
    before = _wrapped(world)
    version = rotated(world)
    resealed(world, version)
    after = _wrapped(world)

    state = world.rotate_branch_key.finish(world.acme, version)

    assert (state.version, state.earlier) == (2, 0)
    assert before.keys() == after.keys()
    for place, row in before.items():
        assert row["wrapped"] != after[place]["wrapped"]
        assert key_fingerprint(row) == key_fingerprint(after[place])
    (key,) = [row for row in world.rows(TENANTS) if row["sk"] == "BRANCH_KEY"][:1]
    assert "earlier" not in key
    world.tables.transact(world.acme, [Put(KEYS, row) for row in before.values()])
    with pytest.raises(InternalFault):
        said(fresh(world))


def _watched(stores: Backend, watcher: Watcher) -> Backend:
    return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]


def test_what_a_process_seals_by_a_key_it_had_cached_is_sealed_anew_as_well(world: World) -> None:
    stale = fresh(world)
    said(stale)
    version = rotated(world)
    world.durable.clock.advance(minutes=4)
    told(stale, "Likes jam", user_id="u-3")

    resealed(world, version)
    world.rotate_branch_key.finish(world.acme, version)

    assert fresh(world).contents(user_id="u-3") == ["Likes jam"]


def test_a_rotation_that_is_under_way_is_not_begun_twice(world: World) -> None:
    assert rotated(world) == rotated(world) == 2
    with pytest.raises(WriteConflict):
        world.keys.branch_keys.rotate(world.acme, 1)
    with pytest.raises(InvalidRequest):
        world.rotate_branch_key.finish(world.acme, 2)
    resealed(world, 2)
    world.rotate_branch_key.finish(world.acme, 2)
    assert world.rotate_branch_key.finish(world.acme, 2).earlier == 0

    assert rotated(world) == 3
    assert said(fresh(world)) == ["Likes coffee", "Likes tea"]


def test_a_job_of_an_older_rotation_does_nothing(world: World) -> None:
    rotated(world)
    before = _wrapped(world)

    job = resealed(world, 1)

    assert (job.state, job.progress.changed) == (JobState.DONE, 0)
    assert _wrapped(world) == before


def test_a_tenant_that_is_none_has_no_key_to_rotate(world: World) -> None:
    with pytest.raises(NotFound):
        world.rotate_branch_key.begin(a_tenant("nobody"))


def test_tokens_of_users_work_on(world: World) -> None:
    key_id = world.tenants.issue_key(world.acme, frozenset(Grant)).split("_")[2]
    wish = TokenWish(key_id, USER, LIFETIME)
    before = world.user_tokens.issue(world.acme, wish)
    version = rotated(world)
    resealed(world, version)
    world.rotate_branch_key.finish(world.acme, version)

    other = fresh(world)
    tokens = (before, other.user_tokens.issue(world.acme, wish))
    assert all(len(token) <= LONGEST_TOKEN for token in tokens)
    assert {other.credentials.recognize(token).caller.user_id for token in tokens} == {USER}


def test_a_key_that_is_destroyed_while_the_job_runs_stays_so(world: World) -> None:
    version = rotated(world)
    destroys = Interlude(
        lambda method, given: method == "transact" and given[1][0].table == KEYS,
        lambda: world.keys.destroy(world.acme, STRANGER, 1, world.clock.now()),
        again=True,
    )
    around = partial(_watched, watcher=destroys)
    worker = World(world.durable, around)
    job = resealed(worker, version)

    assert job.state is JobState.DONE
    (row,) = [row for row in world.rows(KEYS) if row["pk"] == "acme#u-2"]
    assert "wrapped" not in row
    assert "destroyed_at" in row


def test_a_row_that_no_key_opens_is_counted_and_holds_up_no_other(world: World) -> None:
    version = rotated(world)
    (row,) = [row for row in world.rows(KEYS) if row["pk"] == "acme#u-2"]
    world.tables.transact(world.acme, [Put(KEYS, {**row, "wrapped": b"\x01" + bytes(60)})])

    job = resealed(world, version)

    assert (job.state, job.progress.failed) == (JobState.DONE, 2)  # once a round
    world.rotate_branch_key.finish(world.acme, version)
    assert fresh(world).contents() == ["Likes coffee"]


def test_killed_before_or_after_any_call_it_ends_with_everything_sealed_anew() -> None:
    def run(at: int, late: bool) -> int:
        world = World()
        told(world, "Likes tea", user_id=STRANGER)
        told(world, "Likes coffee")
        version = rotated(world)
        fuse = Fuse(at, late)
        worker = World(world.durable, partial(_watched, watcher=fuse))
        world.durable.clock.advance(seconds=SETTLED.total_seconds())
        cursor = ResealOrder(TENANT, version).encode()
        world.jobs.start.once(JobName.RESEAL, EVERYBODY, JOB, cursor)
        for _ in range(60):
            job = world.jobs.show.find(JobOwner(), JOB)
            if job is not None and job.state.final:
                break
            try:
                deliver_pages(worker)
            except Killed:
                world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)
            world.durable.clock.advance(seconds=2)
        world.rotate_branch_key.finish(world.acme, version)
        assert said(fresh(world)) == ["Likes coffee", "Likes tea"]
        assert flaws(fresh(world)) == []
        return fuse.calls

    for at in range(1, run(0, late=False) + 1):
        for late in (False, True):
            run(at, late)
