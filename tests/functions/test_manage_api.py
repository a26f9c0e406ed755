"""manage_api: memories are corrected and deleted by who may, and by nobody else."""

import json
from typing import Any

import pytest

from mneme.domain.tenancy import internal_context
from tests.functions.calls import Answer, answer, call
from tests.functions.cloud import Cloud, event

PASSWORD = "xyl0ph0nist"


def told(cloud: Cloud, user: str, content: str = "I like tea", **more: Any) -> str:
    """Write a memory; return its id."""
    body = {"user_id": user, "content": content, "skip_evolution": True, **more}
    written = call(cloud, "add_structured", body)
    assert written.data is not None
    return str(written.data["memory_id"])


def sent(cloud: Cloud, case: str, memory_id: str) -> Answer:
    """Send an event of the function about a memory that is there."""
    made = event("manage_api", f"apigateway__{case}")
    made["body"] = made["body"].replace("01KJKB3Q000000000000000001", memory_id)
    return answer(cloud.invoke("manage_api", made))


def head(cloud: Cloud, memory_id: str) -> dict[str, Any]:
    """Return the row of a head."""
    (row,) = [row for row in cloud.rows("heads") if row["sk"]["S"] == memory_id]
    return row


def test_a_memory_is_corrected(cloud: Cloud) -> None:
    memory_id = told(cloud, "u-4711")

    done = sent(cloud, "update", memory_id)

    assert (done.status, done.code) == (200, 0)
    assert done.data == {"memory_id": memory_id, "revision": 2, "status": "ACTIVE", "redacted": {}}
    revisions = {
        row["sk"]["S"] for row in cloud.rows("revisions") if row["memory_id"]["S"] == memory_id
    }
    assert revisions == {f"{memory_id}#000001", f"{memory_id}#000002"}


def test_several_memories_are_corrected_each_by_itself(cloud: Cloud) -> None:
    memory_id = told(cloud, "u-4711", "I like coffee")

    done = sent(cloud, "batch_update", memory_id)

    assert (done.status, done.code) == (200, 0)
    assert done.data is not None
    first, second = done.data["results"]
    assert (first["memory_id"], first["code"], first["revision"]) == (memory_id, 0, 1)
    assert (second["code"], second["field"], second["revision"]) == (40401, "memory_id", None)
    assert head(cloud, memory_id)["important"]["BOOL"] is True


def test_of_several_a_conflict_names_the_other_memory(cloud: Cloud) -> None:
    tea, figs = (told(cloud, "u-figs", content) for content in ("Likes tea", "Likes figs"))
    item = {"memory_id": figs, "content": "Likes tea"}

    done = call(cloud, "batch_update", {"user_id": "u-figs", "items": [item]}).data

    assert done is not None
    (result,) = done["results"]
    assert (result["code"], result["conflicts_with"]) == (40901, tea)


def test_a_memory_is_deleted_and_deleted_it_stays(cloud: Cloud) -> None:
    memory_id = told(cloud, "u-4711", "I like water")

    first, second = (sent(cloud, "delete", memory_id) for _ in range(2))

    assert (
        first.data
        == second.data
        == {
            "memory_id": memory_id,
            "revision": 1,
            "status": "DELETED",
            "redacted": {},
        }
    )


def test_a_dimension_is_deleted_to_its_end(cloud: Cloud) -> None:
    ids = [told(cloud, "u-4711", f"Fact {n}", app_id="travel") for n in range(3)]
    kept = told(cloud, "u-4711", "Fact 1", app_id="travels")

    done = answer(
        cloud.invoke("manage_api", event("manage_api", "apigateway__batch_delete_dimension"))
    )

    assert done.data == {"deleted": 3, "results": None, "cursor": None}
    assert {head(cloud, memory_id)["status"]["S"] for memory_id in ids} == {"DELETED"}
    assert head(cloud, kept)["status"]["S"] == "ACTIVE"


def test_memories_are_deleted_by_their_ids(cloud: Cloud) -> None:
    memory_id = told(cloud, "by-ids")

    done = call(cloud, "batch_delete", {"user_id": "by-ids", "memory_ids": [memory_id, "nobody's"]})

    assert done.data is not None
    assert (done.data["deleted"], done.data["cursor"]) == (1, None)
    assert [one["code"] for one in done.data["results"]] == [0, 40401]


def test_a_conflict_tells_the_current_revision(cloud: Cloud) -> None:
    memory_id = told(cloud, "conflict")
    body = {"user_id": "conflict", "memory_id": memory_id, "content": "I like coffee"}
    call(cloud, "update", body)

    late = call(cloud, "update", {**body, "content": "I like water", "expected_revision": 1})

    assert (late.status, late.code) == (409, 40901)
    assert late.data == {"field": "expected_revision", "current_revision": 2}


@pytest.mark.parametrize("verb", ["update", "delete"])
def test_a_memory_of_somebody_else_is_not_found(cloud: Cloud, verb: str) -> None:
    memory_id = told(cloud, "owner", app_id="coach")
    body = {"user_id": "owner", "memory_id": memory_id}
    if verb == "update":
        body["content"] = "I like coffee"

    others = [
        call(cloud, verb, {**body, "user_id": "other"}),
        call(cloud, verb, {**body, "memory_id": "unknown"}),
        call(cloud, verb, body, tenant_id="globex"),
        call(cloud, verb, body, apps='["banking"]'),
    ]

    assert {(one.status, one.code, one.field) for one in others} == {(404, 40401, "memory_id")}
    assert head(cloud, memory_id)["version"]["N"] == "1"


@pytest.mark.parametrize(
    "change",
    [
        {"content": f"The password is {PASSWORD}!"},
        {"custom_tags": {"note": f"The password is {PASSWORD}!"}},
    ],
)
def test_a_secret_is_not_what_a_memory_becomes(cloud: Cloud, change: dict[str, Any]) -> None:
    memory_id = told(cloud, "careless")

    done = call(cloud, "update", {"user_id": "careless", "memory_id": memory_id, **change})

    (said,) = (
        cloud.operator()
        .memories.revisions(
            internal_context("acme"), "careless", [(memory_id, (done.data or {})["revision"])]
        )
        .values()
    )
    assert (done.data or {})["redacted"] == {"password": 1}
    assert PASSWORD not in f"{said.content}{said.custom_tags}"
    assert "redacted" in f"{said.content}{said.custom_tags}"


def test_nothing_of_what_is_managed_is_logged(cloud: Cloud, logged: list[dict[str, Any]]) -> None:
    memory_id = told(cloud, "secretive", "canary one")
    body = {"user_id": "secretive", "memory_id": memory_id, "content": "canary two"}

    call(cloud, "update", {**body, "custom_tags": {"canary": "three"}})
    call(cloud, "delete", {"user_id": "secretive", "memory_id": memory_id})

    assert [line["verb"] for line in logged if line.get("verb")][-2:] == ["update", "delete"]
    assert "canary" not in json.dumps(logged)
