"""No slot is filled that is not told for certain: what it held would be lost."""

from datetime import UTC, datetime

import pytest

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance
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
    "said",
    [
        *("I moved to Slack.", "I moved to Linux.", "We moved to Kubernetes."),
        *("I moved to Python from Java.", "I moved to TypeScript last year.", "I moved to Chrome."),
        *(
            "I moved to Windows 11",
            "I moved to Management.",
            "I moved to Postgres.",
            "I live in Excel.",
        ),
        *("I live in Emacs.", "I work at Home.", "I work at Midnight.", "My husband is Dead."),
        *("My wife is Pregnant!", "My partner is Sick.", "Call me Monday.", "Call me Tomorrow."),
        "My favorite color is the one on the left.",
        "My favorite food is on the table.",
        "My favorite language is not Java.",
        "My favourite song is this one.",
        *("叫我起床", "叫我早点睡", "叫我加班", "叫我别担心", "叫我滚", "叫我一声", "叫我主人"),
        *("叫我老公", "叫我吃药就行", "叫我高兴点"),
        *("我周末住在上海", "我暑假住在上海", "我住酒店住到周日", "我住在隔壁", "我住在三环外"),
        *(
            "我现在住在亲戚那",
            "我搬到新服务器了",
            "我搬到第三章了",
            "我国庆住在北京",
            "我搬到楼下了",
        ),
        *("我最喜欢的颜色是左边那个", "我最喜欢的歌是这首", "周一去腾讯入职", "国庆搬到上海"),
    ],
)
def test_no_slot_is_filled_that_is_not_told_for_certain(said: str) -> None:
    assert keys(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "In the story, my name is Bob and I live in Tortuga.",
        "In my dream I live in Tokyo.",
        "In the game I work as a blacksmith.",
        "In Skyrim I'm married to Lydia.",
        "The prompt was: my name is John.",
        "I was told I live in Rome.",
        "I almost moved to Rome.",
        "In this book I'm a widow and I live in Paris.",
        "梦里我住在东京",
        "小说里我是一个巫师",
        "我差点搬到上海",
        "电影里我叫阿强",
    ],
)
def test_what_is_told_of_a_story_or_almost_happened_is_no_statement(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "Is this correct? I live in Rome since 2 years.",
        "Practice my German with me: I live in Munich.",
        "Be my Spanish teacher. My name is Luis.",
        "这句话对吗？我住在上海。",
    ],
)
def test_a_message_that_is_an_example_fills_no_slot(said: str) -> None:
    assert keys(said) == []


def test_what_a_message_gives_as_an_example_is_believed_only_once_it_is_told_again() -> None:
    (told,) = facts("Is this correct? I live in Rome since 2 years.")

    assert told.provenance is Provenance.CANDIDATE


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("I moved to Lisbon.", "home_city"),
        ("I moved to Karlstad with my wife.", "home_city"),
        ("We relocated to Tromso.", "home_city"),
        ("I moved to Ghent from Bruges.", "home_city"),
        ("I live in Ulm.", "home_city"),
        ("I work at Home Depot.", "employer"),
        ("Call me Max.", "preferred_name"),
        ("My wife is Ana.", "partner"),
        ("My favourite color is teal.", "preferred_color"),
        ("我住在上海", "home_city"),
        ("我搬到成都了", "home_city"),
        ("上周一去腾讯入职了", "employer"),
        ("叫我小李", "preferred_name"),
        ("以后叫我阿杰吧", "preferred_name"),
        ("我最喜欢的颜色是蓝色", "preferred_color"),
    ],
)
def test_a_slot_that_is_told_for_certain_is_filled(said: str, key: str) -> None:
    assert keys(said) == [key]
