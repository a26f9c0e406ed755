"""What is read from a chat server's answer."""

from typing import Any

import pytest

from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from tests.unit.adapters.scripted_endpoint import answer, complete


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": [{"type": "text", "text": "{"}, {"type": "text", "text": "}"}]}, "{}"),
        ({"content": [{"type": "image"}, "odd", {"text": 5}]}, ""),
        ({"content": None, "reasoning_content": 'hm {"facts": []}'}, 'hm {"facts": []}'),
        ({"content": " \n", "reasoning": "{}"}, "{}"),
        ({"content": "{}", "reasoning_content": "not this"}, "{}"),
        ({"content": None}, ""),
    ],
)
def test_the_text_is_found_where_servers_put_it(message: dict[str, Any], text: str) -> None:
    assert complete(answer(**message)).text == text


def test_thoughts_that_were_cut_off_are_no_answer() -> None:
    assert complete(answer(None, "length", reasoning_content='{"facts": ["draft"]}')).text == ""


def test_an_answer_that_was_cut_off_is_returned_as_far_as_it_came() -> None:
    assert complete(answer('{"facts": ["a', "length")).text == '{"facts": ["a'


@pytest.mark.parametrize(
    "refusing",
    [answer("half of", "content_filter"), answer(None, refusal="I cannot help with that.")],
)
def test_filtered_content_and_refusals_will_never_succeed(refusing: dict[str, Any]) -> None:
    with pytest.raises(ExtractionFailed) as caught:
        complete(refusing)

    assert "cannot help" not in caught.value.message


@pytest.mark.parametrize(
    "odd",
    [{}, {"error": {"code": 503}}, {"choices": []}, {"choices": {}}, {"choices": ["x"]},
     {"choices": [{"message": "x"}]}],
)  # fmt: skip
def test_an_answer_of_another_shape_is_unreadable(odd: dict[str, Any]) -> None:
    with pytest.raises(ModelOutage) as caught:
        complete(odd)

    assert caught.value.reason is OutageReason.UNREADABLE
