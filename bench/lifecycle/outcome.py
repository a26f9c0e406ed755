"""What came of a simulation, or of several side by side."""

from collections import Counter as Tally
from dataclasses import dataclass, field

from bench.lifecycle.findings import Findings

Names = tuple[str, str]


@dataclass(frozen=True)
class Outcome:
    """Counts of what there was, of transitions, deeds and refusals, and what was found."""

    counts: Tally[str] = field(default_factory=Tally)
    edges: Tally[Names] = field(default_factory=Tally)
    deeds: Tally[str] = field(default_factory=Tally)
    refused: Tally[int] = field(default_factory=Tally)
    findings: Findings = field(default_factory=Findings)

    def __add__(self, other: "Outcome") -> "Outcome":
        """Return both together."""
        return Outcome(
            self.counts + other.counts,
            self.edges + other.edges,
            self.deeds + other.deeds,
            self.refused + other.refused,
            self.findings + other.findings,
        )
