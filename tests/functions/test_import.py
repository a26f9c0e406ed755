"""`user/import`: who may, what is refused and where, and what a worker writes."""

from typing import Any

import pytest

from tests.doubles.export_lines import FILE, HEADER, LINE
from tests.functions.bodies import is_refused
from tests.functions.calls import answer, call
from tests.functions.cloud import Cloud, event
from tests.functions.jobs import do_jobs

PLACE = {"memory_id": LINE["memory_id"], "level": "GLOBAL", "app_id": None, "session_id": None}


def _line(**changes: Any) -> dict[str, Any]:
    return {**FILE, "lines": [LINE, {**LINE, **changes}]}


def _revised(**changes: Any) -> dict[str, Any]:
    return _line(revisions=[{**LINE["revisions"][0], **changes}])


def test_the_event_begins_a_job_that_a_worker_does(cloud: Cloud) -> None:
    begun = answer(cloud.invoke("privacy_api", event("privacy_api", "apigateway__import")))

    assert (begun.status, begun.code) == (202, 0)
    assert begun.data is not None
    assert begun.data["redacted"] == {}
    do_jobs(cloud, "transfers")
    asked = {"user_id": "u-4711", "job_id": begun.data["job_id"]}
    shown = call(cloud, "job", asked).data
    assert shown is not None
    assert (shown["name"], shown["state"], shown["progress"]["changed"]) == ("import", "DONE", 1)
    listed = call(cloud, "user/list", {"user_id": "u-4711"}).data
    assert listed is not None
    (memory,) = listed["memories"]
    assert (memory["content"], memory["observed_at"]) == (
        "I love tea.",
        "2026-02-01T09:30:00+01:00",
    )
    assert memory["memory_id"] != LINE["memory_id"]


def test_a_job_names_the_lines_that_did_not_come_in(cloud: Cloud) -> None:
    of_app = {"memory_id": "01KJKB3Q000000000000000008", "level": "APP", "app_id": "planner"}
    asked = {"user_id": "without-planner"}
    begun = call(cloud, "user/import", {**asked, **_line(**of_app)}).data
    assert begun is not None
    call(cloud, "user/switch", {**asked, "app_id": "planner", "enabled": False})
    do_jobs(cloud, "transfers")

    shown = call(cloud, "job", {**asked, "job_id": begun["job_id"]}).data

    assert shown is not None
    assert (shown["refused"], shown["refused_more"]) == ([{"line": 1, "code": 40301}], 0)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({**FILE, "header": {**HEADER, "version": 2}}, "header.version"),
        ({**FILE, "header": {**HEADER, "format": "mem0"}}, "header.format"),
        ({"lines": [LINE]}, "header"),
        ({**FILE, "lines": []}, "lines"),
        (_line(weight=1.5), "lines[1].weight"),
        (_line(memory_id="m-1"), "lines[1].memory_id"),
        (_line(app_id="*"), "lines[1].app_id"),
        (_line(level="APP"), "lines[1].app_id"),
        (_line(created_at="2026-02-01T08:30:00"), "lines[1].created_at"),
        (_line(tenant_id="other"), "lines[1].tenant_id"),
        (_line(elsewhere=[{**PLACE, "level": "APP"}]), "lines[1].elsewhere[0].app_id"),
        (_line(elsewhere=[{**PLACE, "session_id": "*"}]), "lines[1].elsewhere[0].session_id"),
        (_line(kind="SUMMARY"), "lines[1].kind"),
        (_line(kind="TURN"), "lines[1].kind"),
        (_line(type="message", kind="TURN", status="ARCHIVED"), "lines[1].status"),
        (_line(revision=2), "lines[1].revision"),
        (_revised(revision=10_001), "lines[1].revisions[0].revision"),
        (_line(status="DELETED"), "lines[1].deleted_at"),
        (_revised(content=" "), "lines[1].revisions[0].content"),
        (_revised(content="x" * 4097), "lines[1].revisions[0].content"),
        (
            _revised(parts=[{"text": "x" * 4096, "sources": []}] * 80),
            "lines[1].revisions[0].content",
        ),
        (
            _revised(parts=[{"text": "茶" * 1365, "sources": []}] * 76),
            "lines[1].revisions[0].content",
        ),
        (_revised(custom_tags={"user_id": "u"}), "lines[1].revisions[0].custom_tags"),
        (_revised(superseded_by="x"), "lines[1].revisions[0].superseded_by"),
    ],
)
def test_what_does_not_fit_is_refused_by_line_and_field(
    cloud: Cloud, body: dict[str, Any], field: str
) -> None:
    is_refused(call(cloud, "user/import", {"user_id": "unfit", **body}), 40001, field)


@pytest.mark.parametrize(
    "credential",
    [
        {"grants": '["manage", "write", "recall", "admin"]'},
        {"apps": '["travel"]'},
        {"session_id": '"s-1"'},
        {"user_id": '"another"'},
    ],
)
def test_who_may_not_write_the_whole_user_is_refused(
    cloud: Cloud, credential: dict[str, str]
) -> None:
    assert call(cloud, "user/import", {"user_id": "refused", **FILE}, **credential).code == 40302


def test_while_memory_is_off_nothing_is_taken_in(cloud: Cloud) -> None:
    call(cloud, "user/switch", {"user_id": "off", "enabled": False})

    assert call(cloud, "user/import", {"user_id": "off", **FILE}).code == 40301


def test_a_body_of_more_than_a_megabyte_is_refused(cloud: Cloud) -> None:
    body = {"user_id": "large", **FILE, "lines": [LINE] * 1200}

    assert call(cloud, "user/import", body).code == 41301
