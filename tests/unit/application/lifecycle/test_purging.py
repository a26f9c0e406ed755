"""What was kept for as long as its state is, is gone: from tables, archive and index."""

import pytest

from mneme.domain.errors import NotFound
from mneme.domain.job import Progress
from mneme.domain.memory import Kind, Provenance, Status
from tests.doubles.bookkeeping import log_is_dense, stored_counts
from tests.doubles.evolving import decisions, evolve, recalled, records
from tests.doubles.lifecycle import lived
from tests.doubles.made import a_fact, later, said
from tests.doubles.managing import head_of, indexed, revision_of, told, update
from tests.doubles.world import USER, World

CONTENT = ("heads", "revisions")


def left(world: World, *tables: str) -> list[str]:
    return [str(row["sk"]) for table in tables or CONTENT for row in world.rows(table)]


def guards(world: World) -> list[str]:
    return [key for key in left(world, "guards") if not key.startswith("SCOPE")]


def objects(world: World) -> dict[tuple[str, str, str], bytes]:
    return world.durable.backend.blobs.objects  # type: ignore[attr-defined, no-any-return]


def test_an_archived_memory_is_purged_after_half_a_year(world: World) -> None:
    memory_id = told(world, "I like tea", fact_key="drink")
    lived(world, days=100)
    lived(world, days=179)
    assert head_of(world, memory_id).status is Status.ARCHIVED
    assert len(objects(world)) == 1

    lived(world, days=3)

    assert (left(world), guards(world), objects(world)) == ([], [], {})
    assert recalled(world, "tea", include_archived=True) == []
    assert [(r["operation"], r["reason"], r["actor"]) for r in records(world)] == [
        ("ADD", "appended", "USER"),
        ("ARCHIVE", "faded", "SYSTEM"),
        ("PURGE", "outdated", "SYSTEM"),
    ]
    assert [r["memory_ids"] for r in records(world)] == [[memory_id]] * 3
    assert (stored_counts(world), log_is_dense(world)) == ({}, True)


def test_a_deleted_memory_is_purged_after_thirty_days_and_its_history_with_it(
    world: World,
) -> None:
    memory_id = told(world, "Tea one")
    update(world, memory_id, content="Tea two")
    world.manage.delete.one(world.acme, USER, memory_id, None)

    lived(world, days=29)
    assert len(left(world)) == 3
    lived(world, days=3)

    assert (left(world), guards(world)) == ([], [])
    with pytest.raises(NotFound):
        world.manage.restore(world.acme, USER, memory_id, None)


def test_a_candidate_that_nobody_confirmed_is_purged_after_thirty_days(world: World) -> None:
    told(world, "I may like tea", provenance=Provenance.CANDIDATE)

    lived(world, days=29)
    assert len(left(world)) == 2
    lived(world, days=3)

    assert (left(world), guards(world)) == ([], [])


def test_a_superseded_memory_is_purged_after_half_a_year_and_its_successor_stays(
    world: World,
) -> None:
    old, new = told(world, "My home is Oslo."), told(world, "My home is Rome.", is_important=True)
    now = int(world.clock.now().timestamp() * 1000)
    world.set_head(old, status="SUPERSEDED", changed_at=now, due_at=now)

    lived(world, days=179)
    assert {str(row["sk"]) for row in world.rows("heads")} == {old, new}
    lived(world, days=3)

    assert {str(row["sk"]) for row in world.rows("heads")} == {new}
    assert [key.split("#")[0] for key in left(world, "revisions")] == [new]


def test_messages_are_purged_together_when_their_time_is_over(world: World) -> None:
    world.remember(said(*(f"Message number {number}." for number in range(30))))
    turns = [held.head.memory_id for held in world.held(Kind.TURN)]
    assert len(turns) == 30

    job = lived(world, days=183)

    assert world.held(Kind.TURN) == []
    assert {memory_id.split("#")[0] for memory_id in left(world, "revisions")} & set(turns) == set()
    purges = [r for r in records(world) if r["operation"] == "PURGE"]
    assert sorted(len(r["memory_ids"]) for r in purges) == [10, 20]  # type: ignore[arg-type]
    assert job.progress.failed == 0
    assert log_is_dense(world)


def test_a_past_revision_is_purged_half_a_year_after_it_was_replaced(world: World) -> None:
    memory_id = told(world, "Tea one", is_important=True)
    world.durable.clock.advance(days=10)
    update(world, memory_id, content="Tea two")
    world.durable.clock.advance(days=50)
    update(world, memory_id, content="Tea three")
    indexed(world)

    lived(world, days=120)  # day 180
    assert recalled(world, "tea", include_superseded=True) == ["Tea one", "Tea three", "Tea two"]
    lived(world, days=12)  # day 192

    assert recalled(world, "tea", include_superseded=True) == ["Tea three", "Tea two"]
    assert [key[-1] for key in left(world, "revisions")] == ["2", "3"]
    assert revision_of(world, memory_id).content == "Tea three"
    assert [(r["operation"], r["reason"]) for r in records(world)][-1] == (
        "PURGE",
        "past_revisions",
    )
    lived(world, days=60)
    assert [key[-1] for key in left(world, "revisions")] == ["3"]
    assert head_of(world, memory_id).past_since is None


def test_what_a_purge_of_the_user_hid_goes_when_its_day_comes(world: World) -> None:
    told(world, "I like tea")
    world.set_user(epoch=2)

    lived(world, days=100)

    assert left(world) == []


def test_what_was_purged_can_be_learned_again(world: World) -> None:
    told(world, "I like tea", fact_key="drink")
    lived(world, days=100)
    lived(world, days=183)

    task = evolve(world, a_fact("I like tea", fact_key="drink", observed_at=later(days=283)))

    assert [decision.value for decision in decisions(task)] == ["ADD"]


def test_a_restored_memory_is_not_purged(world: World) -> None:
    memory_id = told(world, "I like tea")
    lived(world, days=100)
    world.durable.clock.advance(days=100)
    world.manage.restore(world.acme, USER, memory_id, None)

    job = lived(world, days=82)

    assert head_of(world, memory_id).status is Status.ACTIVE
    assert job.progress.changed <= 1
    assert job.progress == Progress(job.progress.read, job.progress.changed)
