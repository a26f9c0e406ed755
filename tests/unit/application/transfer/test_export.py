"""An export holds all there is of a user, in order, and says how much that is."""

from dataclasses import fields, replace

import pytest

from mneme.domain.job import JobState
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import Grant, TenantContext
from mneme.domain.transfer import EXPORT_KEPT
from tests.doubles.lifecycle import deliver_pages, done, lived
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.managing import many, revision_of, told, update
from tests.doubles.purging import OWNER, purged
from tests.doubles.transfer import (
    PRIVACY,
    content_of,
    export_lines,
    exported,
    link_of,
    objects_of,
)
from tests.doubles.world import TENANT, USER, World

APP = an_app("planner")


def test_it_is_a_header_the_memories_in_order_and_a_footer() -> None:
    world = World()
    ids = [told(world, text) for text in ("Lives in Oslo", "住在深圳，喜欢吃披萨")]
    update(world, ids[0], content="Lives in Rome")
    world.remember(said("I am allergic to peanuts.", session_id="s-1", scope=APP))

    header, *lines, footer = export_lines(world)

    assert header == {
        "type": "header",
        "format": "mneme-export",
        "version": 1,
        "user_id": USER,
        "exported_at": header["exported_at"],
    }
    assert [line["memory_id"] for line in lines] == sorted(line["memory_id"] for line in lines)
    memories = {line["memory_id"]: line for line in lines if line["type"] == "memory"}
    messages = [line for line in lines if line["type"] == "message"]
    contents = [[one["content"] for one in memories[each]["revisions"]] for each in ids]
    assert contents == [["Lives in Oslo", "Lives in Rome"], ["住在深圳，喜欢吃披萨"]]
    assert [one["revisions"][0]["content"] for one in messages] == ["I am allergic to peanuts."]
    revisions = sum(len(line["revisions"]) for line in lines)
    counts = {"memories": len(memories), "messages": len(messages), "revisions": revisions}
    assert footer == {"type": "footer", **counts}


def test_a_memory_is_told_with_every_field_and_its_offsets() -> None:
    world = World()
    memory_id = told(world, "Likes tea", APP, fact_key="drink", is_important=True)
    revision = revision_of(world, memory_id)

    _, line, _ = export_lines(world)

    assert line["level"] == "APP"
    assert (line["app_id"], line["session_id"]) == ("planner", None)
    assert (line["status"], line["is_important"], line["weight"]) == ("ACTIVE", True, 0.9)
    (shown,) = line["revisions"]
    assert (shown["content"], shown["fact_key"]) == ("Likes tea", "drink")
    assert shown["observed_at"] == revision.observed_at.isoformat()


def test_what_is_archived_superseded_or_deleted_is_in_it() -> None:
    world = World()
    first = told(world, "Lives in Oslo", fact_key="home")
    faded = told(world, "Saw a whale")
    deleted = told(world, "Likes rain")
    lived(world, days=200)
    told(world, "Lives in Rome", fact_key="home")
    world.manage.delete.one(world.acme, USER, deleted, None)

    lines = {line.get("memory_id"): line for line in export_lines(world)}

    assert lines[faded]["status"] == Status.ARCHIVED
    assert lines[faded]["revisions"][0]["content"] == "Saw a whale"
    assert lines[deleted]["status"] == Status.DELETED
    assert first in lines


def test_1137_memories_are_counted_exactly() -> None:
    world = World()
    ids = many(world, 1137, (GLOBAL, APP))

    *lines, footer = export_lines(world)

    assert [line["memory_id"] for line in lines[1:]] == sorted(ids)
    assert (footer["memories"], footer["messages"], footer["revisions"]) == (1137, 0, 1137)


def test_of_a_user_without_memories_it_is_empty_and_complete() -> None:
    header, footer = export_lines(World())

    assert header["type"] == "header"
    assert footer == {"type": "footer", "memories": 0, "messages": 0, "revisions": 0}


def test_only_the_file_is_left_when_it_is_done_and_parts_are_sealed() -> None:
    world = World()
    told(world, "Lives in Oslo")
    world.transfer.begin_export(PRIVACY, USER)
    deliver_pages(world)
    blobs = world.durable.backend.blobs
    (part,) = objects_of(world)
    assert b"Oslo" not in (blobs.get(PRIVACY, "exports", part) or b"Oslo")

    exported(world)

    (file,) = objects_of(world)
    assert file.endswith(".jsonl")


def test_one_runs_at_a_time_and_the_next_has_an_id_of_its_own() -> None:
    world = World()
    first = world.transfer.begin_export(PRIVACY, USER)

    assert world.transfer.begin_export(PRIVACY, USER) == first
    done(world, first, OWNER)
    assert world.transfer.begin_export(PRIVACY, USER) != first


def test_it_is_noted_in_the_log_once() -> None:
    world = World()
    world.transfer.begin_export(PRIVACY, USER)
    world.transfer.begin_export(PRIVACY, USER)

    rows = [row for row in world.rows("change_log") if row.get("operation") == "EXPORT"]

    assert [row["reason"] for row in rows] == ["exported"]


def test_it_works_while_memory_is_switched_off() -> None:
    world = World()
    told(world, "Lives in Oslo")
    world.switch_memory(world.acme, USER, None, False)

    assert export_lines(world)[-1]["memories"] == 1


def test_links_are_new_ones_and_end_with_the_file() -> None:
    world = World()
    job = exported(world)

    assert link_of(world, job) != link_of(world, job)
    world.durable.clock.advance(seconds=EXPORT_KEPT.total_seconds())
    assert link_of(world, job) is None


@pytest.mark.parametrize("grant", sorted(set(Grant) - {Grant.PRIVACY}))
def test_who_may_not_export_gets_no_link(grant: Grant) -> None:
    world = World()
    job = exported(world)

    assert link_of(world, job, TenantContext(TENANT, frozenset({grant}))) is None


@pytest.mark.parametrize("target", [PurgeTarget(), PurgeTarget("planner"), PurgeTarget(None, "s")])
def test_after_a_purge_of_anything_no_export_is_left_nor_can_be_fetched(
    target: PurgeTarget,
) -> None:
    world = World()
    told(world, "Lives in Oslo")
    job = exported(world)
    url = link_of(world, job)
    assert url is not None

    world.purge_memory(world.acme, USER, target)
    assert link_of(world, job) is None

    purged(world, target)
    assert objects_of(world) == []
    assert content_of(world, url) is None


@pytest.mark.parametrize("pages", range(3))
def test_a_purge_ends_a_running_export_and_the_next_tells_what_is_left(pages: int) -> None:
    world = World()
    told(world, "Lives in Oslo", APP)
    kept = told(world, "Likes tea")
    job_id = world.transfer.begin_export(PRIVACY, USER)
    for _ in range(pages):
        deliver_pages(world)
        world.durable.clock.advance(seconds=1)

    purged(world, PurgeTarget("planner"))
    job = done(world, job_id, OWNER)

    assert (job.state, job.error) == (JobState.FAILED, 40401)
    assert objects_of(world) == []
    assert [line.get("memory_id") for line in export_lines(world)[1:-1]] == [kept]


def test_a_purge_while_the_file_is_written_leaves_nothing_of_it() -> None:
    world = World()
    told(world, "Lives in Oslo")
    job_id = world.transfer.begin_export(PRIVACY, USER)
    work = world.jobs.works[world.jobs.show.find(OWNER, job_id).name]  # type: ignore[union-attr]
    deliver_pages(world)
    (shard,) = world.jobs.show.shards(OWNER, job_id)
    files = work.files  # type: ignore[attr-defined]
    written = files.write

    class Late:
        """Files that are written just as everything is purged."""

        def __getattr__(self, name: str) -> object:
            return getattr(files, name)

        def write(self, *told: object) -> None:
            written(*told)
            world.purge_memory(world.acme, USER, PurgeTarget())

    done_page = replace(work, files=Late()).page(OWNER, shard)  # type: ignore[type-var]

    assert done_page.error == 40401
    assert objects_of(world) == []


def test_every_field_of_a_memory_is_in_the_file_but_for_the_stores_own() -> None:
    world = World()
    told(world, "Lives in Oslo")
    of_stores = {"epoch", "key_epoch", "version", "index_version", "due", "scope", "anchor"}
    of_search = {"embedding", "terms", "context", "memory_id"}

    _, line, _ = export_lines(world)

    heads = {one.name for one in fields(Head)} - of_stores - {"class_cap"}
    assert heads | {"level", "app_id", "session_id"} <= line.keys()
    assert line.keys() - heads == {
        "type",
        "level",
        "app_id",
        "session_id",
        "weight",
        "weight_at",
        "weight_cap",
        "elsewhere",
        "revisions",
    }
    revisions = {one.name for one in fields(Revision)} - of_search
    assert line["revisions"][0].keys() == revisions
