"""Schedules call the function of their row, and nobody else's."""

import json
from dataclasses import replace

import pytest

from infra.constructs.naming import construct_id
from infra.constructs.schedule import expression, rate
from infra.function import Trigger
from infra.functions import FUNCTIONS
from infra.schedules import DAY, SCHEDULES, Schedule
from tests.infra.synthesized import Cloud, grants, plain

EVERY_SCHEDULE = pytest.mark.parametrize("row", SCHEDULES, ids=lambda row: row.name)


@EVERY_SCHEDULE
def test_a_schedule_calls_its_function_with_its_own_name(cloud: Cloud, row: Schedule) -> None:
    schedules = cloud.template("prod", "service").properties("AWS::Scheduler::Schedule")
    schedule = schedules[construct_id(row.name, "Schedule")]

    assert schedule["ScheduleExpression"] == expression(row)
    assert json.loads(schedule["Target"]["Input"]) == {"schedule": row.name}
    assert plain(schedule["Target"]["Arn"]) == f"<{construct_id(row.function, 'Function')}.Arn>"


@EVERY_SCHEDULE
def test_a_schedule_may_invoke_that_function_only(cloud: Cloud, row: Schedule) -> None:
    roles = cloud.template("prod", "service").properties("AWS::IAM::Role")
    role = roles[construct_id(row.name, "ScheduleRole")]

    callee = f"<{construct_id(row.function, 'Function')}.Arn>"
    assert grants(role) == {("lambda:InvokeFunction", callee)}


def test_every_scheduled_function_has_a_schedule() -> None:
    scheduled = {row.name for row in FUNCTIONS if row.trigger is Trigger.SCHEDULE}

    assert {row.function for row in SCHEDULES} == scheduled


@pytest.mark.parametrize(
    ("seconds", "expression"), [(60, "rate(1 minute)"), (3600, "rate(60 minutes)")]
)
def test_a_period_is_told_in_minutes(seconds: int, expression: str) -> None:
    assert rate(seconds) == expression


@pytest.mark.parametrize("seconds", [0, 30, 90])
def test_a_period_that_is_not_whole_minutes_is_refused(seconds: int) -> None:
    with pytest.raises(ValueError, match="whole minutes"):
        rate(seconds)


def test_a_daily_schedule_has_its_hour_and_no_other_has_one() -> None:
    daily = Schedule("d", "daily", "job_scheduler", every_seconds=DAY, hour=2)

    assert expression(daily) == "cron(0 2 * * ? *)"
    with pytest.raises(ValueError, match="daily"):
        expression(replace(daily, every_seconds=3600))
