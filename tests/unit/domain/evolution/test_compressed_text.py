"""What a model wrote of several memories is held against their words, part by part."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.adapters.snowball_stemmer import SnowballStemmer
from mneme.domain.evolution.compressed_text import says_all
from mneme.domain.evolution.compression import alike, mood_of
from mneme.domain.evolution.compression_limits import CompressionLimits

STEM = SnowballStemmer().stem
MEALS = (
    "I ordered pizza from Tony's on 3 May.",
    "I ordered noodles on 5 May for 12 euros.",
    "I ordered sushi on 9 May.",
)
PRICES = ("I paid 9 for tea.", "I paid 5 for coffee.", "I paid 7 for cake.")
HOMES = ("Anna lives in Rome.", "Ben lives in Oslo.", "Cleo lives in Paris.")
TAKEAWAYS = ("我点了麻辣烫外卖。", "我点了黄焖鸡外卖。", "我点了披萨外卖。")
FLIGHTS = ("I flew from Rome to Oslo in May.", "I flew from Paris to Bonn in June.")
TRADE = ("I buy tea at Lidl.", "I sell coffee at Lidl.", "I roast nuts at Lidl.")
TRIPS = ("I visited Rome in March 2024.", "I visited Oslo in May 2024.")


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        (
            "I ordered pizza from Tony's on 3 May, noodles on 5 May for 12 euros, sushi on 9 May.",
            MEALS,
        ),
        ("I paid 9 for tea, 5 for coffee and 7 for cake.", PRICES),
        ("Anna lives in Rome, Ben in Oslo and Cleo in Paris.", HOMES),
        ("I flew from Rome to Oslo in May and from Paris to Bonn in June.", FLIGHTS),
        ("I buy tea at Lidl, sell coffee and roast nuts.", TRADE),
        ("我点了麻辣烫、黄焖鸡和披萨外卖。", TAKEAWAYS),
        ("I visited Rome in March 2024 and Oslo in May 2024.", TRIPS),
        ("I visited Oslo in May and Rome in March 2024.", TRIPS),
    ],
)
def test_a_text_that_says_it_all_is_kept(text: str, sources: tuple[str, ...]) -> None:
    assert says_all(text, sources, STEM)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        (
            "I ordered pizza from Tony's on 5 May, noodles on 3 May for 12 euros, sushi on 9 May.",
            MEALS,
        ),
        ("I ordered pizza from Tony's on 3 May and noodles on 5 May for 12 euros.", MEALS),
        ("I ordered pizza on 3 May, noodles on 5 May for 12 euros, sushi on 9 May.", MEALS),
        ("I paid 5 for tea, 9 for coffee and 7 for cake.", PRICES),
        ("I paid 9, for coffee and 5, for tea, and 7 for cake.", PRICES),
        ("I paid 21 for tea, coffee and cake.", PRICES),
        ("Anna lives in Oslo, Ben in Rome and Cleo in Paris.", HOMES),
        ("I flew to Rome from Oslo in May and from Paris to Bonn in June.", FLIGHTS),
        ("I buy tea and coffee at Lidl, sell and roast nuts.", TRADE),
        ("I buy tea, coffee sell and roast nuts at Lidl.", TRADE),
        ("Anna, Ben and Cleo live in Rome, Oslo and Paris.", HOMES),
        ("Anna lived in Rome, Ben in Oslo and Cleo in Paris.", HOMES),
        ("我点了麻辣烫、黄焖鸡和寿司外卖。", TAKEAWAYS),
        ("我没点麻辣烫、黄焖鸡和披萨外卖。", TAKEAWAYS),
        ("我想点麻辣烫、黄焖鸡和披萨外卖。", TAKEAWAYS),
        ("I visited Rome in May 2024 and Oslo in March 2024.", TRIPS),
        ("I will visit Rome in March 2024 and Oslo in May 2024.", TRIPS),
        ("I did not visit Rome in March 2024 and Oslo in May 2024.", TRIPS),
        ("", TRIPS),
        (" ".join(TRIPS), TRIPS),
    ],
)
def test_a_text_that_loses_adds_or_moves_anything_is_not(
    text: str, sources: tuple[str, ...]
) -> None:
    assert not says_all(text, sources, STEM)


def test_what_happened_several_times_happened_often_and_what_holds_does_not() -> None:
    text = "我常点麻辣烫、黄焖鸡和披萨外卖。"

    assert says_all(text, TAKEAWAYS, STEM, events=True)
    assert not says_all(text, TAKEAWAYS, STEM)


@pytest.mark.parametrize(
    "text",
    [
        "I don't eat fish.",
        "I hate coffee.",
        "I ran yesterday.",
        "He likes tea.",
        "My brother plays chess.",
        "我不吃鱼。",
        "",
        "tea " * 200,
    ],
)
def test_what_a_model_might_turn_round_is_not_shown_to_it(text: str) -> None:
    assert mood_of(text, STEM) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I visited Rome.", "I want to visit Oslo."),
        ("I visited Rome.", "I visit Oslo."),
        ("I visited Rome.", "Maybe I visited Oslo."),
        ("I eat meat.", "I eat meat only in Rome."),
        ("我去了北京。", "我想去上海。"),
        ("I visited Rome.", "我去了北京。"),
    ],
)
def test_what_is_worded_in_another_mood_stays_apart(one: str, other: str) -> None:
    assert mood_of(one, STEM) != mood_of(other, STEM)


def test_a_group_has_members_that_are_all_alike_and_not_too_many() -> None:
    places = {"a": 0, "b": 1, "c": 2, "d": 9, "e": 3, "f": 1}
    near = lambda one, other: 1 - abs(places[one] - places[other]) / 4  # noqa: E731

    assert alike([*places], near, CompressionLimits(similar=0.5)) == [["a", "b", "c", "f"]]
    few = CompressionLimits(similar=0.5, fewest=2, most=2)
    assert alike([*places], near, few) == [["a", "b"], ["c", "e"]]


def test_however_a_text_is_cut_up_it_is_read_in_time() -> None:
    sources = [f"I own a red boat of {number} feet." for number in range(12)]
    began = time.process_time()

    assert not says_all("red, boat, own, feet, " * 12 + "red, boat.", sources, STEM)
    assert time.process_time() - began < 5


FOOD = ("pizza", "noodles", "sushi", "tacos", "soup", "curry")
FRIENDS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Gus")
TOWNS = ("Rome", "Oslo", "Paris", "Bonn", "Lima", "Cairo")


@given(st.permutations(FOOD), st.permutations(FRIENDS), st.permutations(TOWNS), st.data())
@settings(max_examples=60)
def test_whatever_changes_places_is_noticed(
    food: list[str], friends: list[str], towns: list[str], data: st.DataObject
) -> None:
    cells = [[*row] for row in zip(food, friends, towns, ("3", "5", "9"), strict=False)]
    sources = [f"I ate {_meal(cell)}." for cell in cells]
    assert says_all(_together(cells), sources, STEM)

    column = data.draw(st.integers(0, 3))
    one, other = data.draw(st.permutations(range(3)))[:2]
    cells[one][column], cells[other][column] = cells[other][column], cells[one][column]
    assert not says_all(_together(cells), sources, STEM)


def _meal(cell: list[str]) -> str:
    return "{} with {} in {} on {} May".format(*cell)


def _together(cells: list[list[str]]) -> str:
    return f"I ate {', '.join(map(_meal, cells))}."
