import pytest

from mneme.domain.extraction.structured_data import data_spans


def data(text: str) -> list[str]:
    return [text[start:end] for start, end in data_spans(text)]


@pytest.mark.parametrize(
    "notation",
    [
        '{"a": 1}',
        '["a", "b"]',
        '{\n  "a": [{"b": "c"}]\n}',
        '{"a": "a brace } and a \\" quote"}',
        "{'a': 1}",
        "[[]]",
    ],
)
def test_data_reaches_to_the_bracket_that_closes_it(notation: str) -> None:
    assert data(f"before {notation} after") == [notation]


def test_data_that_is_never_closed_ends_with_its_paragraph() -> None:
    assert data('see {"a": ["b",\n"c"\n\nI live here.') == ['{"a": ["b",\n"c"']


def test_each_piece_of_data_is_found_in_order() -> None:
    assert data('{"a": 1} and ["b"]') == ['{"a": 1}', '["b"]']


@pytest.mark.parametrize("text", ["I have [two] cats", "{name}", "f[0]", "a {b} c", "", "]}"])
def test_brackets_of_prose_are_no_data(text: str) -> None:
    assert data(text) == []


def test_brackets_without_end_take_time_in_proportion_to_their_number() -> None:
    text = '["' * 100_000

    assert data_spans(text) == [(0, len(text))]
