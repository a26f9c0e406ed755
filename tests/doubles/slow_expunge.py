"""An `IndexExpunge` that takes as many steps as a test says, and fails as often."""

from dataclasses import dataclass, field

from mneme.domain.errors import MnemeError


@dataclass
class SlowExpunge:
    """Counts what it was asked, run by run; `outages` are raised first, one a call."""

    steps: int = 2
    outages: list[MnemeError] = field(default_factory=list)
    begun: int = 0
    places: list[str | None] = field(default_factory=list)

    def further(self, cursor: str | None) -> str | None:
        """Return the number of the next step, None behind the last one."""
        self.places.append(cursor)
        if self.outages:
            raise self.outages.pop(0)
        self.begun += cursor is None
        following = 1 if cursor is None else int(cursor) + 1
        return None if following > self.steps else str(following)
