"""Numbers as CloudWatch keeps them: samples of series, which namespace and dimensions name."""

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

Series = tuple[str, str, frozenset[tuple[str, str]]]


@dataclass
class Recorded:
    """Samples by series. Each series is written in order of time.

    With `beneath`, what is recorded there is there too, but for the series that are `hidden`.
    """

    beneath: "Recorded | None" = None
    hidden: frozenset[tuple[str, str]] = frozenset()
    times: dict[Series, list[float]] = field(default_factory=lambda: defaultdict(list))
    values: dict[Series, list[float]] = field(default_factory=lambda: defaultdict(list))

    def put(
        self,
        at: float,
        namespace: str,
        name: str,
        value: float,
        dimensions: Mapping[str, str] | None = None,
    ) -> None:
        """Keep a sample."""
        series = (namespace, name, frozenset((dimensions or {}).items()))
        self.times[series].append(at)
        self.values[series].append(value)

    def put_line(self, at: float, line: str) -> None:
        """Keep what a line of the embedded metric format says, as CloudWatch reads it."""
        told = json.loads(line)
        for directive in told["_aws"]["CloudWatchMetrics"]:
            for names in directive["Dimensions"]:
                dimensions = {name: told[name] for name in names}
                for metric in directive["Metrics"]:
                    held = told[metric["Name"]]
                    for value in held if isinstance(held, list) else [held]:
                        self.put(at, directive["Namespace"], metric["Name"], value, dimensions)

    def within(self, series: Series, start: float, end: float) -> list[float]:
        """Return the samples from `start` on, before `end`."""
        times = self.times.get(series, [])
        own = self.values.get(series, [])[bisect_left(times, start) : bisect_left(times, end)]
        if self.beneath is None or series[:2] in self.hidden:
            return own
        return self.beneath.within(series, start, end) + own
