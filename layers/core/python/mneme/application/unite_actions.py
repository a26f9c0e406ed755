"""One transaction may name a row once: what updates the same row becomes one action."""

from collections.abc import Iterable
from dataclasses import replace

from mneme.application.ports.table_store import Action, Key, Update


def united(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions with those that update one row made one, under the first's condition."""
    updates: dict[tuple[str, Key], Update] = {}
    others: list[Action] = []
    for action in actions:
        if not isinstance(action, Update):
            others.append(action)
            continue
        place = (action.table, action.key)
        earlier = updates.get(place)
        changes = action.changes if earlier is None else (*earlier.changes, *action.changes)
        updates[place] = replace(earlier or action, changes=changes)
    return (*others, *updates.values())
