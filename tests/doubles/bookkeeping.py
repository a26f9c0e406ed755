"""Is what is counted and logged what is stored? Asked of the rows themselves."""

from collections import Counter as Tally

from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.row_keys import counter_key
from mneme.domain.counting import counted, counters_of
from tests.doubles.world import World

Counts = dict[tuple[str, str], tuple[int, int]]


def stored_counts(world: World) -> Counts:
    """Return (memories, important) by counter row, but for those that stand at zero."""
    found = {
        (str(row["pk"]), str(row["sk"])): (row["memories"], row["important"])
        for row in world.rows("counters")
    }
    return {key: counts for key, counts in found.items() if counts != (0, 0)}  # type: ignore[misc]


def true_counts(world: World) -> Counts:
    """Return the same, counted from the heads."""
    memories: Tally[tuple[str, str]] = Tally()
    important: Tally[tuple[str, str]] = Tally()
    for row in world.rows("heads"):
        head = head_of(row)
        for counter in counters_of(head) if counted(head) else ():
            place = counter_key(str(row["pk"]), counter)
            memories[place.partition, str(place.sort)] += 1
            important[place.partition, str(place.sort)] += head.is_important
    return {key: (memories[key], important[key]) for key in memories}


def log_is_dense(world: World) -> bool:
    """Return whether each user's change records are numbered 1, 2, … up to the head's number."""
    numbers: dict[str, list[int]] = {}
    heads: dict[str, int] = {}
    for row in world.rows("change_log"):
        if row["sk"] == "@head":
            heads[str(row["pk"])] = int(row["sequence"])  # type: ignore[call-overload]
        else:
            numbers.setdefault(str(row["pk"]), []).append(int(str(row["sk"])))
    dense = {user: list(range(1, last + 1)) for user, last in heads.items()}
    return {user: sorted(listed) for user, listed in numbers.items()} == dense
