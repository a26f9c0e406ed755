"""One transaction may name a row once: what updates the same row becomes one action."""

from collections.abc import Iterable

from mneme.application.ports.table_store import Action, All, Condition, Key, Update


def united(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions with those that update one row made one, under all of their conditions.

    A transaction is done wholly or not at all, so that each condition holds for all of it anyway.
    """
    updates: dict[tuple[str, Key], Update] = {}
    others: list[Action] = []
    for action in actions:
        if not isinstance(action, Update):
            others.append(action)
            continue
        place = (action.table, action.key)
        earlier = updates.get(place)
        updates[place] = action if earlier is None else _one(earlier, action)
    return (*others, *updates.values())


def _one(earlier: Update, later: Update) -> Update:
    conditions = _parts(earlier.condition) + _parts(later.condition)
    distinct = tuple(one for at, one in enumerate(conditions) if one not in conditions[:at])
    condition = distinct[0] if len(distinct) == 1 else All(distinct) if distinct else None
    changes = (*earlier.changes, *later.changes)
    return Update(earlier.table, earlier.key, changes, condition)


def _parts(condition: Condition | None) -> tuple[Condition, ...]:
    if condition is None:
        return ()
    return condition.conditions if isinstance(condition, All) else (condition,)
