"""From what is said to what is current: a value that changed leaves one current, by rules alone."""

from datetime import datetime

import pytest

from mneme.domain.memory import Head, Status
from tests.doubles.evolving import history
from tests.doubles.made import later, said
from tests.doubles.world import World

TOLD = 30
"""The later statement comes so many days after the first: on Tuesday 31 March 2026."""


def tell(world: World, text: str, days: float) -> None:
    """Say something on a day, and let the writers work."""
    world.durable.clock.set(later(days=days))
    world.remember(said(text, session_id=f"s-{days}", accepted_at=later(days=days)))


def current(world: World, at: datetime | None = None) -> list[str]:
    """Return what holds now, or at an instant, of what is known."""
    at = at or world.clock.now()
    found = [one for one in world.held() if _holds(one.head, at)]
    return [one.revision.content for one in found]


def _holds(head: Head, at: datetime) -> bool:
    begun = head.valid_at is None or head.valid_at <= at
    return (
        head.status is Status.ACTIVE and begun and (head.invalid_at is None or head.invalid_at > at)
    )


CHANGES = [
    ("我住在深圳", "我上周三搬到了杭州"),
    ("我住在深圳", "我现在住在Berlin"),
    ("我住在深圳", "上个月底我搬到了成都，很喜欢这里"),
    ("我住在深圳", "我们全家前几天从深圳搬到了杭州"),
    ("我住在Lima", "我三月份搬到了Rome"),
    ("我住在臺北", "我搬到了高雄"),
    ("我住在臺北", "我上週搬到高雄了"),
    ("I live in Rome.", "I moved to Lima on 13 March 2026."),
    ("I live in Rome.", "Last week I moved to Lima."),
    ("I live in Rome.", "I just moved to Lima, and I love it."),
    ("I live in Rome.", "I moved to Lima for work."),
    ("I live in Rome.", "I've been living in Lima since March."),
    ("I live in Rome.", "I live in Lima now, not in Rome."),
    ("My wife is Maria.", "My wife is Ana."),
    ("My husband is Tom.", "My partner is Alex now."),
    ("My girlfriend is called Ana.", "My fiancée is Ana Lee and she is a nurse."),
    ("我女朋友叫小芳", "我女朋友叫小美"),
    ("我老公是张伟", "我现在的老公是李强"),
    ("My favorite color is green.", "Actually, blue is my favorite color again."),
    ("My favourite colour is blue.", "Green is now my favorite color."),
    ("我最喜欢的颜色是绿色", "蓝色是我最喜欢的颜色"),
    ("我最喜欢的颜色是绿色", "我最喜欢的颜色又变成了蓝色"),
    ("我最喜歡的顏色是綠色", "我現在最喜歡的顏色是藍色"),
    ("I work at Google.", "I joined Apple."),
    ("I work at Google.", "I started at Apple last week."),
    ("I work at Google.", "I just started at Apple."),
    ("I work at Google.", "I got a new job at Apple."),
    ("I work at Google.", "I left Google to join Apple."),
    ("I work at Google.", "I quit my job at Google."),
    ("I work at Google.", "I don't work at Google anymore."),
    ("I joined Google in January.", "I got laid off from Google last week."),
    ("我在腾讯公司工作", "我不在腾讯公司工作了"),
    ("我在腾讯上班", "我现在在字节跳动上班"),
    ("我在腾讯上班", "我上周入职了字节跳动"),
    ("我在騰訊上班", "我跳槽到字節跳動了"),
    ("I live in Rome.", "I moved out of Rome."),
    ("I live in Lyon.", "I've also moved to Rome."),
    ("I'm single.", "I'm engaged to Lena."),
    ("My wife is Ana.", "I'm divorced."),
    ("我单身", "我和小雨订婚了"),
    ("My phone is an iPhone 12.", "My phone is now a Pixel 9."),
    ("I have two kids.", "I have three kids now."),
    ("The project deadline is May 3.", "The project deadline was moved to May 10."),
]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_of_a_value_that_changed_only_the_new_one_is_current(
    world: World, old: str, new: str
) -> None:
    tell(world, old, 0)
    tell(world, new, TOLD)

    assert current(world) == [new]
    kept = {one.content: one for one in history(world)}
    assert kept[old].invalid_at is not None or any(
        one.revision.content == old and one.head.invalid_at is not None for one in world.held()
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My wife is Ana.", "I'm married."),
        ("My friend Ann is single.", "I'm engaged to Lena."),
        ("我在腾讯上班", "我还在星巴克上班"),
    ],
)
def test_what_may_hold_beside_another_ends_nothing(world: World, one: str, other: str) -> None:
    tell(world, one, 0)
    tell(world, other, TOLD)

    assert sorted(current(world)) == sorted([one, other])


def test_who_still_works_for_a_firm_fills_its_slot_and_ends_nothing(world: World) -> None:
    tell(world, "我在京东上班", 0)
    tell(world, "我还在京东上班", TOLD)

    assert [one.revision.fact_key for one in world.held()] == ["employer"]


def test_who_is_engaged_and_then_married_is_so_beside_the_name(world: World) -> None:
    for day, text in enumerate(("I'm single.", "I'm engaged to Lena.", "I'm married.")):
        tell(world, text, day)

    assert sorted(current(world)) == ["I'm engaged to Lena.", "I'm married."]


def test_who_left_one_firm_and_joined_another_works_for_that_one(world: World) -> None:
    tell(world, "I work at Google.", 0)
    tell(world, "I quit my job at Google.", 10)
    tell(world, "I joined Apple.", 20)

    assert current(world) == ["I joined Apple."]


@pytest.mark.parametrize(
    ("employed", "left"),
    [
        ("I joined Apple.", "I quit my job at Google last year."),
        ("I work at Apple.", "I no longer work at Google."),
        ("我在字节跳动上班", "我从腾讯离职了"),
        ("I live in Lima.", "I moved out of Rome."),
    ],
)
def test_what_was_left_before_ends_nothing_else(world: World, employed: str, left: str) -> None:
    tell(world, employed, 0)
    tell(world, left, TOLD)

    assert sorted(current(world)) == sorted([employed, left])


@pytest.mark.parametrize(
    ("now", "plan"),
    [
        ("I live in Lima.", "I will move to Rome in January."),
        ("I live in Lima.", "I'm moving to Rome next month."),
        ("I live in Lima.", "From January 2027 I will live in Rome."),
        ("I work at Google.", "I'm starting at Apple in September."),
        ("我住在深圳", "我明年一月搬到上海"),
        ("我住在深圳", "我下个月要搬去杭州"),
        ("我在腾讯上班", "我下个月入职字节跳动"),
        ("我住在臺北", "我下個月搬到高雄"),
    ],
)
def test_a_plan_is_known_beside_what_holds_until_its_day(world: World, now: str, plan: str) -> None:
    tell(world, now, 0)
    tell(world, plan, TOLD)

    assert sorted(current(world)) == sorted([now, plan])


@pytest.mark.parametrize(
    ("home", "aside"),
    [
        ("I live in Rome.", "I temporarily live in Lima."),
        ("I live in Rome.", "I live in Lima for now."),
        ("I live in Rome.", "I lived in Lima from 2015 to 2019."),
        ("I live in Rome.", "I moved to Lima on 13 April 2012."),
        ("我住在深圳", "我暂时住在杭州"),
        ("我住在深圳", "我在北京住到2020年"),
    ],
)
def test_what_is_no_home_leaves_the_home_as_it_is(world: World, home: str, aside: str) -> None:
    tell(world, home, 0)
    tell(world, aside, TOLD)

    assert home in current(world)
    assert len(world.held()) == 2


@pytest.mark.parametrize("text", ["我住在臺北", "我對花生過敏", "我搬到了高雄。", "我在臺積電上班"])
def test_traditional_text_is_kept_in_its_own_characters(world: World, text: str) -> None:
    tell(world, text, 0)

    (held,) = world.held()
    assert held.revision.content == text
    assert held.revision.fact_key is not None
