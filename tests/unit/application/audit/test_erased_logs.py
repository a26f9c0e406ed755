"""What an erasure explains of a change log is said to be erased; what it does not is missed."""

from collections.abc import Iterator

import pytest

from local.operate_audit import _shown
from mneme.application.audit.audit_logs import GoneLogs, LostLogs, SealedLogs, Told, UsersLog
from mneme.application.ports.table_store import Delete, Key, Put
from mneme.application.repositories.row_keys import CHANGE_LOG, erased_log_key
from mneme.domain.errors import NotFound
from mneme.domain.job import JobName, JobState
from tests.doubles.audited import PARTITION, a_changed_world, flaws, gone, records
from tests.doubles.lifecycle import done
from tests.doubles.made import GLOBAL, a_fact
from tests.doubles.managing import told
from tests.doubles.offboarding import erased
from tests.doubles.purging import EVERYTHING, OWNER, purged
from tests.doubles.world import USER, World, a_tenant


@pytest.fixture
def world() -> World:
    return a_changed_world()


def _erase(world: World) -> None:
    job_id = world.purge_memory(world.acme, USER, EVERYTHING, name=JobName.ERASE)
    assert done(world, job_id, OWNER).state is JobState.DONE


def _lose(world: World) -> None:
    """Let the whole log vanish."""
    for number in range(1, len(records(world)) + 1):
        gone(world, number)
    world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key(PARTITION, "@head"))])


def _missing(world: World) -> Iterator[Told]:
    return (one for one in world.audit.logs.every(None) if not isinstance(one, UsersLog))


def test_the_log_of_an_erased_user_stays_whole_and_says_so(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.audit.write_digests()
    asked = world.clock.now()
    _erase(world)
    world.durable.clock.advance(days=1)
    world.audit.write_digests()

    assert flaws(world) == []
    (only,) = world.audit.logs.every(None)
    assert isinstance(only, UsersLog)
    assert only.report.erased_at == asked.isoformat()
    assert _shown(iter([only]), named=True) == 0
    assert f"{USER}  erased {asked.isoformat()}" in capsys.readouterr().out
    assert all("sources" not in row or row["sources"] == [] for row in records(world))


def test_a_log_that_is_gone_after_an_erasure_is_said_to_be_erased(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.audit.write_digests()
    _erase(world)

    _lose(world)

    (only,) = _missing(world)
    assert isinstance(only, GoneLogs)
    assert len(only.chains) == 1
    assert _shown(iter([only]), named=True) == 0
    assert "is gone: erased" in capsys.readouterr().out


def test_a_log_that_is_gone_without_an_erasure_is_missed_beside_one_that_was_erased(
    world: World,
) -> None:
    told(world, "Likes tea", user_id="u-2")
    world.audit.write_digests()
    _erase(world)
    _lose(world)
    for sort in ("000000000001", "@head"):
        world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key("acme#u-2", sort))])

    erased, lost = _missing(world)

    assert isinstance(erased, GoneLogs)
    assert isinstance(lost, LostLogs)
    assert not set(erased.chains) & set(lost.chains)


def test_a_purge_that_does_not_erase_explains_no_log_that_is_gone(world: World) -> None:
    world.audit.write_digests()
    purged(world)

    _lose(world)

    (only,) = _missing(world)
    assert isinstance(only, LostLogs)


def test_an_erasure_does_not_explain_what_came_after_it(world: World) -> None:
    world.audit.write_digests()
    _erase(world)
    told(world, "Likes milk")
    world.durable.clock.advance(days=1)
    world.audit.write_digests()

    _lose(world)

    (only,) = _missing(world)
    assert isinstance(only, LostLogs)


def test_who_can_write_tables_alone_leaves_no_word_that_is_believed(world: World) -> None:
    told(world, "Likes tea", user_id="u-2")
    world.audit.write_digests()
    _erase(world)
    (word,) = [row for row in world.rows(CHANGE_LOG) if row["pk"] == "acme##erased"]
    (head,) = [r for r in world.rows(CHANGE_LOG) if r["pk"] == "acme#u-2" and r["sk"] == "@head"]
    theirs = erased_log_key(world.acme, bytes(head["chain"]).hex())  # type: ignore[arg-type]

    world.tables.transact(world.acme, [Put(CHANGE_LOG, {**word, "sk": theirs.sort})])
    for sort in ("000000000001", "@head"):
        world.tables.transact(world.acme, [Delete(CHANGE_LOG, Key("acme#u-2", sort))])

    (only,) = _missing(world)
    assert isinstance(only, LostLogs)
    assert "u-1" not in str(dict(word)["sk"])


def test_logs_of_a_tenant_that_was_erased_are_told_of_and_taken_down_no_more(world: World) -> None:
    world.tenants.create("globex")
    world.write_structured(a_tenant("globex"), USER, GLOBAL, a_fact("Likes tea"))
    world.audit.write_digests()
    state = erased(world)
    world.durable.clock.advance(days=1)

    written = World(world.durable).audit.write_digests()
    told_of = list(world.audit.logs.every(None))

    assert written == 1
    assert state.erased_at is not None
    assert [one for one in told_of if isinstance(one, SealedLogs)] == [
        SealedLogs("acme", state.erased_at, 1)
    ]
    assert [one.tenant_id for one in told_of if isinstance(one, UsersLog)] == ["globex"]
    assert _shown(iter(told_of), named=True) == 0
    with pytest.raises(NotFound, match="was erased"):
        world.audit.logs.user(world.acme, USER)


def test_a_mark_alone_hides_no_log(world: World) -> None:
    erased(world)
    world.tables.transact(world.acme, [world.keys.branch_keys.birth(world.acme)])

    assert not [one for one in world.audit.logs.every(None) if isinstance(one, SealedLogs)]
