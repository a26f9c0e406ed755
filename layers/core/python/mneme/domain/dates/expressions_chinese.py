"""Chinese expressions that point or count: 昨天, 上周三, 三天前, 过去两个月.

A week is Monday to Sunday; 上 and 下 count whole weeks and months. A weekday or 周末 alone is the
latest one where the words around speak of the past, else the next one. What recurs (每周三,
周一到周五, 一周三次) is no time, and 三天后 told in the past is later than something told before.
"""

import re
from datetime import date, datetime, timedelta

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.amounts import Amount, Unit
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.number_words import CHINESE_NUMBER, chinese_number
from mneme.domain.dates.rules import Rule, Tense
from mneme.domain.dates.tense import chinese_tense

NOT_COUNTED = r"(?<![\d.第〇零一二两三四五六七八九十百千万几])"
"""A number starts here, not in the middle of one."""

SIDE = (
    r"(?P<side>(?<![早晚马路桌手身地网楼以])上{1,3}一?个?|(?<![天地乡楼床手底山以])下{1,3}一?个?"
    r"|这一?个?|(?<![日基根剧版资成样书])本)"
)

_DAYS = {
    "大前天": -3,
    "前天": -2,
    "前晚": -2,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "今天": 0,
    "今日": 0,
    "今晚": 0,
    "今早": 0,
    "今晨": 0,
    "今夜": 0,
    "明天": 1,
    "明日": 1,
    "明早": 1,
    "明晚": 1,
    "后天": 2,
    "大后天": 3,
}
_UNITS = {
    "年": Unit.YEAR,
    "月": Unit.MONTH,
    "周": Unit.WEEK,
    "星期": Unit.WEEK,
    "礼拜": Unit.WEEK,
    "天": Unit.DAY,
    "日": Unit.DAY,
    "小时": Unit.HOUR,
    "钟头": Unit.HOUR,
    "分钟": Unit.MINUTE,
}
_WEEKDAYS = "一二三四五六日"
_WEEK_DAYS = 7

_DAY = re.compile(
    r"(?P<day>大前天|(?<![以之从目提])前天(?!天(?!气)|气)|(?<![以之从目])前晚|大后天"
    r"|(?<![以之然最此先今])后天(?!天(?!气)|[气性])|昨[天日晚夜]|今[天日晚早晨夜](?!头条)"
    r"|明[天日早晚](?!方舟))"
)
_AMOUNT = (
    rf"(?:(?P<count>\d{{1,5}}|{CHINESE_NUMBER})(?P<half>个半)?|(?P<few>好?几)|(?P<half_of>半))"
    r"个?(?P<unit>年|(?<=[个半])月|周(?!年)|星期|礼拜|天|日|小时|钟头|分钟)(?P<and_half>半)?"
)
_DISTANT = re.compile(
    rf"{NOT_COUNTED}(?!(?:1[89]|20)\d\d年){_AMOUNT}(?:以|之)?(?P<side>前(?!面(?![试谈]))|后(?!悔|面(?![试谈])))"
)
_JUST_BEFORE = re.compile(
    r"(?<![以之从目年月天周期时向])前(?P<count>[几两三])(?P<unit>天|周|个?星期|年|个月)"
)
_WINDOW = re.compile(
    rf"(?P<side>过去|最近|(?<!附)近|这(?!一[天日])|未来|接下来|今后)的?{_AMOUNT}(?!前|后|以前|以后|之前|之后)"
)
_LASTING = re.compile(rf"(?<=了){_AMOUNT}(?:(?P<still>(?=了))|(?=\s{{0,3}}(?:$|[。，,.!！])))")
_HERE = re.compile(r"这(?:里|儿|边|个?(?:城市|公司|小区|地方))[^。，,！!？?；;]{0,8}$")
"""Whoever is here still lives here; elsewhere 住了五年 may be over."""
_WEEK = re.compile(
    rf"(?P<recurring>每一?个?|逢|各)?(?:{SIDE}(?:周|星期|礼拜)"
    r"|(?<![一二两三四五六七八九十几\d])(?:周|星期|礼拜)(?=[末一二三四五六日天]))"
    r"(?:(?P<end>末)|(?P<day>[一二三四五六日天])(?![次遍回趟场节岁年鸣福个])"
    r"(?P<range>[到至~—-](?:周|星期|礼拜)?(?P<last>[一二三四五六日天]))?)?"
    r"(?![围边年密])"
)


def side_steps(side: str) -> int:
    """Return how many weeks or months SIDE points ahead."""
    return side.count("下") - side.count("上")


def _day(match: re.Match[str], now: datetime) -> Period:
    return calendar.day(now.date() + timedelta(days=_DAYS[match["day"]]))


def _amount(match: re.Match[str]) -> Amount:
    unit = _UNITS[match["unit"]]
    if match["few"]:
        return Amount.few(unit)
    if match["half_of"]:
        return Amount.halves(1, unit)
    half = 1 if match["half"] or match["and_half"] else 0
    return Amount.halves(2 * chinese_number(match["count"]) + half, unit)


def _distant(match: re.Match[str], now: datetime) -> Period | None:
    if match["side"] == "前":
        return _amount(match).ago(now)
    return None if chinese_tense(match) is Tense.PAST else _amount(match).ahead(now)


def _just_before(match: re.Match[str], now: datetime) -> Period:
    unit = _UNITS[match["unit"].removeprefix("个")]
    if match["count"] == "几":
        return Amount.few(unit).ago(now)
    return Amount(1, chinese_number(match["count"]), unit).ago(now)


def _window(match: re.Match[str], now: datetime) -> Period:
    ahead = match["side"] in {"未来", "接下来", "今后"}
    return _amount(match).onwards(now) if ahead else _amount(match).until(now)


def _lasting(match: re.Match[str], now: datetime) -> Period | None:
    if match["still"] is None and not _HERE.search(match.string, 0, match.start()):
        return None
    return _amount(match).until(now)


def _week(match: re.Match[str], now: datetime) -> Period | None:
    if match["recurring"]:
        return None
    if match["side"] is None:
        return _alone(match, now.date())
    return _in_week(match, now.date() + timedelta(weeks=side_steps(match["side"])))


def _in_week(match: re.Match[str], on: date) -> Period:
    if match["end"]:
        return calendar.weekend(on)
    if not match["day"]:
        return calendar.week(on)
    first = calendar.weekday_of(on, _weekday(match["day"]))
    if not match["last"]:
        return first
    return calendar.days(first.first, calendar.weekday_of(on, _weekday(match["last"])).last)


def _alone(match: re.Match[str], today: date) -> Period | None:
    if match["range"] or not (match["end"] or match["day"]):
        return None
    past = chinese_tense(match) is Tense.PAST
    if match["end"]:
        saturday = _weekday("六")
        back = past and today.weekday() < saturday
        return calendar.weekend(today - timedelta(days=_WEEK_DAYS if back else 0))
    step = calendar.weekday_before if past else calendar.weekday_after
    return step(today, _weekday(match["day"]))


def _weekday(mark: str) -> int:
    return _WEEKDAYS.index("日" if mark == "天" else mark)


RULES = (
    Rule(("前", "后", "昨", "今", "明"), _DAY, _day),
    Rule(("前", "后"), _DISTANT, _distant),
    Rule(("前",), _JUST_BEFORE, _just_before),
    Rule(("去", "近", "这", "来", "后"), _WINDOW, _window),
    Rule(("了",), _LASTING, _lasting),
    Rule(("周", "星期", "礼拜"), _WEEK, _week),
)
