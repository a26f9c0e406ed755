"""How much was looked at for each thing that must hold, and what did not."""

from collections import Counter
from collections.abc import Iterable

SHOWN = 5
"""Examples of a violation that are kept."""


class Findings:
    """A row for each thing that must hold."""

    def __init__(self) -> None:
        self.examples: dict[str, list[str]] = {}
        self._looked: Counter[str] = Counter()
        self._violated: Counter[str] = Counter()

    def look(self, what: str, at: int, violations: Iterable[str] = ()) -> None:
        """Note how many were looked at, and what was wrong with them."""
        self._looked[what] += at
        for violation in violations:
            self._violated[what] += 1
            shown = self.examples.setdefault(what, [])
            if len(shown) < SHOWN:
                shown.append(violation)

    def __add__(self, other: "Findings") -> "Findings":
        """Return what both found."""
        both = Findings()
        for one in (self, other):
            both._looked.update(one._looked)  # a sum would leave out what nobody met
            both._violated.update(one._violated)
            for what, examples in one.examples.items():
                both.examples[what] = [*both.examples.get(what, ()), *examples][:SHOWN]
        return both

    @property
    def violations(self) -> int:
        """Return how many there are in all."""
        return self._violated.total()

    def rows(self) -> list[list[str]]:
        """Return what must hold, looked at, violations."""
        return [
            [what, f"{count:,}", f"{self._violated[what]:,}"]
            for what, count in self._looked.items()
        ]
