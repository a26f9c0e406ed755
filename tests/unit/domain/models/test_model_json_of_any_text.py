"""Any JSON comes back out of whatever is written around it, and nothing else does."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from mneme.domain.models.lenient_json import first_json

TEXTS = st.text(max_size=12) | st.sampled_from(["", "[1]", "{}", "```", "</think>", "<think>", '"'])
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ANSWERS = st.lists(VALUES, max_size=4) | st.dictionaries(TEXTS, VALUES, max_size=4)

# Prose without quotation marks: those could turn the first words of the answer into a string.
WORDS = st.sampled_from(
    ["{travel}", "{", "}", "[", "]", "[1]", "{}", ":", ",", "```", "```json\n", "it's", "1", "null",
     "\\", "\n", "我", "<b>", "/think", "so be it"]
)  # fmt: skip
PROSE = st.lists(WORDS, max_size=6).map(" ".join)
THOUGHTS = st.tuples(st.sampled_from(["think", "thinking", "reasoning"]), PROSE, ANSWERS).map(
    lambda parts: (
        f"<{parts[0]}>{parts[1]} {json.dumps(parts[2])}</{parts[0]}>"
        if "</" not in json.dumps(parts[2])
        else ""
    )
)


@st.composite
def wrapped(draw: st.DrawFn) -> tuple[str, Any]:
    value = draw(ANSWERS)
    written = json.dumps(
        value, ensure_ascii=draw(st.booleans()), indent=draw(st.none() | st.just(2))
    )
    if draw(st.booleans()):
        written = f"```json\n{written}\n```"
    before, after = draw(PROSE), draw(PROSE)
    return f"{draw(THOUGHTS)}{before} {written} {after}", value


def same(one: Any, other: Any) -> bool:
    # 1 and True, 1 and 1.0 are equal in Python and different in JSON.
    return json.dumps(one) == json.dumps(other)


def parts(value: Any) -> list[str]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [json.dumps(value), *(part for one in inner for part in parts(one))]


@given(wrapped())
def test_any_value_is_recovered_from_prose_fences_and_thoughts(case: tuple[str, Any]) -> None:
    text, value = case

    found = first_json(text, lambda candidate: same(candidate, value))

    assert found is not None
    assert same(found, value)


@given(ANSWERS, st.data())
@example({"a": "see [1]", "b": True}, None)
def test_an_answer_cut_off_anywhere_gives_nothing_or_a_part_of_it(
    value: Any, data: st.DataObject | None
) -> None:
    text = json.dumps(value, ensure_ascii=False)
    ends = range(len(text)) if data is None else [data.draw(st.integers(0, len(text) - 1))]
    offered: list[Any] = []

    for end in ends:
        assert first_json(text[:end], offered.append) is None

    assert {json.dumps(candidate) for candidate in offered} <= set(parts(value))


@given(st.text(alphabet='{}[]",:\\ \n1at<>/think`', max_size=60) | st.text(max_size=60))
def test_no_text_makes_it_fail_and_nothing_is_offered_without_a_pair_of_brackets(text: str) -> None:
    offered: list[Any] = []

    assert first_json(text, offered.append) is None

    assert len(offered) <= min(text.count("{") + text.count("["), text.count("}") + text.count("]"))
