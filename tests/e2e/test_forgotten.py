"""What was purged or erased is nowhere in a deployed stage any more, but for what is said to stay.

All stores are read around the product. `docs/security.md` tells what stays, under "Residues after
erasure".
"""

import json

import pytest

from local.deployment import Deployment
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.tenancy import internal_context
from tests.e2e.caller import Caller, eventually
from tests.e2e.extraction_queue import ExtractionQueue
from tests.e2e.full_life import FullLife
from tests.e2e.scanned import Stage, Thing, holding

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

USERS = {"user/purge": ("quentin", "zylopurged"), "user/erase": ("quirin", "zyloerased")}
MEMORIES_STAY = {"table change_log", "table operations", "index"}
"""Where ids of memories are found: change records, receipts of tasks, tombstones of the index."""
USERS_STAY = {
    *("table users", "table keys", "table change_log", "table operations"),
    *("table jobs", "table certificates", "queue extraction-dead"),
}
"""Where ids of users are found: beside those, jobs, markers, certificates and dead letters."""
TOMBSTONE = {"user", "memory_id", "revision", "status", "observed_at"}


@pytest.fixture
def stage(deployment: Deployment, search_url: str) -> Stage:
    return Stage(deployment, search_url)


def _memories(stage: Stage, life: FullLife) -> dict[str, str]:
    """Return the user's memories and messages, and the status of each."""
    partition = user_partition(internal_context("first"), life.user_id)
    rows = [row for row in stage.rows("heads") if row["pk"]["S"] == partition]
    return {row["sk"]["S"]: row["status"]["S"] for row in rows}


def _live(stage: Stage, queue: ExtractionQueue, lives: list[FullLife]) -> None:
    """Leave something of each user in every store, dead letters included."""
    for life in lives:
        life.remember()
        assert life.word in life.transfer()
        assert set(_memories(stage, life).values()) == {"ACTIVE", "ARCHIVED", "DELETED"}
    with queue.failing():
        for life in lives:
            life.fail()
        for life in lives:
            queue.await_dead(life.failed)


def _of_tombstones(things: list[Thing], ids: set[str]) -> bool:
    """Return whether all that the index has of these memories is that they are gone."""
    documents = [json.loads(one.held)["_source"] for one in things if one.place == "index"]
    gone = [one for one in documents if one["memory_id"] in ids]
    return bool(gone) and all(
        one.keys() == TOMBSTONE and one["status"] == "DELETED" for one in gone
    )


def test_nothing_is_left_of_who_was_purged_or_erased_but_what_is_said_to_stay(
    deployment: Deployment, stage: Stage, first: Caller
) -> None:
    lives = [FullLife(first, *told) for told in USERS.values()]
    words, users = {life.word for life in lives}, {life.user_id for life in lives}
    queue = ExtractionQueue(deployment)
    _live(stage, queue, lives)
    with queue.resting():
        for life in lives:
            life.queue()
        ids = {memory for life in lives for memory in _memories(stage, life)}
        before = list(stage.things())
        jobs = [life.forget(verb) for verb, life in zip(USERS, lives, strict=True)]
    for life, job_id in zip(lives, jobs, strict=True):
        life.finish(job_id)
    assert eventually(lambda: stage.waiting() == {"extraction-dead": len(lives)})

    after = list(stage.things())

    assert holding(before, words) == {"bucket exports": words}, "all else is sealed"
    sealed = {"table heads", "table revisions", "table guards", "table episodes", "bucket archive"}
    assert holding(before, ids).keys() == {*sealed, "bucket exports", *MEMORIES_STAY}
    assert {"queue extraction", "queue extraction-dead"} <= holding(before, users).keys()
    assert holding(after, words) == {}
    assert holding(after, ids).keys() == MEMORIES_STAY
    assert holding(after, users).keys() == USERS_STAY
    assert _of_tombstones(after, ids)
    assert "logs" in {one.place for one in after}
    queue.drop_dead()
