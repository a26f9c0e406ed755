"""What a run of the quality benchmark has seen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.latency import Latencies
from bench.quality.locomo import Question


@dataclass
class Stage:
    """How much of the evidence is left behind the candidate stage, in shares of it summed up."""

    questions: int = 0
    found: float = 0.0
    ranked: float = 0.0
    baseline: float = 0.0
    lost: float = 0.0


class QualityRun:
    """One ranking a question for each method, and what became of every request."""

    def __init__(self, asked: Sequence[str], baselines: Sequence[str]) -> None:
        self.questions: list[Question] = []
        self.rankings: dict[str, list[list[str]]] = {name: [] for name in (*asked, *baselines)}
        self.first: dict[str, list[float]] = {method: [] for method in asked}
        self.first_of_never_said: dict[str, list[float]] = {method: [] for method in asked}
        self.tasks: Counter[str] = Counter()
        self.add = Latencies("add, until accepted")
        self.recall = {method: Latencies(f"recall, {method}") for method in asked}
        self.degraded = 0
        self.out_of_time = 0
        self.evidence = 0
        self.evidence_in_facts = 0
        self.stage = Stage()
