"""Sentences that tell a value of a slot that changed, changes or will: a table of them."""

import pytest

from mneme.domain.extraction.fact_slots import Filling, Holds, filling

CHANGED = {
    "home_city": """
        I moved to Lima on 13 April 2026.
        I moved to Lima in April 2026
        I've moved to Lima, Peru last Wednesday
        Last month I moved to Lima.
        On 13 April I moved to Lima.
        I just moved to Lima, and I love it.
        I just moved to Lima, it's great here.
        We moved to Lima for work.
        I moved to Lima at the end of last month
        I moved to Lima on New Year's Day
        我上周三搬到了杭州
        上周三我搬到了杭州
        我上个月搬到Lima了
        我三月份搬到了成都
        2026年4月13日我搬到了利马
        我去年年底搬到了杭州
        我前几天从深圳搬到了杭州
        我搬到杭州了，很喜欢这里
        我上周三搬到了杭州，现在住在西湖区
        我搬到了高雄
    """,
    "employer": """
        I joined Apple.
        I joined Apple last month
        I joined Harrow & Pike as an engineer
        I started at Apple last week.
        I started working at Apple
        I got a new job at Apple
        I left Google to join Apple
        I switched jobs from Google to Apple
        我入职字节跳动了
        我上周入职了字节跳动
        我加入了华为
        我跳槽到字节跳动了
    """,
}
STATED = {
    "home_city": """
        我现在住在Berlin
        我住在 Berlin
        我目前人在杭州
        我家现在在杭州
        我住在臺北
        我現在住在臺北
        I've been living in Lima since April.
        I live in Lima now, not in Rome.
        I live in Lima and I love it.
    """,
    "employer": """
        我现在在字节跳动上班
        我在Google上班
        我在臺積電上班
        I've been working at Apple since May
        I've been at Apple for two years
    """,
    "partner": """
        My wife is Maria.
        My new partner is Alex
        My wife is Maria and she is a nurse.
        Maria is my wife.
        I'm dating Ana
        我女朋友叫小芳
        我的女朋友叫小芳
        我老公是张伟
        我现在的女朋友叫小美
    """,
    "preferred_color": """
        Actually, blue is my favorite color again.
        Green is now my favourite colour
        My new favorite color is green
        My favourite colour is now green
        我现在最喜欢的颜色是绿色
        我最喜欢的颜色又变成蓝色了
        蓝色是我最喜欢的颜色
        我最喜歡的顏色是藍色
    """,
    "allergy#花生": "我對花生過敏",
    "preferred_language": """
        From now on, always answer in French.
        以後請用繁體中文回答
    """,
}
PLANNED = """
    I will move to Rome in January.
    I'm moving to Rome next month
    Next month I'm moving to Rome.
    I'm going to move to Rome in January
    From January 2027 I will live in Rome
    我明年一月搬到上海
    我下个月要搬去杭州
    从2027年1月开始我会住在罗马
    我下個月搬到臺北
    I'm starting at Apple next week.
    I start at Apple in September
    I'm joining Apple next month
    我下个月入职字节跳动
"""


def _lines(table: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (line.strip(), key)
        for key, lines in table.items()
        for line in lines.split("\n")
        if line.strip()
    ]


@pytest.mark.parametrize(("sentence", "key"), _lines(CHANGED))
def test_a_change_told_with_its_day_or_with_what_is_felt_about_it_fills_its_slot(
    sentence: str, key: str
) -> None:
    assert filling(sentence, None) == Filling(key, Holds.CHANGED)


@pytest.mark.parametrize(("sentence", "key"), _lines(STATED))
def test_a_value_may_be_told_in_any_order_and_in_either_script(sentence: str, key: str) -> None:
    assert filling(sentence, None) == Filling(key, Holds.NOW)


@pytest.mark.parametrize("sentence", [each.strip() for each in PLANNED.strip().split("\n")])
def test_a_plan_fills_no_slot(sentence: str) -> None:
    assert filling(sentence, None) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm moving to Rome.",
        "I might move to Rome in January.",
        "I won't move to Rome in January.",
        "I was going to move to Rome in January.",
        "My sister is moving to Rome in January.",
        "I live in Rome for now.",
        "I live in Rome for the summer.",
        "I temporarily live in Rome.",
        "I lived in Rome from 2015 to 2019.",
        "My wife is Spanish.",
        "My wife is a nurse.",
        "My ex-wife is Maria.",
        "This is my favorite color.",
        "My dad's favorite color is blue.",
        "I joined the gym.",
        "I joined Facebook.",
        "I joined Green Valley Tennis Club.",
        "I quit my job at Google.",
        "I no longer work at Google.",
        "我打算明年搬到上海",
        "我妈下个月搬到上海",
        "我暂时住在罗马",
        "我在北京住到2020年",
        "我搬到楼上了",
        "我下周搬到新办公室",
        "我老公是程序员",
        "我女朋友叫我早点睡",
        "我加入了篮球队",
        "我入职三年了",
        "我从腾讯离职了",
        "我在上海上班",
        "我家在吵架",
        "这是我最喜欢的颜色",
    ],
)
def test_what_only_looks_like_a_changed_value_fills_no_slot(sentence: str) -> None:
    assert filling(sentence, None) is None
