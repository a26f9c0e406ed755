"""A row of `infra/schedules.py` as an EventBridge schedule."""

import json

from aws_cdk import Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_scheduler as scheduler
from constructs import Construct

from infra.constructs.function import MnemeFunction
from infra.schedules import DAY, Schedule

SECONDS_PER_MINUTE = 60


class RegularCall(Construct):
    """Calls a function regularly; a missed call is made up for by the next one, not retried."""

    def __init__(
        self, scope: Construct, construct_id: str, *, row: Schedule, callee: MnemeFunction
    ) -> None:
        super().__init__(scope, construct_id)
        arn = callee.target.function_arn
        role = iam.Role(
            self,
            "Role",
            description=f"Mneme: {row.purpose}",
            assumed_by=iam.ServicePrincipal(
                "scheduler.amazonaws.com",
                conditions={"StringEquals": {"aws:SourceAccount": Stack.of(self).account}},
            ),
            inline_policies={
                "Call": iam.PolicyDocument(
                    statements=[
                        iam.PolicyStatement(actions=["lambda:InvokeFunction"], resources=[arn])
                    ]
                )
            },
        )
        scheduler.CfnSchedule(
            self,
            "Schedule",
            description=row.purpose,
            schedule_expression=expression(row),
            flexible_time_window=_window(row.flexible_seconds),
            target=scheduler.CfnSchedule.TargetProperty(
                arn=arn,
                role_arn=role.role_arn,
                input=json.dumps({"schedule": row.name}),
                retry_policy=scheduler.CfnSchedule.RetryPolicyProperty(maximum_retry_attempts=0),
            ),
        )


def expression(row: Schedule) -> str:
    """Return when a schedule calls: each day at its hour (UTC), or every so many minutes."""
    if row.hour is None:
        return rate(row.every_seconds)
    if row.every_seconds != DAY:
        raise ValueError("only a daily schedule has an hour")
    return f"cron(0 {row.hour} * * ? *)"


def rate(seconds: int) -> str:
    """Return the schedule expression of a period; ValueError unless it is whole minutes."""
    minutes, rest = divmod(seconds, SECONDS_PER_MINUTE)
    if rest or not minutes:
        raise ValueError(f"a schedule runs every so many whole minutes, not every {seconds} s")
    return "rate(1 minute)" if minutes == 1 else f"rate({minutes} minutes)"


def _window(seconds: int) -> scheduler.CfnSchedule.FlexibleTimeWindowProperty:
    if not seconds:
        return scheduler.CfnSchedule.FlexibleTimeWindowProperty(mode="OFF")
    return scheduler.CfnSchedule.FlexibleTimeWindowProperty(
        mode="FLEXIBLE", maximum_window_in_minutes=seconds // SECONDS_PER_MINUTE
    )
