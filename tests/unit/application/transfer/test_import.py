"""What was taken out comes in with equal fields, once, and to nobody but who it is for."""

from datetime import datetime, timedelta
from typing import Any

from mneme.domain.job import JobState
from mneme.domain.memory import Provenance, Status
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.bookkeeping import log_is_dense
from tests.doubles.evolving import evolve
from tests.doubles.lifecycle import lived
from tests.doubles.made import GLOBAL, a_fact, an_app, said
from tests.doubles.managing import head_of, indexed, many, told, update
from tests.doubles.transfer import (
    export_lines,
    imported,
    without_ids,
)
from tests.doubles.world import USER, World

APP = an_app("planner")
OTHER = "u-other"
FAR_AHEAD = "2099-01-01T00:00:00+00:00"
STATUSES = {"ACTIVE", "SUPERSEDED", "ARCHIVED", "DELETED"}


def full_life() -> World:
    """Return a world whose user has memories in every state, edited, linked, in two scripts."""
    world = World()
    told(world, "Saw a whale")
    lived(world, days=100)
    for text in ("K lives in W", "K moved from W to E"):
        evolve(world, a_fact(text, observed_at=world.clock.now()))
        world.durable.clock.advance(days=1)
    evolve(world, a_fact("Likes coffee", provenance=Provenance.EXPLICIT_REQUEST))
    evolve(world, a_fact("Does not like coffee", observed_at=world.clock.now()))
    told(world, "Lives in Oslo", fact_key="home", custom_tags={"n": 1})
    update(world, told(world, "住在深圳，喜欢吃披萨", APP), content="住在广州，喜欢吃披萨")
    rain = told(world, "Likes rain")
    world.manage.delete.one(world.acme, USER, rain, None)
    world.remember(said("I am allergic to peanuts.", "I live in Oslo.", session_id="s-1"))
    world.remember(said("I moved to Paris.", session_id="s-2"))
    indexed(world)
    return world


def body(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the memories and messages of an export."""
    return lines[1:-1]


def test_what_comes_in_is_what_went_out_but_for_ids() -> None:
    world = full_life()
    lines = export_lines(world)
    states = {line["status"] for line in body(lines)}
    said = [one for line in body(lines) for one in line["revisions"]]
    assert any(one["conflicts_with"] for one in said)
    assert any(one["supersedes"] for one in said)
    assert any(line["revision"] > 1 for line in body(lines))

    job = imported(world, lines, OTHER)

    assert states == STATUSES
    assert (job.state, job.progress.failed) == (JobState.DONE, 0)
    assert job.progress.changed == len(body(lines))
    again = export_lines(world, OTHER)
    assert without_ids(body(again)) == without_ids(body(lines))
    assert again[-1] == lines[-1]
    mine, theirs = ({one["memory_id"] for one in body(each)} for each in (lines, again))
    assert not mine & theirs
    assert log_is_dense(world)


def test_a_second_import_adds_nothing_nor_does_one_of_the_users_own() -> None:
    world = full_life()
    lines = export_lines(world)
    imported(world, lines, OTHER)
    rows = _rows(world)

    for user_id in (OTHER, USER):
        job = imported(world, lines, user_id)
        assert (job.state, job.progress.changed) == (JobState.DONE, 0)

    assert _rows(world) == rows


def test_what_is_known_already_in_other_rows_is_not_told_twice() -> None:
    world = World()
    told(world, "Lives in Oslo")
    lines = export_lines(world)
    told(world, "Lives in Oslo", user_id=OTHER)

    assert imported(world, lines, OTHER).progress.changed == 0


def test_1137_memories_come_in_exactly_once() -> None:
    world = World()
    many(world, 1137, (GLOBAL, APP))
    lines = export_lines(world)

    job = imported(world, lines, OTHER)

    assert (job.progress.read, job.progress.changed, job.progress.failed) == (1137, 1137, 0)
    assert export_lines(world, OTHER)[-1]["memories"] == 1137


def test_archived_memories_lie_in_the_archive_again_and_come_back() -> None:
    world = full_life()
    lines = export_lines(world)
    imported(world, lines, OTHER)

    (line,) = [one for one in body(export_lines(world, OTHER)) if one["status"] == "ARCHIVED"]

    rows = [row for row in world.rows("revisions") if row["memory_id"] == line["memory_id"]]
    assert [row["archived"] for row in rows] == [True]
    restored = world.manage.restore(world.acme, OTHER, line["memory_id"], None)
    assert restored.status is Status.ACTIVE


def test_it_can_be_recalled() -> None:
    world = World()
    told(world, "Keeps bees in Oslo")
    lines = export_lines(world)
    imported(world, lines, OTHER)
    indexed(world)

    (line,) = body(export_lines(world, OTHER))
    head = world.memories.heads(world.acme, OTHER, [line["memory_id"]])[line["memory_id"]]

    (found,) = world.memories.revisions(world.acme, OTHER, [(head.memory_id, 1)]).values()
    assert found.embedding is not None
    assert found.terms


def test_what_was_purged_is_learned_again() -> None:
    world = World()
    told(world, "Lives in Oslo")
    lines = export_lines(world)
    imported(world, lines, OTHER)
    world.purge_memory(world.acme, OTHER, PurgeTarget())

    assert imported(world, lines, OTHER).progress.changed == 1
    assert export_lines(world, OTHER)[-1]["memories"] == 1


def test_two_tenants_with_equal_ids_have_memories_of_their_own() -> None:
    world = World()
    told(world, "Lives in Oslo")
    lines = export_lines(world)
    for tenant_id in ("other-1", "other-2"):
        world.tenants.create(tenant_id)
        tenant = TenantContext(tenant_id, frozenset({Grant.PRIVACY}))
        assert imported(world, lines, USER, tenant).progress.changed == 1
    ids = {
        line["memory_id"]
        for tenant_id in ("other-1", "other-2")
        for line in body(
            export_lines(world, USER, TenantContext(tenant_id, frozenset({Grant.PRIVACY})))
        )
    }

    assert len(ids) == 2
    assert head_of(world, body(lines)[0]["memory_id"]).version == 1


def test_a_message_that_came_in_is_known_when_it_is_sent_again() -> None:
    world = World()
    world.remember(said("I live in Oslo.", session_id="s-1"))
    lines = export_lines(world)
    imported(world, lines, OTHER)
    before = export_lines(world, OTHER)[-1]

    world.remember(said("I live in Oslo.", session_id="s-1"), user_id=OTHER)

    assert export_lines(world, OTHER)[-1]["messages"] == before["messages"]


def test_nothing_that_was_done_comes_in_as_done_on_a_day_to_come() -> None:
    world = World()
    told(world, "Likes tea")
    gone = told(world, "Likes rain")
    world.manage.delete.one(world.acme, USER, gone, None)
    lines = export_lines(world)
    done = ("created_at", "changed_at", "weight_at", "last_used_at", "last_recalled_at")
    for line in body(lines):
        line.update(dict.fromkeys(done, FAR_AHEAD))
        if line["status"] == "DELETED":
            line["deleted_at"] = FAR_AHEAD
    now = world.clock.now()

    assert imported(world, lines, OTHER).progress.changed == 2

    for line in body(export_lines(world, OTHER)):
        instants = [line[name] for name in (*done, "deleted_at") if line[name] is not None]
        assert all(datetime.fromisoformat(one) - now < timedelta(hours=1) for one in instants)


def _rows(world: World) -> list[object]:
    tables = ("heads", "revisions", "guards", "counters", "episodes", "sessions")
    return [world.rows(table) for table in tables]
