"""What came of what people did."""

from collections import Counter as Tally
from dataclasses import dataclass, field


@dataclass
class Told:
    """What came of what people did: how often each deed was done, refused with which code.

    `restores` counts attempts; `wrong` is what must not have happened.
    """

    deeds: Tally[str] = field(default_factory=Tally)
    refused: Tally[int] = field(default_factory=Tally)
    restores: int = 0
    recalled: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
