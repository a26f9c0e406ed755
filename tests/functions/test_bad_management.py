"""What management refuses: nothing a caller sends widens what is meant, or removes what must be."""

from typing import Any

import pytest

from tests.functions.bodies import is_refused, with_value
from tests.functions.calls import call
from tests.functions.cloud import Cloud

WRONG_VALUES = [
    ("update", "content", None, "content"),
    ("update", "is_important", None, "is_important"),
    ("update", "is_important", 1, "is_important"),
    ("update", "expected_revision", 0, "expected_revision"),
    ("update", "expected_revision", "1", "expected_revision"),
    ("update", "custom_tags", {"user_id": "u-2"}, "custom_tags"),
    ("update", "custom_tags", {"a": {"b": 1}}, None),
    ("update", "metadata", {"user_id": "u-2", "app_id": "x"}, "metadata"),
    ("update", "level", "GLOBAL", "level"),
    ("batch_update", "items", [], "items"),
    ("batch_update", "items", [{"memory_id": "m"}], "items[0].content"),
    ("batch_update", "items", [{"memory_id": "m", "is_important": True}] * 2, "items"),
    ("delete", "dimension", {}, "dimension"),
    ("batch_delete", "memory_ids", [], "memory_ids"),
    ("batch_delete", "memory_ids", ["m", "m"], "memory_ids"),
    ("batch_delete", "memory_ids", ["m"] * 101, "memory_ids"),
    ("batch_delete", "memory_ids", None, "memory_ids"),
    ("batch_delete", "dimension", {"app_id": "x"}, "memory_ids"),
    ("batch_delete", "cursor", "abc", "cursor"),
    ("restore", "content", "Likes tea", "content"),
    ("restore", "expected_revision", 0, "expected_revision"),
    ("rollback", "to_revision", 0, "to_revision"),
    ("rollback", "to_revision", None, "to_revision"),
    ("rollback", "to_revision", 1.5, "to_revision"),
    ("history", "limit", 101, "limit"),
    ("history", "cursor", "", "cursor"),
    ("history", "cursor", "x" * 2049, "cursor"),
    ("change_log", "limit", 0, "limit"),
    ("change_log", "limit", "10", "limit"),
    ("change_log", "cursor", "abc", "cursor"),
    ("change_log", "dimension", {"level": "GLOBAL", "app_id": "x"}, "dimension.level"),
    ("change_log", "memory_id", "m", "memory_id"),
    ("user/list", "status", ["GONE"], "status[0]"),
    ("user/list", "status", "ACTIVE", "status"),
    ("user/list", "cursor", "abc", "cursor"),
    ("user/list", "cursor", {"ne": ""}, "cursor"),
    ("user/list", "dimension", None, "dimension"),
]


@pytest.mark.parametrize(("verb", "path", "value", "field"), WRONG_VALUES)
def test_a_wrong_value_is_refused_with_its_path(
    cloud: Cloud, verb: str, path: str, value: object, field: str | None
) -> None:
    told = call(cloud, verb, with_value(verb, path, value))

    is_refused(told, 40001, field or told.field)


def test_a_range_of_time_that_ends_before_it_begins_is_refused(cloud: Cloud) -> None:
    noon = "2026-03-01T12:00:00Z"

    told = call(cloud, "change_log", {"user_id": "u-1", "since": noon, "until": noon})

    is_refused(told, 40001, "until")


@pytest.mark.parametrize(
    ("dimension", "field"),
    [
        ({}, "dimension"),
        ({"kind": []}, "dimension"),
        ({"app_id": "*"}, "dimension.app_id"),
        ({"app_id": {"ne": ""}}, "dimension.app_id"),
        ({"user_id": "u-2"}, "dimension.user_id"),
        ({"kind": ["*"]}, "dimension.kind[0]"),
        ({"level": "GLOBAL", "app_id": "x"}, "dimension.level"),
        ({"level": "APP", "session_id": "s"}, "dimension.level"),
    ],
)
def test_a_dimension_that_names_nothing_certainis_refused(
    cloud: Cloud, dimension: dict[str, Any], field: str
) -> None:
    told = call(cloud, "batch_delete", {"user_id": "u-1", "dimension": dimension})

    is_refused(told, 40001, field)


OF_SOMEBODY = ("user_id", "app_id", "session_id", "tenant", "level", "memory_id", " User_ID ")


@pytest.mark.parametrize("name", OF_SOMEBODY)
@pytest.mark.parametrize("value", ["u-2", None])
def test_p08_metadata_that_looks_like_a_place_moves_no_memory(
    cloud: Cloud, name: str, value: object
) -> None:
    written = call(
        cloud,
        "add_structured",
        {"user_id": "p08", "content": f"Likes {name}", "app_id": "coach", "skip_evolution": True},
    )
    memory_id = (written.data or {})["memory_id"]
    asked = {"user_id": "p08", "memory_id": memory_id}

    is_refused(call(cloud, "update", {**asked, "custom_tags": {name: value}}), 40001, "custom_tags")

    call(cloud, "update", {**asked, "custom_tags": {"owner": "u-2", "place": "GLOBAL"}})
    (head,) = [row for row in cloud.rows("heads") if row["sk"]["S"] == memory_id]
    assert (head["pk"]["S"], head["scope_key"]["S"], head["app_id"]["S"]) == (
        "acme#p08",
        "A#coach",
        "coach",
    )


@pytest.mark.parametrize("value", ['u-1" OR 1=1', "u-1|*", "a#b", "%", "' --"])
def test_p12_a_dimension_is_compared_and_never_understood(cloud: Cloud, value: str) -> None:
    mine = {"user_id": "p12", "content": "Likes tea", "app_id": "a", "skip_evolution": True}
    call(cloud, "add_structured", mine)

    listed = call(cloud, "user/list", {"user_id": "p12", "dimension": {"app_id": value}})
    deleted = call(cloud, "batch_delete", {"user_id": "p12", "dimension": {"app_id": value}})

    assert (listed.code, (listed.data or {})["memories"]) == (0, [])
    assert (deleted.code, (deleted.data or {})["deleted"]) == (0, 0)
