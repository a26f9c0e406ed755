"""JSON that two readers may read differently is refused where it stands, by every verb."""

import functools
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.functions.bodies import is_refused
from tests.functions.calls import call
from tests.functions.cloud import Cloud
from tests.isolation.any_value import FULL, Path, body_of, changed, places

HERE = "<here>"
NAMED = [(verb, at) for verb in FULL for at in places(body_of(verb)) if isinstance(at[-1], str)]


def path_of(place: Path) -> str:
    """Return a path as refusals name it."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in place]
    return "".join(parts).removeprefix(".")


def with_key_twice(verb: str, place: Path, escaped: Callable[[str], str] = json.dumps) -> str:
    """Return a sound body in which one key is given twice, with the same value."""
    value: Any = body_of(verb)
    for name in place:
        value = value[name]
    again = f"{json.dumps(value)}, {escaped(str(place[-1]))}: {json.dumps(value)}"
    return json.dumps(changed(verb, place, HERE)).replace(json.dumps(HERE), again)


@pytest.mark.parametrize(("verb", "place"), NAMED, ids=str)
def test_a_key_that_is_given_twice_is_refused_by_its_path(
    cloud: Cloud, verb: str, place: Path
) -> None:
    is_refused(call(cloud, verb, with_key_twice(verb, place)), 40001, path_of(place))


TEXTS = [
    (verb, place)
    for verb, place in NAMED
    if isinstance(functools.reduce(lambda value, name: value[name], place, body_of(verb)), str)
]


@pytest.mark.parametrize(("verb", "place"), TEXTS, ids=str)
def test_half_of_a_surrogate_pair_is_refused_by_its_path(
    cloud: Cloud, verb: str, place: Path
) -> None:
    body = json.dumps(changed(verb, place, "tea \ud800"))

    is_refused(call(cloud, verb, body), 40001, path_of(place))


def test_of_an_object_whose_key_is_no_text_the_path_is_told(cloud: Cloud) -> None:
    body = json.dumps({**body_of("add_structured"), "custom_tags": {"\udc00": "x"}})

    is_refused(call(cloud, "add_structured", body), 40001, "custom_tags")


def test_keys_are_the_same_however_they_are_escaped(cloud: Cloud) -> None:
    def escaped(name: str) -> str:
        return '"' + "".join(f"\\u{ord(char):04x}" for char in name) + '"'

    for place in (("user_id",), ("custom_tags", "a")):
        body = with_key_twice("add_structured", place, escaped)

        is_refused(call(cloud, "add_structured", body), 40001, path_of(place))


def test_the_same_key_in_two_objects_is_none_given_twice(cloud: Cloud) -> None:
    messages = [{"message_id": f"m{n}", "role": "user", "content": "Hello"} for n in (1, 2)]

    assert call(cloud, "add", {"user_id": "u-keys", "messages": messages}).code == 0


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
@pytest.mark.parametrize("verb", FULL)
def test_a_number_that_json_or_a_double_does_not_have_is_refused_by_its_path(
    cloud: Cloud, verb: str, number: str
) -> None:
    for place in places(body_of(verb)):
        body = json.dumps(changed(verb, place, HERE)).replace(json.dumps(HERE), number)

        told = call(cloud, verb, body)

        is_refused(told, 40001, told.field)
        # A tag's own value is named by the tags, since its name is the caller's.
        assert (told.field or "").startswith(path_of(place)), (place, told)
