"""What comes in is linked to the memories that it was linked to, wherever they are."""

import json
from typing import Any

from mneme.contracts.http.user_import import UserImportRequest
from mneme.domain.purge import PurgeTarget
from tests.doubles.sessions import SESSION, close, tell
from tests.doubles.transfer import export_lines, imported
from tests.doubles.world import World

OTHER = "u-other"


def passed_on() -> tuple[World, list[dict[str, Any]]]:
    """Return a world whose user has a memory of a session, and the one that it became."""
    world = World()
    tell(world, "Lives in Oslo", is_important=True)
    close(world)
    return world, export_lines(world)


def linked(lines: list[dict[str, Any]]) -> dict[str, str]:
    """Return the contents of the memories that others superseded, by those of these."""
    by_id = {line["memory_id"]: line for line in lines[1:-1]}
    return {
        f"{line['level']} {line['revisions'][-1]['content']}": by_id[name]["level"]
        for line in by_id.values()
        if (name := line["revisions"][-1]["superseded_by"]) in by_id
    }


def test_across_places_that_were_purged_before_at_different_times() -> None:
    world, lines = passed_on()
    assert linked(lines) == {"SESSION Lives in Oslo": "APP"}
    place = PurgeTarget(SESSION.app_id, SESSION.session_id)
    world.purge_memory(world.acme, OTHER, place)

    assert imported(world, lines, OTHER).progress.changed == 2

    assert linked(export_lines(world, OTHER)) == linked(lines)


def test_in_calls_of_their_own_too() -> None:
    world, lines = passed_on()
    world.purge_memory(world.acme, OTHER, PurgeTarget(SESSION.app_id, SESSION.session_id))

    for line in lines[1:-1]:
        imported(world, [lines[0], line, lines[-1]], OTHER)

    assert linked(export_lines(world, OTHER)) == linked(lines)


def test_a_file_that_does_not_say_where_they_are_is_taken() -> None:
    _, lines = passed_on()
    for line in lines[1:-1]:
        del line["elsewhere"]

    body = {"user_id": OTHER, "header": lines[0], "lines": lines[1:-1]}

    told = UserImportRequest.model_validate_json(json.dumps(body)).told()
    assert [line["elsewhere"] for line in told] == [[], []]
