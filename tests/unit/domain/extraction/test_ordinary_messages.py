"""Ordinary messages keep their facts, whatever words stand beside them."""

from datetime import UTC, datetime

import pytest

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.fact import Fact
from mneme.domain.scope import Level, Scope

NOW = datetime(2026, 7, 15, 10, tzinfo=UTC)


def facts(content: str) -> tuple[Fact, ...]:
    said = Message("m1", Role.USER, content, None, NOW)
    return extract_facts(Conversation(Scope(Level.GLOBAL), (said,), NOW))


def texts(content: str) -> list[str]:
    return [fact.text for fact in facts(content)]


def keys(content: str) -> list[str]:
    return [fact.fact_key for fact in facts(content) if fact.fact_key is not None]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("You're the only one I can talk to. My dad died yesterday.", "My dad died yesterday."),
        ("You're a good listener. I'm getting divorced.", "I'm getting divorced."),
        ("You're an angel! I moved out of my mother's house.", "I moved out of my mother's house."),
        ("You are the doctor I never had. I have lupus.", "I have lupus."),
        ("你是个好听众。我离婚了。", "我离婚了。"),
        ("你就是我的救星！我儿子叫乐乐", "我儿子叫乐乐"),
        ("现在你是我的助理，我对花生过敏", "我对花生过敏"),
        ("你是我的树洞。我妈上周住院了。", "我妈上周住院了。"),
    ],
)
def test_praise_of_the_one_spoken_to_hides_no_fact(said: str, kept: str) -> None:
    assert kept in texts(said)


@pytest.mark.parametrize(
    "said",
    [
        "I play D&D every Friday.",
        "I love RPG games.",
        "I'm taking an improv class on Tuesdays.",
        "I have a mock interview on Friday at Google.",
        "I'm acting as guardian for my nephew Tom.",
        "I'm out of the office until Monday because my son was born.",
        "My girlfriend runs a text adventure studio.",
        "I work on rate limit systems at a bank.",
        "我住在下城区",
        "我住在下沙",
        "我在下厨的时候喜欢听歌",
        "我在日本王子酒店工作",
        "我是横店的演员，扮演过皇帝",
        "我收到验证码了，我住在上海",
        "网络异常老是掉线，我家住在农村",
        "我老公开镖局主题的餐厅",
        "我最喜欢演小品，在剧团当演员",
    ],
)
def test_no_single_word_makes_a_message_unreal(said: str) -> None:
    assert texts(said) != []


@pytest.mark.parametrize(
    "said",
    [
        "I'm so tired all the time since my chemo started.",
        "I can't focus because of my ADHD.",
        "I'm waiting for a kidney transplant.",
        "I'm waiting for my visa.",
        "I'm pregnant right now.",
        "My husband is deployed in Iraq right now.",
        "I can't see my kids since the divorce.",
        "My back is killing me since the accident.",
        "I'm in bed with the flu.",
        "I work in reception at the Ritz.",
        "My internet provider is Vodafone.",
        "I work at a battery factory.",
        "I have a black belt in karate.",
        "My brother is like a father to me.",
        "I struggle with procrastination.",
        "I'm in a serious relationship with my colleague Ana.",
        "I used to be a dancer but I got injured.",
        "My head hurts every time I read.",
        "I'm always hungry because of my thyroid pills.",
        "我一直头疼，因为我有偏头痛",
        "我偏头痛",
        "我从小就怕打雷",
    ],
)
def test_what_lasts_is_kept_beside_words_of_what_passes_or_is_joked(said: str) -> None:
    assert texts(said) != []


@pytest.mark.parametrize(
    "said", ["I'm so tired", "I'm starving", "brb, someone's at the door", "饿死了"]
)
def test_what_passes_within_the_hour_is_still_left(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I'm allergic to nuts lol", "I'm allergic to nuts"),
        ("My name is Ana haha", "My name is Ana"),
        ("I moved to Berlin lol", "I moved to Berlin"),
        ("My dad has dementia haha", "My dad has dementia"),
        ("I have epilepsy 😂", "I have epilepsy"),
        ("我对花生过敏哈哈哈", "我对花生过敏"),
        ("我有糖尿病🤣", "我有糖尿病"),
    ],
)
def test_laughter_is_cut_off_and_fills_no_slot(said: str, kept: str) -> None:
    assert texts(said) == [kept]
    assert keys(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "I take aspirin.",
        "I need glasses.",
        "I love my job.",
        "I am studying for the bar exam.",
        "I'm on a diet.",
        "Just had a baby girl",
        "Had a heart attack in May.",
        "Moving to Berlin next month!",
        "Starting a new job at Meta on Monday.",
        "I left Google for Meta.",
        "I'm on leave from May to September.",
        "My lease runs until March.",
        "I wear a hearing aid.",
        "Lost my sister in March.",
        "我吃阿司匹林",
        "我喝咖啡",
        "我失业了",
        "我工资一万五",
        "我体重七十公斤",
        "顺便说一下我儿子叫乐乐",
        "小李是我最好的朋友",
        "婚礼在六月五号",
        "阿明是我大学同学",
        "我月薪八千",
    ],
)
def test_plain_statements_are_kept(said: str) -> None:
    assert texts(said) != []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我们来玩角色扮演，我是将军。对了我对花生过敏", "对了我对花生过敏"),
        ("Let's roleplay: I'm a knight. By the way, I'm allergic to nuts.", "allergic to nuts"),
        ("I live in Oslo. Pretend to be my landlord, I'm behind on rent.", "I live in Oslo."),
    ],
)
def test_a_scene_colours_what_is_played_and_nothing_else(said: str, kept: str) -> None:
    (told,) = texts(said)

    assert kept in told


def test_what_is_taken_back_as_a_joke_is_the_sentence_before_it() -> None:
    assert texts("I'm a vegan. Just kidding! But I do live in Oslo.") == ["But I do live in Oslo."]


def test_a_sentence_without_an_end_is_read_no_further_than_its_beginning_tells() -> None:
    told = facts("I am allergic to nuts and " + "I " * 8_000)

    assert [fact.text[:24] for fact in told][:1] == ["I am allergic to nuts an"]


def test_what_stands_behind_the_read_part_of_a_sentence_is_kept_with_it() -> None:
    told = facts("I am allergic to " + "nuts " * 600 + "as my doctor Ahlgren says")

    assert "Ahlgren" in told[-1].text
