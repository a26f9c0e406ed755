"""What is read out of a model's answer, and what is not."""

from typing import Any

import pytest

from mneme.domain.models.json_reader import MAX_NESTING
from mneme.domain.models.lenient_json import first_json


def has_facts(value: Any) -> bool:
    return isinstance(value, dict) and "facts" in value


def anything(_: Any) -> bool:
    return True


FACTS = {"facts": ["likes trains"]}


@pytest.mark.parametrize(
    "text",
    [
        '{"facts": ["likes trains"]}',
        'Based on {travel}: {"facts": ["likes trains"]}',
        'Here you are:\n```json\n{"facts": ["likes trains"]}\n```\nAnything else?',
        '```\n{"facts": ["likes trains"]}',
        '<think>{"facts": ["a draft"]}</think>{"facts": ["likes trains"]}',
        '<think>a <think>b</think> {"facts": ["draft"]} </think> {"facts": ["likes trains"]}',
        'of the {"facts": ["draft"]} kind </think>\n{"facts": ["likes trains"]}',
        '<Thinking mode="long"> hm { </thinking>{"facts": ["likes trains"]}',
        '[THINK]{"facts": ["draft"]}[/THINK]{"facts": ["likes trains"]}',
        '{"topics": [1]} then {"facts": ["likes trains"]} then {"facts": ["more"]}',
        '{"result": {"facts": ["likes trains"]}}',
        '[{"facts": ["likes trains"]}]',
        '{"facts": ["likes trains",],}',
        '\ufeff {\n"facts"\t:\r\n["likes trains"] }',
        'say {"x} ok: {"facts": ["likes trains"]}',
        '["{"facts": ["likes trains"]}',
        '[1, {"facts": ["likes trains"]}, {"facts',
        '[ {"facts": ["likes trains"]} {"note": "</think>"} {travel}',
    ],
)
def test_the_object_is_found_in_whatever_surrounds_it(text: str) -> None:
    assert first_json(text, has_facts) == FACTS


@pytest.mark.parametrize(
    ("inner", "value"),
    [
        ("use ```sh blocks``` here", "use ```sh blocks``` here"),
        ("he wrote </think> and <think>", "he wrote </think> and <think>"),
        ("two\nlines", "two\nlines"),
        (r"\u4e00 \ud83d\ude00 \"quoted\" \\", '一 😀 "quoted" \\'),
        (r"{\"facts\": [\"not this\"]}", '{"facts": ["not this"]}'),
        ("我喜欢 {火车}", "我喜欢 {火车}"),
    ],
)
def test_what_strings_hold_is_left_alone(inner: str, value: str) -> None:
    assert first_json(f'```json\n{{"facts": ["{inner}"]}}\n```', has_facts) == {"facts": [value]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found nothing worth keeping.",
        '"facts"',
        '{"facts": ["a"',
        '{"facts": ["a", "b',
        '{"facts": ["a\\',
        '{"facts": ["a\\u12',
        '{"facts": ["a"], "more": tru',
        '{"facts": -',
        '<think>{"facts": ["still thinking"]}',
        '{"facts": ["only a draft"]} </think>',
        "{'facts': ['a']}",
        '{"facts": [a]}',
        '{"facts": [1 2]}',
        '{"facts": [,]}',
        '{"facts": }',
        '{"facts" ["a"]}',
        '{facts: ["a"]}',
        '{"facts": ["a"]]',
        r'{"facts": ["\d"]}',
        '{"facts": NaN}',
        '{"facts": 1e999}',
        '{"facts": 01}',
        '{"facts": ' + "9" * 5_000 + "}",
        "</think>",
        '{"note": "[{}]"}',
    ],
)
def test_what_is_cut_off_or_no_json_gives_nothing(text: str) -> None:
    assert first_json(text, has_facts) is None


def test_an_answer_cut_off_inside_of_a_string_gives_nothing_of_the_string() -> None:
    assert first_json('{"facts": "see [1] and {} or [2', anything) is None
    assert first_json('{"facts": "see [1]", "more": tru', anything) is None


def test_of_an_answer_cut_off_only_whole_values_are_offered() -> None:
    offered: list[Any] = []

    first_json('{"a": {"b": [1]}, "c": [2, {"d": 3}, {"e": ', offered.append)

    assert offered == [{"b": [1]}, [1], {"d": 3}]


def test_a_value_is_offered_before_those_inside_of_it() -> None:
    offered: list[Any] = []

    first_json('x [[1], {"a": []}] {"b": 1}', offered.append)

    assert offered == [[[1], {"a": []}], [1], {"a": []}, [], {"b": 1}]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[0, -1, 2.5, 1e3, 2E-2, -0.0]", [0, -1, 2.5, 1000.0, 0.02, -0.0]),
        ("[true, false, null]", [True, False, None]),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("[]", []),
        ("{}", {}),
    ],
)
def test_values_are_those_of_json(text: str, value: Any) -> None:
    assert first_json(text, anything) == value


@pytest.mark.parametrize("sibling", ["", ", []", ", 1"])
def test_what_is_nested_too_deeply_is_no_answer(sibling: str) -> None:
    fitting = "[" * MAX_NESTING + "]" * MAX_NESTING
    depths: list[int] = []

    first_json(f"[{fitting}{sibling}]", lambda value: depths.append(str(value).count("[")))

    assert depths[:MAX_NESTING] == list(range(MAX_NESTING, 0, -1))


class CountedText(str):
    """A text that counts at how many places it was looked at."""

    looks: int = 0

    def __getitem__(self, key: Any) -> str:
        type(self).looks += 1
        return super().__getitem__(key)


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "{",
        '{"',
        '[",',
        '["[',
        '{"a":',
        '{"a{":"{b",',
        "[1,",
        '{"\\"',
        "[a",
        "<think",
        "]",
        '"',
    ],
)
@pytest.mark.parametrize("ending", ["", "x", "]", '"'])
def test_no_place_of_a_hostile_answer_is_read_more_than_twice(unit: str, ending: str) -> None:
    text = CountedText(unit * 2_000 + ending)
    CountedText.looks = 0

    assert first_json(text, has_facts) is None
    assert CountedText.looks <= 2 * len(text)
