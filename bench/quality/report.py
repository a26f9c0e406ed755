"""How a run of the quality benchmark is printed."""

from collections.abc import Iterator

from bench.latency import LATENCY_HEADER
from bench.quality.evidence import SCORE_HEADER, score
from bench.quality.run import QualityRun, Stage
from bench.quality.separation import area_under_curve
from bench.report import print_facts, print_table


def print_results(run: QualityRun) -> None:
    """Print evidence found by category and method, times, and what became of the requests."""
    print_table(["category", "method", *SCORE_HEADER], list(score_rows(run)))
    asked = [latencies for latencies in run.recall.values() if latencies.values]
    sent = [run.add] if run.add.values else []
    print_table(LATENCY_HEADER, [latencies.row() for latencies in (*sent, *asked)])
    facts = {"recalls": f"{run.degraded} degraded, {run.out_of_time} out of time"}
    facts |= dict(_never_said(run))
    if run.tasks:
        facts["tasks DONE"] = _share(run.tasks["DONE"], run.tasks.total()) + _other_states(run)
    if run.evidence:
        facts["evidence in facts"] = (
            _share(run.evidence_in_facts, run.evidence)
            + " turns are a source of a fact (asked in the turn's own words:"
            " facts only, top_k 50, min_relevance 0)"
        )
    if run.stage.questions:
        facts["candidate stage"] = _stage(run.stage)
    print_facts(facts)


def score_rows(run: QualityRun) -> Iterator[list[str]]:
    """Yield a table's row for each category that was asked, and each method."""
    asked = dict.fromkeys(question.category for question in run.questions)
    for category in ("all", *sorted(asked)):
        places = [
            place
            for place, question in enumerate(run.questions)
            if category in ("all", question.category)
        ]
        questions = [run.questions[place] for place in places]
        for method, rankings in run.rankings.items():
            found = score(questions, [rankings[place] for place in places])
            yield [category, method, *found.row()]


def _never_said(run: QualityRun) -> Iterator[tuple[str, str]]:
    for method, never_said in run.first_of_never_said.items():
        if never_said:
            area = area_under_curve(run.first[method], never_said)
            yield (
                f"category 5, {method}",
                f"AUC {area:.3f}: relevance of the first hit, {len(run.first[method])} questions"
                f" that turns answer against {len(never_said)} that nothing does",
            )


def _stage(stage: Stage) -> str:
    found, ranked, baseline, lost = (
        f"{share / stage.questions:.3f}"
        for share in (stage.found, stage.ranked, stage.baseline, stage.lost)
    )
    return (
        f"{found} of the evidence among the turns found, {ranked} among those of them that go on;"
        f" {baseline} among as many of plain BM25 over all turns, of which the stage lost {lost}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _other_states(run: QualityRun) -> str:
    return "".join(f", {count} {state}" for state, count in run.tasks.items() if state != "DONE")
