"""What faded or expired leaves the active memories: found when asked for, and brought back."""

from typing import Any

import pytest

from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.lifecycle.due_heads import OfUser
from mneme.domain.errors import WriteConflict
from mneme.domain.job import Progress
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.scope import Scope
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import recalled, records
from tests.doubles.lifecycle import lived
from tests.doubles.made import GLOBAL, an_app, later
from tests.doubles.managing import head_of, indexed, many, revision_of, told, update
from tests.doubles.world import USER, World


def status_of(world: World, memory_id: str) -> Status:
    return head_of(world, memory_id).status


def restored(world: World, memory_id: str) -> Head:
    return world.manage.restore(world.acme, USER, memory_id, None)


def rows_with_content(world: World) -> list[str]:
    return [str(row["sk"]) for row in world.rows("revisions") if "sealed" in row]


@pytest.mark.parametrize(
    ("day", "status"), [(89, Status.ACTIVE), (91.6, Status.ARCHIVED), (120, Status.ARCHIVED)]
)
def test_what_nobody_recalls_is_archived_once_it_has_faded(
    world: World, day: float, status: Status
) -> None:
    memory_id = told(world, "I like tea")

    lived(world, days=day)

    assert status_of(world, memory_id) is status


def test_an_archived_memory_is_recalled_only_when_asked_for(world: World) -> None:
    told(world, "I like tea")
    indexed(world)

    lived(world, days=100)

    assert recalled(world, "tea") == []
    assert recalled(world, "tea", include_archived=True) == ["I like tea"]
    assert rows_with_content(world) == []
    assert [(r["operation"], r["reason"], r["actor"]) for r in records(world)][1:] == [
        ("ARCHIVE", "faded", "SYSTEM")
    ]
    assert (stored_counts(world), log_is_dense(world)) == ({}, True)


def test_what_expires_is_archived_and_not_deleted(world: World) -> None:
    memory_id = told(world, "I am in Oslo", expire_at=later(days=3))

    lived(world, days=2)
    assert status_of(world, memory_id) is Status.ACTIVE
    lived(world, days=3)

    assert status_of(world, memory_id) is Status.ARCHIVED
    assert records(world)[-1]["reason"] == "expired"


@pytest.mark.parametrize("kind", [Kind.PERSONA, Kind.CONSTRAINT])
def test_what_never_fades_is_never_archived(world: World, kind: Kind) -> None:
    memory_id = told(world, "Be brief", scope=an_app(), kind=kind)

    job = lived(world, days=4000)

    assert status_of(world, memory_id) is Status.ACTIVE
    assert job.progress == Progress()


def test_an_important_memory_fades_ten_times_slower(world: World) -> None:
    memory_id = told(world, "I am allergic to nuts", is_important=True)

    lived(world, days=900)
    assert status_of(world, memory_id) is Status.ACTIVE
    lived(world, days=60)

    assert status_of(world, memory_id) is Status.ARCHIVED


def test_what_was_recalled_meanwhile_is_dated_anew(world: World) -> None:
    memory_id = told(world, "I like tea")
    world.durable.clock.advance(days=80)
    world.set_head(memory_id, weight=0.8, weight_at=_ms(later(days=80)))

    job = lived(world, days=12)

    assert status_of(world, memory_id) is Status.ACTIVE
    assert job.progress == Progress(read=1, changed=1)
    assert lived(world, days=1).progress == Progress()
    lived(world, days=80)
    assert status_of(world, memory_id) is Status.ARCHIVED


def _ms(at: Any) -> int:
    return int(at.timestamp() * 1000)


def test_a_restored_memory_says_what_it_said_and_is_found_as_before(world: World) -> None:
    memory_id = told(world, "I like green tea", fact_key="drink", custom_tags={"a": 1})
    before = revision_of(world, memory_id)
    lived(world, days=100)
    assert revision_of(world, memory_id) == before

    head = restored(world, memory_id)
    indexed(world)

    assert (head.status, head.anchor.value) == (Status.ACTIVE, 0.8)
    assert revision_of(world, memory_id) == before
    assert recalled(world, "green tea") == ["I like green tea"]
    assert len(rows_with_content(world)) == 1
    assert stored_counts(world) == true_counts(world)


def test_all_that_it_said_goes_along_and_is_still_its_history(world: World) -> None:
    memory_id = told(world, "Tea one")
    world.durable.clock.advance(hours=1)
    update(world, memory_id, content="Tea two")
    before = [revision_of(world, memory_id, number) for number in (1, 2)]

    lived(world, days=100)

    assert rows_with_content(world) == []
    assert [revision_of(world, memory_id, number) for number in (1, 2)] == before


def test_what_is_archived_twice_keeps_its_newest_words(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={"a": 1})
    lived(world, days=100)
    restored(world, memory_id)
    update(world, memory_id, custom_tags={"a": 2})

    lived(world, days=100)

    assert revision_of(world, memory_id).custom_tags == {"a": 2}
    assert rows_with_content(world) == []


def test_what_the_archive_holds_is_sealed_and_names_no_user(world: World) -> None:
    told(world, "I like tea")
    lived(world, days=100)

    blobs = world.durable.backend.blobs.objects  # type: ignore[attr-defined]
    archived = {key: data for key, data in blobs.items() if key[1] == "archive"}

    ((tenant, _, name),) = archived
    assert tenant == "acme"
    assert USER not in name
    assert all(b"tea" not in data for data in archived.values())


def test_the_lifecycle_goes_on_while_the_user_is_switched_off(world: World) -> None:
    faded, kept = told(world, "I like tea"), told(world, "I like nuts", is_important=True)
    indexed(world)
    world.set_user(switched_off=True)

    lived(world, days=100)
    world.set_user()

    assert status_of(world, faded) is Status.ARCHIVED
    assert status_of(world, kept) is Status.ACTIVE
    assert recalled(world, "I like") == ["I like nuts"]


def test_what_is_said_again_meanwhile_comes_back(world: World) -> None:
    first = told(world, "I like tea")
    lived(world, days=100)

    second = told(world, "I like tea")

    assert (first, status_of(world, first)) == (second, Status.ACTIVE)
    assert len(rows_with_content(world)) == 1


def test_what_was_restored_meanwhile_keeps_its_words_at_hand(world: World) -> None:
    memory_id = told(world, "I like tea")
    world.set_head(memory_id, status="ARCHIVED")
    stale, state = head_of(world, memory_id), world.users.state(world.acme, USER)
    archive = ArchiveMemories(world.tables, world.users, world.archive, world.commits)
    restored(world, memory_id)

    of = OfUser(world.acme, USER, state, world.clock.now(), world.thresholds().dating)
    with pytest.raises(WriteConflict):
        archive.move_content(of, stale)

    assert len(rows_with_content(world)) == 1


def test_a_damaged_row_holds_up_nothing_else_of_its_user(world: World) -> None:
    broken, sound = told(world, "I like tea"), told(world, "I like nuts")
    world.set_head(broken, kind="NONSENSE")

    job = lived(world, days=100, index=False)

    assert status_of(world, sound) is Status.ARCHIVED
    assert job.progress == Progress(read=2, changed=1, failed=1)


@pytest.mark.parametrize("count", [40])
def test_many_memories_of_many_scopes_go_in_pages_and_counters_follow(
    world: World, count: int
) -> None:
    scopes: list[Scope] = [GLOBAL, *(an_app(f"app-{number}") for number in range(18))]
    many(world, count, scopes)

    job = lived(world, days=100, index=False)

    active = [one for one in world.held() if one.head.status is Status.ACTIVE]
    assert job.progress.changed == count - len(active)
    assert {one.head.is_important for one in active} == {True}
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
