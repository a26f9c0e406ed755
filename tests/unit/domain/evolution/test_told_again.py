"""What tells again what was overruled, and what is news: in English and in Chinese."""

import pytest

from mneme.domain.evolution.told_again import MOST_SENTENCES, Telling, telling, tells_again
from mneme.domain.extraction.fact_slots import fact_key
from tests.unit.domain.evolution.evolution_builders import STEM

PENICILLIN, QINGMEISU = "I'm allergic to penicillin.", "我对青霉素过敏。"
FOG, TEA, CAT = "I hate fog.", "我喜欢喝茶。", "I adopted a cat named Tom."

WHEREVER_TOLD = [
    (PENICILLIN, "I am allergic to penicillin"),
    (PENICILLIN, "Yes, I'm allergic to penicillin"),
    (PENICILLIN, "No, I'm allergic to penicillin."),
    (PENICILLIN, "As I said, I'm severely allergic to penicillin, remember that!"),
    (PENICILLIN, "Im allergic to penicillin 🙂"),
    (PENICILLIN, "I'm allergic to Penicillin"),
    (PENICILLIN, "User is allergic to penicillin"),
    (PENICILLIN, "I've got a penicillin allergy."),
    (PENICILLIN, "I am allergic to penicillin and peanuts."),
    (QINGMEISU, "嗯，我对青霉素过敏"),
    (QINGMEISU, "是的，我对青霉素过敏呢😀"),
    (QINGMEISU, "我對青霉素過敏。"),
    (QINGMEISU, "其实我对青霉素严重过敏"),
    (QINGMEISU, "青霉素过敏"),
    (FOG, "I really don't like fog!"),
    (FOG, "I dont like fog"),
    (FOG, "I hate the fog so much"),
    (TEA, "嗯嗯，我也很爱喝茶"),
    (CAT, "Tom is the name of the cat that I adopted."),
    ("I live in Oslo.", "I'm based in Oslo."),
    ("I live in Oslo.", "I moved to Oslo last year."),
    ("I live in Oslo.", "I live in Oslo, Norway."),
    ("My wife is Maria.", "I'm married to Maria."),
    ("我老婆叫小红。", "小红是我妻子"),
    ("我在腾讯工作。", "我就职于腾讯"),
    ("My favorite color is blue.", "Blue is my favourite colour."),
    ("I have two kids.", "I've got 2 kids"),
    ("I like tea. I like rain.", "Well, I like rain."),
]
IN_THE_SAME_MESSAGE = [
    (PENICILLIN, "I'm alergic to penicillin."),
    (PENICILLIN, "I'm allergic to pencillin."),
    (QINGMEISU, "我对青霉素过过敏"),
    (QINGMEISU, "我对青霉素类过敏"),
    (FOG, "I hate fogg."),
    (CAT, "I adoptd a cat."),
    (CAT, "My cat is named Tom."),
    (CAT, "Last year I adopted a cat called Tom from a shelter."),
    ("I live in Oslo.", "I live in Olso."),
    (TEA, "我喜欢茶"),
    ("I smoke cigars.", "I smoke."),
    ("Today I adopted a cat.", "Today I adopted a cat!!"),
]
NEWS = [
    (PENICILLIN, "I'm allergic to peanuts."),
    (PENICILLIN, "I'm not allergic to penicillin."),
    (PENICILLIN, "I'm no longer allergic to penicillin."),
    (PENICILLIN, "I was allergic to penicillin."),
    (PENICILLIN, "My wife is allergic to penicillin."),
    (PENICILLIN, "Ana is allergic to penicillin."),
    (QINGMEISU, "我对花生过敏。"),
    (QINGMEISU, "我对青霉素不过敏"),
    (QINGMEISU, "我儿子对青霉素过敏"),
    (FOG, "I love fog."),
    (FOG, "I no longer hate fog."),
    (TEA, "我喜欢喝咖啡。"),
    (TEA, "我不喜欢喝茶"),
    (CAT, "I adopted a dog named Rex."),
    (CAT, "I adopted a cat named Rex."),
    ("I live in Oslo.", "I moved to Rome from Oslo."),
    ("I live in Oslo.", "I used to live in Oslo."),
    ("I live in York.", "I live in New York."),
    ("我住在北京。", "我住在南京"),
    ("My wife is Maria.", "My wife is Ana."),
    ("I have two kids.", "I have three kids."),
    ("I take 20 mg of lisinopril.", "I take 40 mg of lisinopril."),
    ("I like cats.", "I like cars."),
    ("I live in Boston.", "I live in Bolton."),
    ("I run.", "I run a bakery."),
    ("我有猫。", "我有熊猫玩偶。"),
]


def read(text: str) -> Telling:
    return telling(text, None, fact_key(text, None), STEM)


@pytest.mark.parametrize("same_message", [True, False])
@pytest.mark.parametrize(("before", "now"), WHEREVER_TOLD)
def test_other_words_tell_it_again_wherever_they_are_told(
    before: str, now: str, same_message: bool
) -> None:
    assert tells_again(read(now), read(before), same_message=same_message)
    assert tells_again(read(before), read(now), same_message=same_message)


@pytest.mark.parametrize(("before", "now"), IN_THE_SAME_MESSAGE)
def test_an_edit_tells_again_what_it_misspells_or_shortens(before: str, now: str) -> None:
    assert tells_again(read(now), read(before), same_message=True)


@pytest.mark.parametrize("same_message", [True, False])
@pytest.mark.parametrize(("before", "now"), NEWS)
def test_another_value_number_or_person_and_the_contrary_are_news(
    before: str, now: str, same_message: bool
) -> None:
    assert not tells_again(read(now), read(before), same_message=same_message)


def test_what_was_told_of_one_day_is_not_what_was_told_of_another() -> None:
    one, other = read("Today I saw a heron."), read("I saw a heron today!")

    assert tells_again(one, other, same_message=True)
    assert not tells_again(one, other, same_message=False)


@pytest.mark.parametrize("text", ["", "🙂", "Yes!", "嗯。"])
def test_a_text_that_states_nothing_tells_nothing_again(text: str) -> None:
    assert read(text).parts == ()
    assert not tells_again(read(text), read(FOG), same_message=True)
    assert not tells_again(read(FOG), read(text), same_message=True)


def test_very_long_texts_are_not_read() -> None:
    assert read(" ".join(f"I like tea number {n}." for n in range(MOST_SENTENCES + 1))).parts == ()
