import pytest

from mneme.domain.evolution.states import state_of
from mneme.domain.extraction.fact_slots import fact_key


@pytest.mark.parametrize(
    ("sentence", "slot"),
    [
        ("My name is Rana.", "name"),
        ("Hi, my name's Rana Smith!", "name"),
        ("I live in San Francisco.", "home_city"),
        ("I now live in Portland, Oregon", "home_city"),
        ("I’m living in Oslo these days.", "home_city"),
        ("We just moved to Berlin!", "home_city"),
        ("I've moved from Lisbon to Berlin last month.", "home_city"),
        ("I work at Acme Corp.", "employer"),
        ("I'm currently working for Acme.", "employer"),
        ("I am a software engineer.", "job"),
        ("I work as a nurse", "job"),
        ("I am on project Alpha", "project"),
        ("我叫李明。", "name"),
        ("你好，我叫 Rana", "name"),
        ("我的名字是王小红", "name"),
        ("我住在深圳", "home_city"),
        ("住在杭州西湖区", "home_city"),
        ("我刚从北京搬到上海了。", "home_city"),
        ("我在腾讯公司上班", "employer"),
        ("我是一名软件工程师。", "job"),
    ],
)
def test_a_sentence_that_wholly_fills_a_slot_has_its_key(sentence: str, slot: str) -> None:
    assert fact_key(sentence, None) == slot


@pytest.mark.parametrize(
    "sentence",
    [
        "I'd love to live in Rome.",
        "I never lived in Rome.",
        "I moved to Rome in 2010.",
        "If I moved to Rome, I would paint.",
        "When I was five I moved to Rome.",
        "I live in a small house.",
        "I live in Rome and I paint.",
        "I'm a fan of jazz.",
        "I work at night.",
        "My name is not important.",
        "She lives in Rome.",
        "Everyone lives in Rome.",
        "我叫车了",
        "我叫外卖",
        "我叫他来",
        "我住在一个小房子里",
        "我住在我妈家",
        "他住在上海",
        "我在上海工作",
        "I live in " + "Rome " * 60,
    ],
)
def test_a_sentence_that_is_not_certain_fills_no_slot(sentence: str) -> None:
    assert fact_key(sentence, None) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "I also work at Lidl.",
        "I work at Lidl too.",
        "I work at Lidl, too!",
        "I work at Lidl as well.",
        "I work at Lidl as well as at Ikea.",
        "Besides, I work at Lidl.",
        "Also, I work at Lidl.",
        "My other favourite color is blue.",
        "We also live in Rome.",
        "I moved to Rome as well.",
        "Bo also works at Lidl.",
        "我也在一所大学工作。",
        "我还在一所大学工作。",
        "另外，我在一所大学工作。",
        "我同时在一所大学工作。",
        "我也住在柏林。",
        "此外我在腾讯上班。",
        "我也在一所大學工作。",
    ],
)
def test_a_value_told_beside_another_takes_no_slot_from_it(sentence: str) -> None:
    assert fact_key(sentence, None) is None
    assert state_of(sentence, None, str.lower) is None


@pytest.mark.parametrize(
    ("sentence", "slot"),
    [
        ("I'm also allergic to nuts.", "allergy#nuts"),
        ("I live in Rome, and it's too hot.", "home_city"),
        ("My birthday is the second of May.", "birthday"),
        ("我住在维也纳。", "home_city"),
        ("我最喜欢的颜色还是蓝色。", "preferred_color"),
        ("我住在成都，天气也不错。", "home_city"),
    ],
)
def test_what_only_looks_like_a_value_beside_another_fills_its_slot(
    sentence: str, slot: str
) -> None:
    assert fact_key(sentence, None) == slot


def test_the_slot_of_a_named_person_carries_the_name() -> None:
    assert fact_key("K lives in Lisbon", None) == "home_city#k"
    assert fact_key("K moved from Lisbon to Berlin", "Rana") == "home_city#k"
    assert fact_key("K was moved to project Beta", None) == "project#k"
    assert fact_key("I live in Lisbon", "Rana Smith") == "home_city#rana smith"


def test_a_person_has_one_slot_whoever_speaks_of_them() -> None:
    assert fact_key("Rana lives in Oslo", "Teo") == fact_key("I live in Lima", "Rana")


def test_no_name_can_reach_the_slot_of_another() -> None:
    assert fact_key("I live in Oslo", "a#b") == "home_city#a%23b"


@pytest.mark.parametrize(
    "sentence",
    [
        "我对花生过敏",
        "我对花生不过敏",
        "我对花生不再过敏",
        "我对花生已经不过敏了",
        "我不对花生过敏了",
        "我再也不对花生过敏了",
        "我花生过敏",
    ],
)
def test_who_denies_an_allergy_fills_the_slot_of_that_allergy(sentence: str) -> None:
    assert fact_key(sentence, None) == "allergy#花生"


@pytest.mark.parametrize("sentence", ["我最近过敏了", "我有点过敏", "我容易过敏"])
def test_who_names_nothing_fills_no_slot_of_an_allergy(sentence: str) -> None:
    assert fact_key(sentence, None) is None
