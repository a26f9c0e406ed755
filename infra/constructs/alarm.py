"""Rows of `infra/alarms.py` as CloudWatch alarms."""

from typing import Any

from aws_cdk import aws_cloudwatch as cloudwatch
from constructs import Construct

from infra.alarm import Alarm, Both
from infra.constructs.naming import construct_id as named
from infra.constructs.watched import Watched
from infra.metric import Metric


def physical_name(stage: str, name: str) -> str:
    """Return what an alarm is called: it stands in the message that wakes somebody."""
    return f"mneme-{stage}-{name}"


def add_alarm(scope: Construct, row: Alarm, watched: Watched, topic_arn: str) -> None:
    """Add an alarm; it tells the topic that it fires and that it is over, if it is to notify."""
    actions = [topic_arn] if row.notifies else []
    cloudwatch.CfnAlarm(
        scope,
        named(row.name, "Alarm"),
        alarm_name=physical_name(watched.stage, row.name),
        alarm_description=_description(row),
        comparison_operator="LessThanThreshold" if row.below else "GreaterThanOrEqualToThreshold",
        threshold=row.threshold,
        evaluation_periods=row.periods,
        datapoints_to_alarm=row.datapoints or row.periods,
        treat_missing_data=row.missing.value,
        alarm_actions=actions,
        ok_actions=actions,
        **(_on_metric(row, watched) if row.plain else _on_expression(row, watched)),
    )


def add_composite(scope: Construct, row: Both, stage: str, topic_arn: str) -> None:
    """Add an alarm on alarms, which must be there before it."""
    rule = " AND ".join(f'ALARM("{physical_name(stage, name)}")' for name in row.alarms)
    composite = cloudwatch.CfnCompositeAlarm(
        scope,
        named(row.name, "Alarm"),
        alarm_name=physical_name(stage, row.name),
        alarm_description=_description(row),
        alarm_rule=rule,
        alarm_actions=[topic_arn],
        ok_actions=[topic_arn],
    )
    for name in row.alarms:
        composite.node.add_dependency(scope.node.find_child(named(name, "Alarm")))


def _description(row: Alarm | Both) -> str:
    """Return what it means, and where to read what to do."""
    return f"{row.means}. See docs/operations.md, {row.kind}."


def _on_metric(row: Alarm, watched: Watched) -> dict[str, Any]:
    (metric,) = row.metrics
    simple = metric.statistic in {"Average", "Maximum", "Minimum", "SampleCount", "Sum"}
    return {
        "namespace": watched.namespace(metric),
        "metric_name": metric.name,
        "dimensions": _dimensions(metric, watched, cloudwatch.CfnAlarm.DimensionProperty),
        "period": row.period,
        "statistic" if simple else "extended_statistic": metric.statistic,
    }


def _on_expression(row: Alarm, watched: Watched) -> dict[str, Any]:
    alarm = cloudwatch.CfnAlarm
    metrics = [
        alarm.MetricDataQueryProperty(
            id=f"m{number}",
            return_data=False,
            metric_stat=alarm.MetricStatProperty(
                metric=alarm.MetricProperty(
                    namespace=watched.namespace(metric),
                    metric_name=metric.name,
                    dimensions=_dimensions(metric, watched, alarm.DimensionProperty),
                ),
                period=row.period,
                stat=metric.statistic,
            ),
        )
        for number, metric in enumerate(row.metrics, 1)
    ]
    told = alarm.MetricDataQueryProperty(id="told", expression=row.expression, return_data=True)
    return {"metrics": [*metrics, told]}


def _dimensions(
    metric: Metric, watched: Watched, of: type[cloudwatch.CfnAlarm.DimensionProperty]
) -> list[cloudwatch.CfnAlarm.DimensionProperty] | None:
    found = watched.dimensions(metric)
    return [of(name=name, value=value) for name, value in found.items()] or None
