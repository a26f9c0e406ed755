"""The certificate of an erasure: what was destroyed, what is left, and until when (DESIGN §15)."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from mneme.application.privacy.purge_order import Purge, PurgeOrder
from mneme.application.repositories.row_keys import KEYS
from mneme.domain.erasure import Store
from mneme.domain.errors import NotFound
from mneme.domain.job import JobName
from mneme.domain.purge import PurgeTarget
from mneme.domain.signed_statement import key_id
from tests.doubles.certified import CLOUD, a_cloud, certified, handed_out, night, verified
from tests.doubles.made import an_app
from tests.doubles.managing import told
from tests.doubles.purging import EVERYTHING, OWNER
from tests.doubles.world import USER, World

APP = an_app("planner")


def _lapse(certificate: dict[str, Any], name: str) -> datetime:
    lapses_at = certificate["statement"]["residues"][name]["lapses_at"]
    return datetime.fromisoformat(lapses_at)


def _at(certificate: dict[str, Any], name: str) -> datetime:
    return datetime.fromisoformat(certificate["statement"][name])


@pytest.fixture
def world() -> World:
    """Return a world of a user with a memory everywhere and one in an app."""
    world = a_cloud()
    told(world, "Likes tea")
    told(world, "Plans ahead", APP)
    return world


def test_what_is_erased_at_once_is_certified_with_its_keys(world: World) -> None:
    (key,) = world.rows(KEYS)
    certificate = certified(world)

    statement = certificate["statement"]
    assert verified(world, certificate) == []
    assert (statement["request"], statement["extent"]) == ("user/erase", "everything")
    assert (statement["claim"], statement["status"]) == ("keys_destroyed", "pending")
    assert statement["destroyed"]["memories"] == 2
    assert statement["destroyed"]["data_keys"] == 1
    (row,) = [row for row in world.rows(KEYS) if "wrapped" not in row]
    assert statement["keys"] == {
        "1": {
            "fingerprint": row["fingerprint"],
            "due_at": None,
            "destroyed_at": row["destroyed_at"],
        }
    }
    assert key["sk"] == "0000000001"


def test_each_residue_lapses_when_its_window_closes(world: World) -> None:
    certificate = certified(world)

    deleted = _at(certificate, "deleted_at")
    destroyed = datetime.fromisoformat(certificate["statement"]["keys"]["1"]["destroyed_at"])
    assert _lapse(certificate, "key_backups") == destroyed + CLOUD.keys
    assert _lapse(certificate, "key_caches") == destroyed + timedelta(minutes=5)
    assert _lapse(certificate, "table_backups") == deleted + CLOUD.tables
    assert _lapse(certificate, "change_stream") == deleted + CLOUD.stream
    assert _lapse(certificate, "search_snapshots") == deleted + CLOUD.search
    assert _at(certificate, "complete_at") == deleted + CLOUD.tables


def test_it_is_complete_when_the_longest_residue_has_lapsed_and_not_before(world: World) -> None:
    first = certified(world)
    job_id = "erase-2"

    night(world, days=34.9)
    assert handed_out(world, job_id) == first
    night(world, days=0.2)

    last = handed_out(world, job_id)
    assert (last["statement"]["status"], last["statement"]["issue"]) == ("complete", 2)
    assert verified(world, last) == []
    assert verified(world, first) == []
    night(world, days=100)
    assert handed_out(world, job_id) == last


def test_a_purge_says_when_its_keys_go_and_then_that_they_are_gone(world: World) -> None:
    first = certified(world, JobName.PURGE)
    due = first["statement"]["keys"]["1"]["due_at"]
    assert first["statement"]["claim"] == "keys_dated"
    assert datetime.fromisoformat(due) == _at(first, "hidden_at") + timedelta(days=30)
    assert _lapse(first, "data_keys") == datetime.fromisoformat(due)
    assert _lapse(first, "key_backups") == datetime.fromisoformat(due) + CLOUD.keys

    for _ in range(29):
        night(world)
    assert handed_out(world, "purge-2") == first
    night(world, days=2)

    then = handed_out(world, "purge-2")["statement"]
    assert (then["claim"], then["issue"], then["status"]) == ("keys_destroyed", 2, "pending")
    assert datetime.fromisoformat(then["keys"]["1"]["destroyed_at"]) > _lapse(first, "data_keys")
    assert "data_keys" not in then["residues"]
    night(world, days=10)
    assert handed_out(world, "purge-2")["statement"]["status"] == "complete"


def test_keys_that_an_erasure_ends_early_end_for_the_purge_before_it_too(world: World) -> None:
    certified(world, JobName.PURGE)
    erased = certified(world)

    night(world)

    then = handed_out(world, "purge-2")["statement"]
    assert then["claim"] == "keys_destroyed"
    assert then["keys"]["1"]["destroyed_at"] == erased["statement"]["keys"]["1"]["destroyed_at"]


@pytest.mark.parametrize("target", [PurgeTarget("planner"), PurgeTarget(session_id="s-1")])
def test_of_a_scope_nothing_is_claimed_but_the_deletion(world: World, target: PurgeTarget) -> None:
    certificate = certified(world, JobName.PURGE, target)

    statement = certificate["statement"]
    assert verified(world, certificate) == []
    assert statement["extent"] == ("app" if target.app_id else "session")
    assert (statement["claim"], statement["keys"]) == ("deleted", {})
    assert statement["destroyed"]["memories"] == (1 if target.app_id else 0)
    assert {"table_backups", "search_snapshots"} <= statement["residues"].keys()
    assert not {"key_backups", "key_caches"} & statement["residues"].keys()


def test_who_may_have_kept_texts_is_named_and_not_waited_for() -> None:
    world = a_cloud(providers=("bedrock", "endpoint"))
    world.tenant_choices.providers.set(world.acme, ("endpoint", "unknown"))

    certificate = certified(world)

    assert certificate["statement"]["model_providers"] == ["endpoint"]
    residue = certificate["statement"]["residues"]["model_providers"]
    assert (residue["lapses_at"], "endpoint" in residue["holds"]) == (None, True)
    night(world, days=36)
    assert handed_out(world, "erase-2")["statement"]["status"] == "complete"


def test_at_home_only_processes_and_the_disk_are_left() -> None:
    world = World()
    told(world, "Likes tea")

    residues = certified(world)["statement"]["residues"]

    assert residues.keys() == {"key_caches", "this_machine"}
    assert residues["this_machine"]["lapses_at"] is None


def test_while_no_key_signs_the_purge_ends_and_the_night_signs(world: World) -> None:
    keys = world.durable.certificate_keys
    keys.down = True

    with pytest.raises(NotFound):
        certified(world)

    assert world.jobs.show.find(OWNER, "erase-2") is not None
    keys.down = False
    night(world, days=0.5)
    certificate = handed_out(world, "erase-2")
    assert (certificate["statement"]["issue"], verified(world, certificate)) == (1, [])


def test_another_key_signs_what_comes_and_what_was_signed_before_verifies(world: World) -> None:
    first = certified(world)
    world.durable.certificate_keys.rotate()

    night(world, days=36)

    last = handed_out(world, "erase-2")
    old, new = map(key_id, world.durable.certificate_keys.public_keys())
    assert [one["signed_by"]["key_id"] for one in (first, last)] == [old, new]
    assert verified(world, first) == verified(world, last) == []


def test_no_word_of_a_memory_is_in_it(world: World) -> None:
    told(world, "Is a xylophonist", fact_key="xylophone", custom_tags={"job": "xylophonist"})

    certified(world)

    assert world.rows("certificates")
    assert not any("xyloph" in str(row) for row in world.rows("certificates"))


def test_certifying_twice_changes_nothing(world: World) -> None:
    first = certified(world)
    order = PurgeOrder(EVERYTHING, 2, world.clock.now(), counts={Store.MEMORIES: 3})
    purge = Purge(world.acme, USER, order, world.clock.now(), erases=True)

    world.certificates.certify(purge, "erase-2")

    assert handed_out(world, "erase-2") == first


def test_a_certificate_is_found_by_its_job_alone(world: World) -> None:
    certified(world)

    for job_id in ("erase-3", "purge-2", "erase-", "erase-٢", "2", ""):
        with pytest.raises(NotFound):
            handed_out(world, job_id)
    with pytest.raises(NotFound):
        world.certificates.show.of_job(world.acme, "u-2", "erase-2")
