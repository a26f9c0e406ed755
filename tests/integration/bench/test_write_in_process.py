"""The parts of `./dev bench write` that run the use cases themselves, on the real embedder."""

from bench.latency import Latencies
from bench.write import capacity_table, steps, targets
from bench.write.capacity import measure


def test_capacity_is_counted_for_every_step_and_decision() -> None:
    capacity = measure(memories=3, recalls=1)

    shown = {row[0]: row for row in capacity_table.rows(capacity)}
    assert {"ADD", "SKIP", "UPDATE", "MERGE", "DELETE"} <= set(shown)
    assert 0 < capacity.steps["SKIP"].commits < capacity.steps["ADD"].commits
    assert capacity.recalls[0].read > 0
    assert float(shown["whole add"][2]) > float(shown["add, accepted"][2]) > 0
    assert capacity.facts > 0
    fast = Latencies("add")
    fast.values = [1.0]
    assert [row[3] for row in targets.rows(fast, fast, capacity)][-3:] == ["yes"] * 3


def test_every_phase_is_timed_by_its_parts() -> None:
    timed = steps.measure(adds=2)

    parts = {(row[0], row[1]) for row in steps.rows(timed)}
    assert timed.facts > 0
    assert {
        ("accept", "validate"),
        ("accept", "gate"),
        ("accept", "encrypt"),
        ("accept", "write rows"),
        ("accept", "send"),
        ("extract", "extract"),
        ("extract", "commit"),
        ("evolve", "embed"),
        ("evolve", "find similar"),
        ("evolve", "judge"),
        ("evolve", "commit"),
        ("index", "write documents"),
    } <= parts
