"""The sections of `infra/dashboards.py` as the body of a CloudWatch dashboard."""

from collections.abc import Iterator, Sequence
from typing import Any

from infra.constructs.watched import Watched
from infra.dashboards import Graph, Section, Series

WIDTH = 24
ACROSS = 3
HEIGHT = 6
ALARMS_HEIGHT = 5
ALARMS_IN_WIDGET = 100
"""CloudWatch shows no more in one."""

Widget = dict[str, Any]


def dashboard_body(
    sections: Sequence[Section], watched: Watched, alarm_arns: Sequence[str], region: str
) -> dict[str, Any]:
    """Return the states of the alarms, and below them each section: a heading, then its graphs."""
    widgets: list[Widget] = []
    y = 0
    for first in range(0, len(alarm_arns), ALARMS_IN_WIDGET):
        shown = list(alarm_arns[first : first + ALARMS_IN_WIDGET])
        states = {"title": "Alarms", "alarms": shown, "sortBy": "stateUpdatedTimestamp"}
        place = _place(0, y, WIDTH, ALARMS_HEIGHT)
        widgets.append({"type": "alarm", **place, "properties": states})
        y += ALARMS_HEIGHT
    for section in sections:
        heading = {"markdown": f"## {section.heading}"}
        widgets.append({"type": "text", **_place(0, y, WIDTH, 1), "properties": heading})
        widgets += _graphs(section.graphs, y + 1, watched, region)
        y += 1 + HEIGHT * -(-len(section.graphs) // ACROSS)
    return {"widgets": widgets}


def _graphs(graphs: Sequence[Graph], y: int, watched: Watched, region: str) -> Iterator[Widget]:
    width = WIDTH // ACROSS
    for number, graph in enumerate(graphs):
        row, column = divmod(number, ACROSS)
        yield {
            "type": "metric",
            **_place(column * width, y + row * HEIGHT, width, HEIGHT),
            "properties": {
                "title": graph.title,
                "region": region,
                "view": "timeSeries",
                "period": graph.period,
                "metrics": [_line(series, watched) for series in graph.series],
                **_limit(graph),
            },
        }


def _line(series: Series, watched: Watched) -> list[Any]:
    metric = series.metric
    named = [part for pair in watched.dimensions(metric).items() for part in pair]
    shown = {"stat": metric.statistic, "label": series.label}
    return [watched.namespace(metric), metric.name, *named, shown]


def _limit(graph: Graph) -> dict[str, Any]:
    if graph.limit is None:
        return {}
    return {"annotations": {"horizontal": [{"label": "promised", "value": graph.limit}]}}


def _place(x: int, y: int, width: int, height: int) -> dict[str, int]:
    return {"x": x, "y": y, "width": width, "height": height}
