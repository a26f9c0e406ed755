"""A year and a half of many kinds of memories: after each week everything is as it must be."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from mneme.application.repositories.head_rows import head_of as head_in
from mneme.application.repositories.row_keys import HEADS, revision_key
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.due import Retention
from mneme.domain.errors import MnemeError
from mneme.domain.memory import Head, Kind, Provenance, Status
from mneme.domain.weight import WeightPolicy, current_weight
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import lived
from tests.doubles.made import GLOBAL, an_app
from tests.doubles.managing import told, update
from tests.doubles.world import TENANT, USER, World

WEEKS = 80
DEEDS = ("correct", "delete", "restore", "")
A_DAY_LATE = timedelta(days=2)
KEPT = {status: Retention().of(status) for status in Status if status is not Status.ACTIVE}
WEIGHTS = WeightPolicy()


def _tell(world: World, chance: random.Random, number: int) -> None:
    now = world.clock.now()
    parts: dict[str, Any] = chance.choice(
        [
            {},
            {},
            {},
            {"is_important": True},
            {"expire_at": now + timedelta(days=chance.randint(1, 60))},
            {"kind": Kind.CONSTRAINT},
            {"provenance": Provenance.CANDIDATE},
            {"fact_key": f"slot{chance.randint(1, 3)}"},
        ]
    )
    scope = chance.choice([GLOBAL, an_app(), an_app("coach")])
    told(world, f"Word{number} thing{number}", scope, observed_at=now, **parts)


def _live_a_week(world: World, chance: random.Random, number: int) -> None:
    """Let a user tell, recall, correct, delete and restore, and a week go by."""
    _tell(world, chance, number)
    heads = [head_in(row) for row in world.rows(HEADS)]
    chosen = chance.sample(heads, min(3, len(heads)))
    at = world.clock.now()
    ids = tuple(head.memory_id for head in chosen)
    if chance.random() < 0.5:
        world.reinforce([ReinforcementMessage(TENANT, USER, at, ids)])
    for head, deed in zip(chosen, chance.choices(DEEDS, k=3), strict=False):
        try:
            if deed == "correct":
                update(world, head.memory_id, content=f"Word{number} again{head.memory_id[-4:]}")
            elif deed == "delete" and chance.random() < 0.5:
                world.manage.delete.one(world.acme, USER, head.memory_id, None)
            elif deed == "restore":
                world.manage.restore(world.acme, USER, head.memory_id, None)
        except MnemeError:
            continue  # what cannot be done to it, a caller is told
    lived(world, days=7, index=False)
    _index(world)


def _index(world: World) -> None:
    feed = world.durable.backend.change_feed
    page = feed.read(HEADS, None, 1000)
    world.index_changes(page.changes)
    feed.trim(HEADS, page.checkpoint)  # type: ignore[attr-defined]


def _violations(world: World) -> Iterator[str]:
    now = world.clock.now()
    heads = {head.memory_id: head for head in map(head_in, world.rows(HEADS))}
    if stored_counts(world) != true_counts(world):
        yield "counters"
    if not log_is_dense(world):
        yield "change log"
    for head in heads.values():
        yield from _of_head(head, now)
    yield from _of_content(world, heads)
    for row in world.rows("guards"):
        holders = {str(row.get("memory_id", ""))} | set(row.get("memory_ids", ()))  # type: ignore[arg-type]
        if not str(row["sk"]).startswith("SCOPE") and not (holders - {""}) <= set(heads):
            yield "a guard of nobody"
    yield from _of_index(world, heads)


def _of_content(world: World, heads: dict[str, Head]) -> Iterator[str]:
    """Yield what is wrong with what is kept of the words, in tables and archive."""
    places = set()
    for row in world.rows("revisions"):
        places.add(row["sk"])
        kept = heads.get(str(row["memory_id"]))
        if kept is None:
            yield "a revision of nobody"
        elif kept.status is Status.ARCHIVED and "sealed" in row:
            yield "content in the tables that is archived"
        elif (kept.status, kept.revision) == (Status.ACTIVE, row["revision"]):
            yield from () if "sealed" in row else ["content in the archive that is active"]
    for _, _, name in world.durable.backend.blobs.objects:  # type: ignore[attr-defined]
        if name.split("/")[1] not in places:
            yield "an object of nobody"


def _of_head(head: Head, now: datetime) -> Iterator[str]:
    late = now - A_DAY_LATE
    if head.status is Status.ACTIVE:
        if current_weight(head, late, WEIGHTS) < WEIGHTS.archived_below:
            yield "faded and active"
        if head.expire_at is not None and head.expire_at < late:
            yield "expired and active"
        return
    since = {
        Status.CANDIDATE: head.created_at,
        Status.DELETED: head.deleted_at or head.changed_at,
    }.get(head.status, head.changed_at)
    if since + KEPT[head.status] < late:
        yield f"{head.status} for too long"


def _of_index(world: World, heads: dict[str, Head]) -> Iterator[str]:
    partition = revision_key(f"{TENANT}#{USER}", "", 0).partition
    shown: dict[str, set[tuple[int, Status]]] = {}
    for one in world.backend.index_audit.listed(world.acme, partition, None, 10_000).entries:
        if one.status is not None:
            shown.setdefault(one.memory_id, set()).add((one.revision, one.status))
    if set(shown) - set(heads):
        yield "a document of nobody"
    for head in heads.values():
        there = (head.revision, head.status) in shown.get(head.memory_id, set())
        if there is (head.status is Status.DELETED):
            yield f"the index and what is {head.status}"


@pytest.mark.parametrize("seed", [1, 2])
def test_after_each_week_everything_is_as_it_must_be(seed: int) -> None:
    world, chance = World(), random.Random(seed)  # noqa: S311
    seen: set[Status] = set()
    told(world, "The first thing of all")
    for week in range(WEEKS):
        world.set_user(switched_off=True) if 30 <= week < 40 else world.set_user()
        if 30 <= week < 40:
            lived(world, days=7, index=False)
            _index(world)
        else:
            _live_a_week(world, chance, week)
        assert list(_violations(world)) == [], week
        seen |= {head_in(row).status for row in world.rows(HEADS)}

    purges = [row for row in world.rows("change_log") if row.get("operation") == "PURGE"]
    assert len(purges) > 10
    assert {Status.ACTIVE, Status.ARCHIVED, Status.DELETED} <= seen
