"""`./dev bench extraction`: are the right facts taken from messages, and nothing else?

Extracts from each labelled message by itself and prints precision, recall and junk. Of the unseen
half only totals are printed, so that whoever works on the rules does not learn what it holds.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence

from bench.extraction_labels import LabelledMessage, load
from bench.extraction_score import Date, Outcome, Score, judge, total
from bench.report import machine, print_facts, print_table
from mneme.domain.conversation import Conversation
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.fact import Fact

Extract = Callable[[Conversation], Sequence[Fact]]
"""What is measured: the facts of a conversation."""

SEEN, UNSEEN = "seen", "unseen"
HEADER = ["messages", "n", "labels", "found", "facts", "right", "precision", "recall", "junk"]


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench extraction", description=__doc__)
    parser.add_argument("--half", choices=(SEEN, UNSEEN), default=SEEN)
    parser.add_argument("--show", action="store_true", help="the seen half: what went wrong")
    options = parser.parse_args(arguments)
    messages = load(options.half)
    print_facts(machine() | {"half": options.half, "extractor": "deterministic"})
    outcomes, seconds = _measure(extract_facts, messages)
    if options.half == SEEN and options.show:
        _print_mistakes(outcomes)
    print_results(outcomes, seconds, by_kind=options.half == SEEN)


def _measure(extract: Extract, messages: Sequence[LabelledMessage]) -> tuple[list[Outcome], float]:
    started = time.perf_counter()
    outcomes = [judge(message, extract(message.conversation())) for message in messages]
    return outcomes, time.perf_counter() - started


def print_results(outcomes: Sequence[Outcome], seconds: float, *, by_kind: bool) -> None:
    """Print the tables of one run."""
    print_table(HEADER, list(_rows(outcomes, by_kind=by_kind)))
    score = total(outcomes)
    print_facts(
        {
            "one-offs kept": f"{score.one_offs_kept} of {score.one_offs}",
            "fact keys": ", ".join(f"{n} {name}" for name, n in sorted(score.keys.items())),
            "categories": f"{score.categories[True]} of {score.found} as labelled",
            "dates": ", ".join(f"{score.dates[each]} {each}" for each in Date),
            "time": f"{seconds / len(outcomes) * 1e6:.0f} µs a message",
        }
    )


def _rows(outcomes: Sequence[Outcome], *, by_kind: bool) -> Iterator[list[str]]:
    yield _row("all", total(outcomes))
    for language in ("en", "zh"):
        spoken = [outcome for outcome in outcomes if outcome.message.language == language]
        yield _row(language, total(spoken))
    kinds = dict.fromkeys(outcome.message.kind for outcome in outcomes) if by_kind else ()
    for kind in kinds:
        yield _row(kind, total(outcome for outcome in outcomes if outcome.message.kind == kind))


def _row(name: str, score: Score) -> list[str]:
    counts = (score.messages, score.labels, score.found, score.facts, score.right)
    return [
        name,
        *map(str, counts),
        f"{score.precision:.3f}" if score.facts else "-",
        f"{score.recall:.3f}" if score.labels else "-",
        f"{score.junk} of {score.empty}" if score.empty else "-",
    ]


def _print_mistakes(outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        found = [label for label, _ in outcome.found]
        missed = [label for label in outcome.message.durable if label not in found]
        if all(outcome.right) and not missed:
            continue
        print(f"\n{outcome.message.id}: {outcome.message.content}")
        for fact, right in zip(outcome.facts, outcome.right, strict=True):
            print(f"  {'   ' if right else 'BAD'} {fact.text}")
        for label in missed:
            print(f"  MISSED {label.must_contain}")
