"""Dates follow the thresholds that they are reckoned with, without anybody asking for it."""

from dataclasses import replace

import pytest

from mneme.application.lifecycle.follow_dating import SETTLED
from mneme.application.ports.settings import AS_DELIVERED
from mneme.application.repositories.dating_row import SeenDating
from mneme.domain.errors import Unavailable
from mneme.domain.job import JobName
from mneme.domain.thresholds import Thresholds
from mneme.domain.weight import WeightPolicy
from tests.doubles.lifecycle import EVERYBODY, done
from tests.doubles.managing import head_of, told
from tests.doubles.world import World

SLOWER = replace(AS_DELIVERED, weights=WeightPolicy(fading_days=180))


def hold(world: World, thresholds: Thresholds) -> None:
    """Let operators have set other thresholds, a while ago."""
    world.holds = thresholds
    assert not world.jobs.follow_dating()
    world.durable.clock.advance(seconds=SETTLED.total_seconds())


def redatings(world: World) -> list[str]:
    return [one.job_id for one in world.jobs.show.every(EVERYBODY) if one.name is JobName.REDATE]


@pytest.fixture
def settled(world: World) -> World:
    """Return a world that is dated by what is delivered."""
    hold(world, AS_DELIVERED)
    assert world.jobs.follow_dating()
    done(world, redatings(world)[0])
    return world


def test_a_changed_rate_of_decay_dates_memories_anew_by_itself(settled: World) -> None:
    memory_id = told(settled, "I like tea")
    before = head_of(settled, memory_id).due
    hold(settled, SLOWER)

    assert settled.jobs.follow_dating()

    newest = redatings(settled)[0]
    assert done(settled, newest).progress.changed == 1
    after = head_of(settled, memory_id).due
    assert before is not None
    assert after is not None
    assert (after.at > before.at, after.decay_version) == (True, SLOWER.dating.version)


def test_what_has_not_reached_everybody_yet_is_waited_for(settled: World) -> None:
    settled.holds = SLOWER
    for _ in range(11):
        assert not settled.jobs.follow_dating()
        settled.durable.clock.advance(minutes=5)

    assert len(redatings(settled)) == 1


def test_it_is_begun_once(settled: World) -> None:
    hold(settled, SLOWER)

    assert [settled.jobs.follow_dating() for _ in range(3)] == [True, False, False]
    settled.durable.clock.advance(days=7)
    assert not settled.jobs.follow_dating()
    assert len(redatings(settled)) == 2


def test_what_holds_again_dates_what_was_dated_in_between(settled: World) -> None:
    hold(settled, SLOWER)
    memory_id = told(settled, "I like tea")
    hold(settled, AS_DELIVERED)

    assert settled.jobs.follow_dating()
    done(settled, redatings(settled)[0])

    due = head_of(settled, memory_id).due
    assert due is not None
    assert due.decay_version == AS_DELIVERED.dating.version


def test_other_thresholds_move_no_date(settled: World) -> None:
    hold(settled, replace(AS_DELIVERED, recall=replace(AS_DELIVERED.recall, top_k=3)))

    assert not settled.jobs.follow_dating()


def test_who_is_cut_off_begins_no_second_job(
    settled: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(settled, SLOWER)

    def cut_off(*_: object) -> None:
        raise Unavailable("the process ended")

    with monkeypatch.context() as patch:
        patch.setattr("mneme.application.repositories.dating_row.DatingRow.finish", cut_off)
        with pytest.raises(Unavailable):
            settled.jobs.follow_dating()

    assert not settled.jobs.follow_dating()
    assert len(redatings(settled)) == 2


def test_of_two_schedulers_at_once_the_slower_changes_nothing(settled: World) -> None:
    row, now = settled.jobs.follow_dating.row, settled.clock.now()
    before = row.seen()
    assert row.see(before, SeenDating(1, now))

    assert not row.see(before, SeenDating(2, now))

    assert row.seen() == SeenDating(1, now)
