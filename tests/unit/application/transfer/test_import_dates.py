"""What comes in is looked after from the next day on, as old as it may be."""

from copy import deepcopy
from datetime import timedelta
from typing import Any

from mneme.domain.measures import Measured
from tests.doubles.export_lines import HEADER, LINE
from tests.doubles.lifecycle import lived
from tests.doubles.transfer import export_lines, imported
from tests.doubles.world import World

OTHER = "u-other"


def ago(world: World, days: float) -> str:
    """Return an instant so many days before now."""
    return (world.clock.now() - timedelta(days=days)).isoformat()


def old_lines(world: World) -> dict[str, dict[str, Any]]:
    """Return lines of which each would have been looked after long ago, by what they say."""
    old = ago(world, 500)
    past = {**LINE["revisions"][0], "created_at": old, "content": "Changed before."}
    parts: dict[str, dict[str, Any]] = {
        "Faded": {"weight_at": old},
        "Expired": {"expire_at": ago(world, 300)},
        "Expired at the beginning of time": {"expire_at": "0001-01-01T00:00:00+00:00"},
        "Deleted": {"status": "DELETED", "deleted_at": ago(world, 300)},
        "Archived": {"status": "ARCHIVED", "changed_at": old},
        "Superseded": {"status": "SUPERSEDED", "changed_at": old},
        "Doubtful": {"status": "CANDIDATE", "created_at": old, "changed_at": old},
        "Fresh": {"weight_at": ago(world, 0)},
        "Changed": {"weight_at": ago(world, 0), "revision": 2, "past_since": ago(world, 400)},
    }
    lines = {}
    for number, (text, part) in enumerate(parts.items()):
        line = deepcopy(LINE) | part | {"memory_id": f"01KJKB3Q0000000000000{number:05d}"}
        (said,) = line["revisions"]
        line["revisions"] = [past] * (line["revision"] - 1) + [
            {**said, "content": text, "revision": line["revision"], "created_at": ago(world, 400)}
        ]
        lines[text] = line
    return lines


def states(world: World) -> dict[str, tuple[str, int]]:
    """Return the statuses of what there is, and how many revisions, by what it says."""
    lines = export_lines(world, OTHER)[1:-1]
    return {
        one["revisions"][-1]["content"]: (one["status"], len(one["revisions"])) for one in lines
    }


def test_what_is_due_is_archived_purged_or_pruned_by_the_next_daily_run_and_nothing_is_late() -> (
    None
):
    world = World()
    lines = old_lines(world)
    assert imported(world, [HEADER, *lines.values(), {}], OTHER).progress.changed == len(lines)

    lived(world, days=1)

    assert states(world) == {
        "Faded": ("ARCHIVED", 1),
        "Expired": ("ARCHIVED", 1),
        "Expired at the beginning of time": ("ARCHIVED", 1),
        "Fresh": ("ACTIVE", 1),
        "Changed": ("ACTIVE", 1),
    }
    assert Measured.LIFECYCLE_LATE not in [one.what for _, one in world.metrics.measures]
