"""How users spread over shards of the index and partitions of the tables, by simulation."""

import math
from dataclasses import dataclass

import numpy as np

from bench.scale.cost import GB
from bench.scale.inputs import Assumptions, FactsOfUsers

SEED = 1
AT_ONCE = 5_000_000
PARTITION_BYTES = 10 * GB
PARTITION_WRITES = 1_000


@dataclass(frozen=True)
class Spread:
    """Memories (facts and messages) of users, and what holds them.

    `fullest` is the fullest shard's memories in mean ones; `largest` the most of one user.
    """

    users: int
    memories: int
    largest: int
    index_gb: float
    shards: int
    fullest: float
    nodes: int
    cells: int


def simulate(users: int, told: Assumptions) -> Spread:
    """Return how so many users spread, each with all it has in one shard and one partition.

    A cell is a stage of its own: at most `most_nodes` nodes search for it.
    """
    random = np.random.default_rng(SEED)
    expected = _memories(random, told.facts_a_user, told.messages_a_fact, 100_000).mean()
    index_gb = users * float(expected) * told.index_bytes_a_memory / GB
    shards = max(1, math.ceil(index_gb / told.shard_gb))
    held = np.zeros(shards)
    largest = 0
    for start in range(0, users, AT_ONCE):
        count = min(AT_ONCE, users - start)
        memories = _memories(random, told.facts_a_user, told.messages_a_fact, count)
        held += np.bincount(random.integers(0, shards, count), memories, shards)
        largest = max(largest, int(memories.max()))
    nodes = max(
        math.ceil(shards * told.search_copies / told.shards_a_node),
        math.ceil(index_gb * told.search_copies / told.gb_a_node),
        told.search_copies,
    )
    return Spread(
        users,
        int(held.sum()),
        largest,
        index_gb,
        shards,
        float(held.max() / held.mean()),
        nodes,
        math.ceil(nodes / told.most_nodes),
    )


def partitions(stored_bytes: float, writes_a_second: float) -> int:
    """Return how many partitions a table of so many bytes and write units has at least."""
    return max(
        1, math.ceil(stored_bytes / PARTITION_BYTES), math.ceil(writes_a_second / PARTITION_WRITES)
    )


def _memories(
    random: np.random.Generator, facts: FactsOfUsers, messages_a_fact: float, count: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    drawn = random.lognormal(math.log(facts.median), facts.sigma, count)
    return np.minimum(drawn, facts.most) * (1 + messages_a_fact)
