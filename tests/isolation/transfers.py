"""What somebody takes out is their own."""

import json
from collections.abc import Iterator
from typing import Any

from tests.doubles.export_lines import LINE
from tests.isolation.play import Play
from tests.isolation.programs import Actor, canary


def only_theirs(play: Play, actor: Actor, content: str) -> dict[str, Any]:
    """Return a file as it is imported, after it was seen that it holds nothing of others."""
    header, *memories, footer = map(json.loads, content.splitlines())
    assert header["user_id"] == str(play.cast.users[actor.user])
    assert footer["memories"] + footer["messages"] == len(memories)
    others = dict(_of_others(play, actor))
    assert not {one["memory_id"] for one in memories} & set(others)
    assert not [word for word in others.values() if word in content]
    return {"header": header, "lines": memories or [LINE]}


def _of_others(play: Play, actor: Actor) -> Iterator[tuple[str, str]]:
    for memory_id, home in play.homes.items():
        if home.actor != actor:
            yield memory_id, canary(home)
