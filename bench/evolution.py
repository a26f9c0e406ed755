"""`./dev bench evolution`: is a repetition known, a change noticed, and nothing ended by mistake?

Tells each labelled chain of facts to an empty memory and looks at what became of the last one: with
the rules' decisions, and with none (append). Of the unseen half only the figures are printed.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.evolution_memory import EvolutionMemory
from bench.report import machine, print_facts, print_table
from mneme.domain.task import Decision

DATA = Path(__file__).parent / "data" / "evolution"
EXPECTED = {
    "same": {Decision.SKIP},
    "detail": {Decision.MERGE, Decision.UPDATE},
    "changed": {Decision.UPDATE, Decision.DELETE},
    "similar": {Decision.ADD},
    "contradiction": {Decision.UPDATE, Decision.DELETE},
    "back": {Decision.UPDATE, Decision.DELETE},
    "late": {Decision.ADD},
}
"""What is to become of the last fact of a chain, by its class."""

ENDING = {Decision.UPDATE, Decision.DELETE}
HEADER = [
    "chains", "n", "right", "accuracy", "wrongly ended", "lost", "wrongly joined", "duplicates",
    "stale",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chain:
    """Facts with the days they were said on, in the order they are told in."""

    id: str
    kind: str
    language: str
    told: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a chain: the last decision, and what its memory says in the end."""

    chain: Chain
    decision: Decision
    current: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether the decision is one of those expected, and nothing that ended is current."""
        return self.decision in EXPECTED[self.chain.kind] and not self.stale

    @property
    def ended(self) -> bool:
        """Whether a memory that still holds was ended by one that does not say the same."""
        return self.decision in ENDING and self.chain.kind in {"similar", "late"}

    @property
    def lost(self) -> bool:
        """Whether a fact that is news was taken for known."""
        return self.decision is Decision.SKIP and not self._expects(Decision.SKIP)

    @property
    def joined(self) -> bool:
        """Whether two facts were made one that are two."""
        return self.decision is Decision.MERGE and not self._expects(Decision.MERGE)

    @property
    def duplicate(self) -> bool:
        """Whether what is known already was added."""
        added = self.decision is Decision.ADD
        return added and self._expects(Decision.SKIP, Decision.MERGE)

    @property
    def stale(self) -> bool:
        """Whether a value is current that has ended."""
        if self.chain.kind not in {"changed", "contradiction", "back", "late"}:
            return False
        newest = max(self.chain.told)[1]
        return any(text != newest for text in self.current)

    def _expects(self, *decisions: Decision) -> bool:
        return bool(EXPECTED[self.chain.kind] & set(decisions))


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench evolution", description=__doc__)
    parser.add_argument("--half", choices=("seen", "unseen"), default="seen")
    parser.add_argument("--show", action="store_true", help="the seen half: what went wrong")
    options = parser.parse_args(arguments)
    chains = load(options.half)
    print_facts(machine() | {"half": options.half, "chains": len(chains)})
    for name, decides in (("decide, by rules", True), ("append", False)):
        started = time.perf_counter()
        outcomes = list(tell(chains, decides=decides))
        facts = sum(len(chain.told) for chain in chains)
        took = (time.perf_counter() - started) / facts * 1000
        print_facts({"mode": name, "time": f"{took:.1f} ms a fact"})
        print_table(HEADER, list(_rows(outcomes)))
        if options.show and decides and options.half == "seen":
            _print_mistakes(outcomes)


def load(half: str) -> list[Chain]:
    """Return the chains of a half."""
    lines = (DATA / f"{half}.jsonl").read_text("utf-8").splitlines()
    rows = map(json.loads, lines)
    return [
        Chain(row["id"], row["class"], row["language"], tuple(map(tuple, row["told"])))
        for row in rows
    ]


def tell(chains: Iterable[Chain], *, decides: bool) -> Iterator[Outcome]:
    """Tell each chain to an empty memory and yield what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        memory = EvolutionMemory(Path(folder), decides=decides)
        for chain in chains:
            decisions = [memory.tell(chain.id, day, text) for day, text in chain.told]
            yield Outcome(chain, decisions[-1], memory.current(chain.id).texts)


def _rows(outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    yield _row("all", outcomes)
    for language in ("en", "zh"):
        yield _row(language, [one for one in outcomes if one.chain.language == language])
    for kind in EXPECTED:
        yield _row(kind, [one for one in outcomes if one.chain.kind == kind])


def _row(name: str, outcomes: Sequence[Outcome]) -> list[str]:
    right = sum(one.right for one in outcomes)
    faults = (
        [one.ended for one in outcomes],
        [one.lost for one in outcomes],
        [one.joined for one in outcomes],
        [one.duplicate for one in outcomes],
        [one.stale for one in outcomes],
    )
    accuracy = f"{right / len(outcomes):.2f}" if outcomes else "-"
    return [name, str(len(outcomes)), str(right), accuracy, *(str(sum(each)) for each in faults)]


def _print_mistakes(outcomes: Iterable[Outcome]) -> None:
    for one in outcomes:
        if not one.right:
            told = " | ".join(text for _, text in one.chain.told)
            print(f"{one.chain.kind}: {told} -> {one.decision}; now {', '.join(one.current)}")
