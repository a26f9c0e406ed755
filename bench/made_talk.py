"""Made-up conversations of a realistic size, English and Chinese: the same for a number always."""

import random
from dataclasses import dataclass
from typing import Any

from bench.made_text import statement

TALK_BYTES = 2048


@dataclass(frozen=True)
class Talk:
    """A conversation, and one thing that only it says: a fact to wait for."""

    messages: list[dict[str, Any]]
    told: str
    told_in: str


_OWNED = ("brass telescope", "pinewood ladder", "silver kettle", "canvas tent", "copper lantern")
_OWNED_CHINESE = ("铜望远镜", "松木梯子", "银水壶", "帆布帐篷", "黄铜灯笼")
_DONE_CHINESE = ("修好了", "卖掉了", "画完了", "弄丢了", "借走了", "拍下了")
_THINGS_CHINESE = ("一辆红色自行车", "一把旧小提琴", "一副象棋", "一罐蜂蜜", "一件羊毛大衣")
_PLACES_CHINESE = ("里斯本", "奥斯陆", "京都", "利马", "河内", "珀斯")
_ANSWERS = (
    "That sounds like a good plan. When you write the list, start with what must be ready first, "
    "and leave some room for what always takes longer than one thinks.",
    "Thank you for telling me. There are three usual ways to go about it, and which one is best "
    "depends on how much time there is and who else can lend a hand.",
    "Of course. A short note with the date, the place and the name is enough to begin with; the "
    "details can be added once the others have answered.",
)
_ANSWERS_CHINESE = (
    "听起来不错。列清单的时候，先写必须最早准备好的东西，再给总是拖得更久的事情留一点余地。",
    "好的，谢谢告诉我。通常有三种做法，哪一种合适，要看还有多少时间，以及有没有别人可以帮忙。",
    "当然可以。先写一张便条，写上日期、地点和名字就够了，其余的细节等大家回复以后再补充。",
)
_ASKED = (
    "Could you help me to order all that?",
    "What would you do first?",
    "Does that make sense?",
)
_ASKED_CHINESE = ("你能帮我整理一下吗？", "你觉得先做哪一件？", "这样安排可以吗？")


def talk(number: int, *, chinese: bool, size: int = TALK_BYTES) -> Talk:
    """Return a conversation of about `size` bytes in which user and assistant take turns."""
    choose = random.Random(number)
    told = told_fact(number, chinese=chinese)
    messages: list[dict[str, Any]] = [_message(number, 0, "user", told)]
    length = len(told.encode())
    while length < size:
        place = len(messages)
        role = "assistant" if place % 2 else "user"
        said = _said(number * 100 + place, role, choose, chinese=chinese)
        messages.append(_message(number, place, role, said))
        length += len(said.encode())
    return Talk(messages, told, messages[0]["message_id"])


def _message(number: int, place: int, role: str, content: str) -> dict[str, Any]:
    return {"message_id": f"m{number}-{place}", "role": role, "content": content}


def told_fact(number: int, *, chinese: bool) -> str:
    """Return a lasting fact in one sentence: no two numbers are told the same."""
    place = number % len(_OWNED)
    if chinese:
        return f"我买了{_OWNED_CHINESE[place]}，订单号{number}。"
    return f"I own a {_OWNED[place]} with the serial number {number}."


def _said(number: int, role: str, choose: random.Random, *, chinese: bool) -> str:
    if role == "assistant":
        answers = choose.sample(_ANSWERS_CHINESE if chinese else _ANSWERS, 2)
        return ("" if chinese else " ").join(answers)
    if chinese:
        done = (_done_chinese(number + place, choose) for place in (0, 20, 40))
        return "".join([*done, choose.choice(_ASKED_CHINESE)])
    return " ".join([statement(number), statement(number + 50), choose.choice(_ASKED)])


def _done_chinese(number: int, choose: random.Random) -> str:
    place, done = choose.choice(_PLACES_CHINESE), choose.choice(_DONE_CHINESE)
    return f"我在{place}{done}{choose.choice(_THINGS_CHINESE)}，单号{number}。"
