"""`./dev bench extraction`: are the right facts taken from messages, and nothing else?

Extracts from each labelled message by itself and prints precision, recall and junk: by the rules,
or with `--endpoint` by a model. Of the unseen half only totals are printed, so that whoever works
on the rules does not learn what it holds.
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from bench import extraction_models
from bench.extraction_labels import LabelledMessage, load
from bench.extraction_models import Measured
from bench.extraction_score import Date, Outcome, Score, judge, total
from bench.report import machine, print_facts, print_table

SEEN, UNSEEN = "seen", "unseen"
HEADER = ["messages", "n", "labels", "found", "facts", "right", "precision", "recall", "junk"]


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench extraction", description=__doc__)
    parser.add_argument("--half", choices=(SEEN, UNSEEN), default=SEEN)
    parser.add_argument("--show", action="store_true", help="the seen half: what went wrong")
    parser.add_argument("--first", type=int, help="only so many messages of each kind and language")
    parser.add_argument("--endpoint", metavar="URL", help="an OpenAI-compatible server's …/v1")
    parser.add_argument("--model", default="default", help="the model's name for that server")
    parser.add_argument("--seconds", type=float, default=300.0, help="at most for one message")
    options = parser.parse_args(arguments)
    messages = first_of_each_kind(load(options.half), options.first)
    measured = _measured(options)
    print_facts(machine() | {"half": options.half, "extractor": measured.name})
    outcomes, seconds = measure(measured, messages)
    if not outcomes:
        return
    if options.half == SEEN and options.show:
        _print_mistakes(outcomes)
    print_results(outcomes, seconds, by_kind=options.half == SEEN)
    if measured.counts:
        told = ", ".join(f"{n} {code}" for code, n in sorted(measured.counts.items()))
        print_facts({"model": told})


def _measured(options: argparse.Namespace) -> Measured:
    if options.endpoint is None:
        return extraction_models.rules()
    key = os.environ.get("MNEME_LLM_API_KEY")
    return extraction_models.endpoint(options.endpoint, options.model, key, options.seconds)


def first_of_each_kind(
    messages: Sequence[LabelledMessage], number: int | None
) -> list[LabelledMessage]:
    """Return the first messages of each kind and language, all of them without a number."""
    taken: Counter[tuple[str, str]] = Counter()
    kept = []
    for message in messages:
        taken[message.kind, message.language] += 1
        if number is None or taken[message.kind, message.language] <= number:
            kept.append(message)
    return kept


def measure(measured: Measured, messages: Sequence[LabelledMessage]) -> tuple[list[Outcome], float]:
    """Return what became of each message, and the seconds; an interrupt ends it before the last."""
    started = time.perf_counter()
    outcomes: list[Outcome] = []
    try:
        outcomes.extend(judge(each, measured.extract(each.conversation())) for each in messages)
    except KeyboardInterrupt:
        print(f"\ninterrupted after {len(outcomes)} of {len(messages)} messages")
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
            "time": f"{seconds / len(outcomes) * 1e3:.1f} ms a message",
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
