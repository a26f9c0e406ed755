"""Users with no room left: what callers are answered, and what is measured of it."""

import json

import pytest

from tests.functions.calls import Answer, call
from tests.functions.cloud import Cloud


@pytest.fixture
def cloud(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> Cloud:
    """Return a deployment whose users have room for little."""
    limits = {"global": 3, "constraint": 1, "important": 40}
    monkeypatch.setenv("MNEME_THRESHOLDS", json.dumps({"tenants": {"capacity": limits}}))
    return cloud


def write(cloud: Cloud, user: str, content: str, **more: object) -> Answer:
    return call(
        cloud,
        "add_structured",
        {"user_id": user, "content": content, "skip_evolution": True, **more},
    )


def test_a_write_that_finds_no_room_is_answered_with_what_is_full(cloud: Cloud) -> None:
    write(cloud, "u-rule", "Answer in French", kind="CONSTRAINT")

    refused = write(cloud, "u-rule", "Never call me sir", kind="CONSTRAINT")

    assert (refused.status, refused.code) == (429, 42901)
    assert refused.data == {"dimension": "CONSTRAINT", "limit": 1}


def test_one_mark_too_many_is_answered_by_each_verb_that_gives_marks(cloud: Cloud) -> None:
    first = write(cloud, "u-marks", "I own a boat", is_important=True).data or {}
    plain = write(cloud, "u-marks", "I own a car").data or {}
    place = {"dimension": "GLOBAL", "limit": 1}

    written = write(cloud, "u-marks", "I own a house", is_important=True)
    updated = call(cloud, "update", {"user_id": "u-marks", "is_important": True, **_named(plain)})
    call(cloud, "delete", {"user_id": "u-marks", **_named(first)})
    write(cloud, "u-marks", "I own a horse", is_important=True)
    restored = call(cloud, "restore", {"user_id": "u-marks", **_named(first)})

    assert [one.status for one in (written, updated, restored)] == [429] * 3
    assert [one.code for one in (written, updated, restored)] == [42902] * 3
    assert written.data == updated.data == {"field": "is_important", **place}
    assert restored.data == {"field": "memory_id", **place}


def test_several_updates_tell_of_each_mark_that_was_refused(cloud: Cloud) -> None:
    names = [
        _named(write(cloud, "u-several", f"I own {thing}").data or {})
        for thing in ("a boat", "a car")
    ]
    items = [{**name, "is_important": True} for name in names]

    done = call(cloud, "batch_update", {"user_id": "u-several", "items": items})

    assert done.data is not None
    assert [one["code"] for one in done.data["results"]] == [0, 42902]


def test_what_is_full_takes_what_is_new_and_lets_the_oldest_leave(cloud: Cloud) -> None:
    written = [write(cloud, "u-oldest", f"I own boat no. {number}") for number in range(4)]

    assert [one.code for one in written] == [0] * 4
    listed = call(cloud, "user/list", {"user_id": "u-oldest", "status": ["ARCHIVED"]})
    assert listed.data is not None
    assert [one["content"] for one in listed.data["memories"]] == ["I own boat no. 0"]


def _named(data: dict[str, object]) -> dict[str, object]:
    return {"memory_id": data["memory_id"]}
