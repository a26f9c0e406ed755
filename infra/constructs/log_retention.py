"""Days of log retention, as the plain numbers of `infra/settings.py`."""

from aws_cdk import aws_logs as logs

_BY_DAYS = {
    1: logs.RetentionDays.ONE_DAY,
    7: logs.RetentionDays.ONE_WEEK,
    14: logs.RetentionDays.TWO_WEEKS,
    30: logs.RetentionDays.ONE_MONTH,
    90: logs.RetentionDays.THREE_MONTHS,
    180: logs.RetentionDays.SIX_MONTHS,
    365: logs.RetentionDays.ONE_YEAR,
}


def retention(days: int) -> logs.RetentionDays:
    """Return CloudWatch's value for that many days; ValueError if it keeps logs in other steps."""
    if days not in _BY_DAYS:
        raise ValueError(f"logs are kept {', '.join(map(str, _BY_DAYS))} days, not {days}")
    return _BY_DAYS[days]
