"""Recalled memories get weight back: once a batch, never twice, and never out of their grave."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from mneme.application.ports.table_store import Delete
from mneme.application.repositories.row_keys import HEADS, head_key, user_partition
from mneme.application.repositories.row_values import milliseconds
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Head
from mneme.domain.weight import WeightPolicy, current_weight
from tests.doubles.made import NOW, a_fact, later
from tests.doubles.watched import Fuse, Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World


def _recalled(*memory_ids: str, at: datetime = NOW, user: str = USER, tenant: str = "acme"):  # type: ignore[no-untyped-def]
    return ReinforcementMessage(tenant, user, at, memory_ids)


def _head(world: World, user: str = USER) -> Head:
    (held,) = world.held(user_id=user)
    return held.head


def _weight(head: Head, at: datetime) -> float:
    return current_weight(head, at, WeightPolicy())


def _beside(world: World, watcher: object) -> World:
    return World(world.durable, lambda s: replace(s, tables=Watched(s.tables, watcher)))  # type: ignore[arg-type]


def test_a_recall_adds_its_gain_to_the_faded_weight_and_moves_the_anchor(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    faded = _weight(_head(world), later(days=30))

    done = world.reinforce([_recalled(memory_id, at=later(days=30))])

    head = _head(world)
    assert done == 1
    assert head.anchor.value == pytest.approx(faded + 0.10)
    assert (head.anchor.at, head.last_recalled_at) == (later(days=30), later(days=30))
    assert (head.recall_count, head.version, head.index_version) == (1, 2, 1)


def test_a_fresh_memory_does_not_rise_above_its_class(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id

    world.reinforce([_recalled(memory_id, at=later(minutes=1))])

    assert _head(world).anchor.value == pytest.approx(0.80)


def test_an_important_memory_is_not_lowered_by_a_recall(world: World) -> None:
    memory_id = world.decide(a_fact(is_important=True)).memory_id
    world.set_head(memory_id, weight=0.97)

    world.reinforce([_recalled(memory_id, at=NOW)])

    assert _head(world).anchor.value == pytest.approx(0.97)


def test_the_recalls_of_a_batch_become_one_write_of_a_row(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    notes = Notes()

    batch = [_recalled(memory_id, at=later(days=30, seconds=n)) for n in range(3)]
    _beside(world, notes).reinforce(batch)

    assert len(notes.transactions) == 1
    assert (_head(world).recall_count, _head(world).last_recalled_at) == (
        3,
        later(days=30, seconds=2),
    )


def test_a_batch_delivered_again_is_not_counted_again(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    batch = [_recalled(memory_id, at=later(days=1, microseconds=123_456))]
    world.reinforce(batch)
    before = world.rows("heads")

    done = world.reinforce(batch)

    assert (done, world.rows("heads")) == (0, before)


def test_a_batch_that_broke_off_is_completed_by_its_next_delivery(world: World) -> None:
    ids = [world.decide(a_fact(text)).memory_id for text in ("Likes tea", "Likes rain")]
    batch = [_recalled(*ids, at=later(days=1))]
    broken = _beside(world, Fuse(3, fault=lambda: Unavailable("no answer")))
    with pytest.raises(Unavailable):
        broken.reinforce(batch)

    world.reinforce(batch)

    assert [held.head.recall_count for held in world.held()] == [1, 1]


@pytest.mark.parametrize("status", ["ARCHIVED", "DELETED", "SUPERSEDED", "CANDIDATE"])
def test_a_memory_that_is_not_active_any_more_is_left_alone(world: World, status: str) -> None:
    memory_id = world.decide(a_fact()).memory_id
    world.set_head(memory_id, status=status)

    assert world.reinforce([_recalled(memory_id, at=later(days=1))]) == 0


def test_a_memory_purged_between_look_and_write_stays_purged(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    place = head_key(user_partition(world.acme, USER), memory_id)
    purge = Interlude(
        writes_to(HEADS), lambda: world.tables.transact(world.acme, [Delete(HEADS, place)])
    )

    done = _beside(world, purge).reinforce([_recalled(memory_id, at=later(days=1))])

    assert (done, world.rows("heads")) == (0, [])


def test_a_memory_changed_between_look_and_write_is_read_anew(world: World) -> None:
    memory_id = world.decide(a_fact("Lives in Oslo", fact_key="home_city")).memory_id
    moved = a_fact("Lives in Rome", fact_key="home_city", observed_at=later(hours=1))
    change = Interlude(writes_to(HEADS), lambda: world.decide(moved))

    done = _beside(world, change).reinforce([_recalled(memory_id, at=later(days=1))])

    head = _head(world)
    assert (done, head.revision, head.recall_count) == (1, 2, 1)


def test_a_memory_that_many_write_to_keeps_its_hit(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id

    class Busy(Notes):
        changes = 0

        def before(self, method: str, arguments: Sequence[object]) -> None:
            if writes_to(HEADS)(method, arguments) and self.changes < 5:
                self.changes += 1
                world.set_head(memory_id, important=False)

    began = world.durable.clock.monotonic()

    assert _beside(world, Busy()).reinforce([_recalled(memory_id, at=later(days=1))]) == 1
    assert _head(world).recall_count == 1
    assert world.durable.clock.monotonic() > began  # It made way for the others.


def test_a_memory_that_never_rests_loses_the_hit_and_not_the_batch(world: World) -> None:
    restless, quiet = (world.decide(a_fact(text)).memory_id for text in ("Likes tea", "Is tall"))

    class Restless(Notes):
        def before(self, method: str, arguments: Sequence[object]) -> None:
            if writes_to(HEADS)(method, arguments) and restless in str(arguments[1]):
                world.set_head(restless, used_count=1)

    done = _beside(world, Restless()).reinforce([_recalled(restless, quiet, at=later(days=1))])

    counts = {held.head.memory_id: held.head.recall_count for held in world.held()}
    assert (done, counts) == (1, {restless: 0, quiet: 1})


def test_an_update_after_the_recall_keeps_its_newer_anchor(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id

    world.reinforce([_recalled(memory_id, at=later(hours=-1))])

    assert (_head(world).anchor.at, _head(world).anchor.value) == (NOW, pytest.approx(0.80))


def test_a_user_with_a_damaged_memory_keeps_no_other_of_the_batch_waiting(world: World) -> None:
    damaged = world.decide(a_fact()).memory_id
    sound = world.decide(a_fact(), user_id="u-2").memory_id
    world.set_head(damaged, weight="heavy")
    noted: list[tuple[str, str]] = []

    done = world.reinforce(
        [_recalled(damaged, at=later(days=1)), _recalled(sound, at=later(days=1), user="u-2")],
        lambda tenant, user_id, _: noted.append((tenant.tenant_id, user_id)),
    )

    assert (done, _head(world, "u-2").recall_count) == (1, 1)
    assert noted == [("acme", USER)]


@pytest.mark.parametrize(("weight", "at"), [(1.0, later(days=-17_000)), (2e-130, NOW)])
def test_a_weight_that_no_table_holds_becomes_none(
    world: World, weight: float, at: datetime
) -> None:
    memory_id = world.decide(a_fact()).memory_id
    world.set_head(memory_id, weight=weight, weight_at=milliseconds(at), class_cap=0)

    world.reinforce([_recalled(memory_id, at=later(days=200))])

    assert (_head(world).anchor.value, _head(world).recall_count) == (0.0, 1)


def test_a_memory_is_reinforced_for_the_user_who_recalled_it_only(world: World) -> None:
    mine = world.decide(a_fact()).memory_id
    theirs = world.decide(a_fact(), user_id="u-2").memory_id

    done = world.reinforce(
        [_recalled(mine, theirs, at=later(days=1)), _recalled(mine, at=later(days=1), user="u-2")]
    )

    assert done == 1
    assert (_head(world).recall_count, _head(world, "u-2").recall_count) == (1, 0)
