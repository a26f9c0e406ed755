"""Every alarm of a stage fires when what it is about happens, and no other one does."""

import pytest

from tests.infra.bad_days import BadDay, bad_days
from tests.infra.canary_days import canary_days
from tests.infra.cloudwatch import Alarms
from tests.infra.published import NOW, QUOTAS, STAGE, Published, calm
from tests.infra.recorded import Recorded
from tests.infra.synthesized import Cloud

DAYS = [*bad_days(), *canary_days()]


@pytest.fixture(scope="module")
def well() -> Recorded:
    return calm()


def _alarms(cloud: Cloud, recorded: Recorded) -> Alarms:
    return Alarms(cloud.template(STAGE, "observability"), recorded, QUOTAS)


def _called(*names: str) -> set[str]:
    return {f"mneme-{STAGE}-{name}" for name in names}


def test_while_all_is_well_nothing_fires(cloud: Cloud, well: Recorded) -> None:
    assert _alarms(cloud, well).firing(NOW) == set()


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_what_happens_is_told_by_its_alarm_and_by_no_other(
    cloud: Cloud, well: Recorded, day: BadDay
) -> None:
    recorded = Recorded(beneath=well, hidden=day.silent)
    day.happens(Published(recorded))

    assert _alarms(cloud, recorded).heard(NOW) == _called(*day.alarms)


def test_every_alarm_that_tells_anybody_has_its_day(cloud: Cloud) -> None:
    template = cloud.template(STAGE, "observability")
    kinds = ("AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm")
    telling = {
        one["AlarmName"]
        for kind in kinds
        for one in template.properties(kind).values()
        if one["AlarmActions"]
    }

    assert telling == _called(*(name for day in DAYS for name in day.alarms))
