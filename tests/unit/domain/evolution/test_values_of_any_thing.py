"""What changes is replaced whatever it is called, and what may be another thing ends nothing."""

import pytest

from mneme.domain.evolution.decisions import Case, Reason
from mneme.domain.evolution.rule_proposals import proposed
from mneme.domain.task import Decision
from tests.unit.domain.evolution.evolution_builders import STEM, a_candidate, a_fact

CHANGED = [
    ("The standup call is at 9:30.", "The standup call was moved to 10:00."),
    ("My phone is an iPhone 12.", "My phone is now a Pixel 9."),
    ("My thesis advisor is Dr. Lee.", "My thesis advisor is now Dr. Brown."),
    ("My bank is Barclays.", "My bank is now Monzo."),
    ("My phone number is 555 0101.", "My new phone number is 555 0202."),
    ("My email is lena@x.com.", "My new email address is ana@x.com."),
    ("The project deadline is May 3.", "The project deadline was moved to May 10."),
    ("Our weekly meeting is on Tuesday.", "Our weekly meeting was moved to Thursday."),
    ("I have two kids.", "I have three kids now."),
    ("I own two bikes.", "I own three bikes now."),
    ("I smoke.", "I quit smoking."),
    ("I drink coffee every day.", "I gave up coffee."),
    ("I gave up coffee.", "I drink coffee again."),
    ("I like cats.", "I do not like cats."),
    ("I'm not married.", "I'm married."),
    ("我的手机是iPhone 12", "我的手机现在是Pixel 9"),
    ("我的银行是招商银行", "我的银行现在是工商银行"),
    ("我的车是比亚迪", "我的车换成了特斯拉"),
    ("我的邮箱是lena@x.com", "我的新邮箱是ana@x.com"),
    ("项目截止日期是5月3日", "项目截止日期推迟到5月10日"),
    ("我有两个孩子", "我现在有三个孩子"),
    ("我家有一只猫", "我家现在有两只猫"),
    ("我抽烟", "我戒烟了"),
    ("我每天喝咖啡", "我把咖啡戒了"),
    ("我打篮球", "我不打篮球了"),
]
BESIDE = [
    ("My phone is an iPhone 12.", "My work phone is a Pixel 9."),
    ("My phone is an iPhone 12.", "My phone is now on silent."),
    ("My laptop is a ThinkPad X1.", "My new laptop is a MacBook Air."),
    ("My car is red.", "My car is now a Volvo."),
    ("My flight is on Monday.", "My flight is now at 9:30."),
    ("My room is 12.", "My room is now 20 degrees."),
    ("My old bike is a Trek.", "My bike is now a Giant."),
    ("The exam is on Friday.", "The exam was moved to Monday."),
    ("I drink tea and coffee.", "I gave up coffee."),
    ("I like cats.", "I don't like cats on the sofa."),
    ("我喝牛奶", "我把咖啡戒了"),
    ("会议在周二", "会议改到周四了"),
    ("My car is a Honda.", "My car is now at the garage."),
    ("My dog is a poodle.", "My dog is now three years old."),
    ("My doctor is Dr. Lee.", "My dentist is now Dr. Brown."),
    ("My email is lena@x.com.", "My work email is ana@x.com."),
    ("The project deadline is May 3.", "The report deadline was moved to May 10."),
    ("I have two kids.", "I have three cats now."),
    ("I have two kids.", "I have three kids."),
    ("I have two meetings on Monday.", "I have three meetings on Tuesday."),
    ("My brother has two kids.", "I have three kids now."),
    ("I drink coffee every day.", "I gave up coffee shops."),
    ("I smoke.", "My brother quit smoking."),
    ("I like cats.", "My wife does not like cats."),
    ("我的车是红色的", "我的车现在是比亚迪"),
    ("我的手机是iPhone", "我老婆的手机现在是Pixel"),
    ("我有两个哥哥", "我现在有三个姐姐"),
    ("项目截止日期是5月3日", "论文截止日期推迟到5月10日"),
    ("我抽烟", "我爸戒烟了"),
]


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_another_value_of_the_same_thing_contradicts_the_first(old: str, new: str) -> None:
    proposal = proposed(Case(a_fact(new), (a_candidate(old),)), STEM)

    assert (proposal.decision, proposal.targets) == (Decision.DELETE, ("old",))
    assert proposal.reason is Reason.CONTRADICTED


@pytest.mark.parametrize(("one", "other"), BESIDE)
def test_what_may_be_another_thing_contradicts_nothing(one: str, other: str) -> None:
    proposal = proposed(Case(a_fact(other), (a_candidate(one),)), STEM)

    assert proposal.decision in {Decision.ADD, Decision.MERGE}


def test_a_count_without_a_sign_of_change_is_in_doubt() -> None:
    proposal = proposed(Case(a_fact("I have 3 cats"), (a_candidate("I have 2 cats"),)), STEM)

    assert (proposal.decision, proposal.reason) == (Decision.ADD, Reason.IN_DOUBT)
