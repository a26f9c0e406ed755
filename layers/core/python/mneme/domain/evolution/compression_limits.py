"""The numbers of compression without its rules, which read languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CompressionLimits:
    """The numbers of compression.

    `similar`: least similarity of any two memories that are made one. `fewest` and `most`: how
    many. `groups` and `tokens`: of how many one run asks a model, and how much it may use for that.
    """

    similar: float = 0.40
    fewest: int = 3
    most: int = 12
    groups: int = 10
    tokens: int = 40_000
