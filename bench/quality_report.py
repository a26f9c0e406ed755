"""What a run of the quality benchmark has seen, and how it is printed."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bench.evidence import SCORE_HEADER, score
from bench.latency import LATENCY_HEADER, Latencies
from bench.locomo import CATEGORIES, Question
from bench.report import print_facts, print_table


class QualityRun:
    """One ranking a question for each method, and what became of every request."""

    def __init__(self, methods: Sequence[str]) -> None:
        self.questions: list[Question] = []
        self.rankings: dict[str, list[list[str]]] = {method: [] for method in methods}
        self.tasks: Counter[str] = Counter()
        self.add = Latencies("add, until accepted")
        self.recall = {method: Latencies(f"recall, {method}") for method in methods}
        self.degraded = 0
        self.out_of_time = 0
        self.evidence = 0
        self.evidence_in_facts = 0


def print_results(run: QualityRun) -> None:
    """Print evidence found by category and method, times, and what became of the tasks."""
    print_table(["category", "method", *SCORE_HEADER], list(score_rows(run)))
    asked = [latencies for latencies in run.recall.values() if latencies.values]
    print_table(LATENCY_HEADER, [latencies.row() for latencies in (run.add, *asked)])
    print_facts(
        {
            "tasks DONE": _share(run.tasks["DONE"], run.tasks.total()) + _other_states(run),
            "recalls": f"{run.degraded} degraded, {run.out_of_time} out of time",
            "evidence in facts": _share(run.evidence_in_facts, run.evidence)
            + " turns are a source of a fact (asked in the turn's own words:"
            " facts only, top_k 50, min_relevance 0)",
        }
    )


def score_rows(run: QualityRun) -> Iterator[list[str]]:
    """Yield a table's row for each category that was asked, and each method."""
    for category in ("all", *CATEGORIES.values()):
        places = [
            place
            for place, question in enumerate(run.questions)
            if category in ("all", question.category)
        ]
        if not places:
            continue
        questions = [run.questions[place] for place in places]
        for method, rankings in run.rankings.items():
            found = score(questions, [rankings[place] for place in places])
            yield [category, method, *found.row()]


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _other_states(run: QualityRun) -> str:
    return "".join(f", {count} {state}" for state, count in run.tasks.items() if state != "DONE")
