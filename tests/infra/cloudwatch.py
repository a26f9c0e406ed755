"""CloudWatch's alarms over recorded numbers: what of it the alarms of a template use, and no more.

An evaluation looks at the last whole periods before an instant. What CloudWatch does besides,
looking further back where numbers are missing, makes it later, and no alarm another.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.infra.recorded import Recorded, Series
from tests.infra.synthesized import Template, plain

Number = float | None
_BETWEEN = re.compile(r"(PR|TC)\((\d*):(\d*)\)")
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "GreaterThanOrEqualToThreshold": operator.ge,
    "LessThanThreshold": operator.lt,
}
_OPERATORS: dict[type[ast.AST], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
}


def statistic(name: str, values: list[float]) -> Number:
    """Return a statistic of samples, None without any; KeyError for one that is not known here."""
    if not values:
        return None
    if between := _BETWEEN.fullmatch(name):
        what, low, high = between.groups()
        inside = [
            v for v in values if (not low or v > float(low)) and (not high or v <= float(high))
        ]
        return len(inside) if what == "TC" else 100 * len(inside) / len(values)
    if re.fullmatch(r"p\d\d", name):
        return sorted(values)[math.ceil(int(name[1:]) / 100 * len(values)) - 1]
    simple: dict[str, Callable[[list[float]], float]] = {
        "Average": lambda v: sum(v) / len(v),
        "Maximum": max,
        "Minimum": min,
        "Sum": sum,
    }
    return simple[name](values)


@dataclass(frozen=True)
class Alarms:
    """The alarms of a template over what was recorded. `quotas` are those of the account."""

    template: Template
    recorded: Recorded
    quotas: Mapping[str, float]

    def firing(self, now: float) -> set[str]:
        """Return the names of the alarms that fire at an instant, those on alarms among them."""
        plainly = {name for name, one in self._metric_alarms() if self._fires(one, now)}
        return plainly | {name for name, rule in self._composites() if rule <= plainly}

    def heard(self, now: float) -> set[str]:
        """Return those of them that tell anybody."""
        every = {**self.template.properties("AWS::CloudWatch::Alarm")}
        every |= self.template.properties("AWS::CloudWatch::CompositeAlarm")
        telling = {one["AlarmName"] for one in every.values() if one["AlarmActions"]}
        return self.firing(now) & telling

    def _metric_alarms(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for one in self.template.properties("AWS::CloudWatch::Alarm").values():
            yield one["AlarmName"], one

    def _composites(self) -> Iterator[tuple[str, set[str]]]:
        for one in self.template.properties("AWS::CloudWatch::CompositeAlarm").values():
            parts = one["AlarmRule"].split(" AND ")
            yield one["AlarmName"], {part[len('ALARM("') : -len('")')] for part in parts}

    def _fires(self, alarm: dict[str, Any], now: float) -> bool:
        period = _period(alarm)
        compare = _COMPARED[alarm["ComparisonOperator"]]
        breaching = 0
        for back in range(alarm["EvaluationPeriods"]):
            end = now - back * period
            value = self._value(alarm, end - period, end)
            if value is None:
                breaching += alarm["TreatMissingData"] == "breaching"
            else:
                breaching += compare(value, alarm["Threshold"])
        return bool(breaching >= alarm["DatapointsToAlarm"])

    def _value(self, alarm: dict[str, Any], start: float, end: float) -> Number:
        if "Metrics" not in alarm:
            named = alarm.get("Statistic") or alarm["ExtendedStatistic"]
            return statistic(named, self.recorded.within(_series(alarm), start, end))
        values: dict[str, Number] = {}
        named_metrics: dict[str, str] = {}
        for query in alarm["Metrics"]:
            if "MetricStat" in query:
                told = query["MetricStat"]
                samples = self.recorded.within(_series(told["Metric"]), start, end)
                values[query["Id"]] = statistic(told["Stat"], samples)
                named_metrics[query["Id"]] = _resource(told["Metric"])
        (expression,) = (one["Expression"] for one in alarm["Metrics"] if one["ReturnData"])
        return _Math(values, named_metrics, self.quotas).of(expression)


@dataclass(frozen=True)
class _Math:
    """Metric math of one period: where a number is missing, so is the result."""

    values: Mapping[str, Number]
    resources: Mapping[str, str]
    quotas: Mapping[str, float]

    def of(self, expression: str) -> Number:
        return self._node(ast.parse(expression, mode="eval").body)

    def _node(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant(value=value):
                return float(value)
            case ast.Name(id=name):
                return self.values[name]
            case ast.BinOp(left=left, op=op, right=right):
                return self._both(type(op), left, right)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._both(type(op), left, right)
            case ast.Call(func=ast.Name(id="IF"), args=[condition, then, otherwise]):
                decided = self._node(condition)
                return None if decided is None else self._node(then if decided else otherwise)
            case ast.Call(func=ast.Name(id="SERVICE_QUOTA"), args=[ast.Name(id=name)]):
                return self.quotas[self.resources[name]]
        raise ValueError(f"not known of metric math here: {ast.dump(node)}")

    def _both(self, op: type[ast.AST], left: ast.expr, right: ast.expr) -> Number:
        one, other = self._node(left), self._node(right)
        return None if one is None or other is None else float(_OPERATORS[op](one, other))


def _period(alarm: dict[str, Any]) -> int:
    if "Period" in alarm:
        return int(alarm["Period"])
    (period,) = {one["MetricStat"]["Period"] for one in alarm["Metrics"] if "MetricStat" in one}
    return int(period)


def _series(metric: dict[str, Any]) -> Series:
    dimensions = {(one["Name"], plain(one["Value"])) for one in metric.get("Dimensions", [])}
    return metric["Namespace"], metric["MetricName"], frozenset(dimensions)


def _resource(metric: dict[str, Any]) -> str:
    named = {one["Name"]: str(one["Value"]) for one in metric.get("Dimensions", [])}
    return named.get("Resource", "")
