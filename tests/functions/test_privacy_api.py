"""privacy_api: memory is switched off and on by who may, and seen by who asks there."""

import pytest

from tests.functions.calls import answer, call
from tests.functions.cloud import Cloud, event
from tests.functions.jobs import do_jobs

OFF = {"app_id": "travel", "enabled": False, "effective": False, "apps_off": ["travel"]}


def test_the_event_switches_an_app_off_and_its_writes_are_refused(cloud: Cloud) -> None:
    done = answer(cloud.invoke("privacy_api", event("privacy_api", "apigateway__switch")))

    assert (done.status, done.code, done.data) == (200, 0, OFF)
    body = {"user_id": "u-4711", "app_id": "travel", "content": "Tea", "skip_evolution": True}
    assert call(cloud, "add_structured", body).code == 40301
    assert call(cloud, "add_structured", {**body, "app_id": "other"}).code == 0


def test_the_event_reads_the_users_own_switch(cloud: Cloud) -> None:
    seen = answer(cloud.invoke("privacy_api", event("privacy_api", "apigateway__read")))

    assert seen.data is not None
    assert (seen.code, seen.data["app_id"], seen.data["enabled"]) == (0, None, True)


def test_a_switch_is_read_without_a_value(cloud: Cloud) -> None:
    call(cloud, "user/switch", {"user_id": "reader", "app_id": "travel", "enabled": False})
    call(cloud, "user/switch", {"user_id": "reader", "enabled": False})

    told = call(cloud, "user/switch", {"user_id": "reader", "app_id": "hotel"})

    assert told.data == {
        "app_id": "hotel",
        "enabled": True,
        "effective": False,
        "apps_off": ["travel"],
    }


@pytest.mark.parametrize(
    ("credential", "body", "code"),
    [
        ({"grants": '["recall"]'}, {}, 0),
        ({"grants": '["recall"]'}, {"enabled": True}, 40302),
        ({"grants": '["write", "manage"]'}, {}, 40302),
        ({"apps": '["travel"]'}, {"app_id": "travel", "enabled": True}, 0),
        ({"apps": '["travel"]'}, {"app_id": "hotel"}, 40302),
        ({"apps": '["travel"]'}, {"enabled": True}, 40302),
        ({"user_id": '"somebody"'}, {}, 40302),
    ],
)
def test_who_may_not_is_refused(
    cloud: Cloud, credential: dict[str, str], body: dict[str, object], code: int
) -> None:
    asked = {"user_id": "bound", **body}

    assert call(cloud, "user/switch", asked, **credential).code == code


def test_a_credential_of_an_app_is_told_of_no_other(cloud: Cloud) -> None:
    for app in ("travel", "hotel"):
        call(cloud, "user/switch", {"user_id": "two", "app_id": app, "enabled": False})

    body = {"user_id": "two", "app_id": "travel"}
    told = call(cloud, "user/switch", body, apps='["travel"]')

    assert told.data is not None
    assert told.data["apps_off"] == ["travel"]


def test_a_switch_is_in_the_change_log(cloud: Cloud) -> None:
    call(cloud, "user/switch", {"user_id": "noted", "app_id": "travel", "enabled": False})

    changes = call(cloud, "change_log", {"user_id": "noted"})

    assert changes.data is not None
    (record,) = changes.data["records"]
    told = (record["operation"], record["reason"], record["app_id"], record["memory_ids"])
    assert told == ("SWITCH", "switched_off", "travel", [])


def test_the_event_purges_an_app_whose_job_a_worker_does(cloud: Cloud) -> None:
    body = {"user_id": "u-4711", "app_id": "travel", "content": "Tea", "skip_evolution": True}
    call(cloud, "user/switch", {"user_id": "u-4711", "app_id": "travel", "enabled": True})
    call(cloud, "add_structured", body)

    done = answer(cloud.invoke("privacy_api", event("privacy_api", "apigateway__purge")))

    assert done.data is not None
    assert (done.status, done.code) == (202, 0)
    asked = {"user_id": "u-4711", "dimension": {"app_id": "travel"}}
    assert call(cloud, "user/list", asked).data == {"memories": [], "cursor": None}
    assert done.data["job_id"].startswith("purge-")
    shown = call(cloud, "job", {"user_id": "u-4711", "job_id": done.data["job_id"]})
    assert shown.data is not None
    assert shown.data["state"] == "RUNNING"
    do_jobs(cloud)
    shown = call(cloud, "job", {"user_id": "u-4711", "job_id": done.data["job_id"]})
    assert shown.data is not None
    assert shown.data["state"] == "DONE"
    heads = [row for row in cloud.rows("heads") if row["pk"]["S"] == "acme#u-4711"]
    assert {row["app_id"]["S"] for row in heads} == {"other"}


def test_whoever_may_erases_the_whole_user_and_a_worker_does_it(cloud: Cloud) -> None:
    body = {"user_id": "erased", "content": "Tea", "skip_evolution": True}
    call(cloud, "add_structured", body)
    assert call(cloud, "user/erase", {"user_id": "erased"}, apps='["travel"]').code == 40302

    done = call(cloud, "user/erase", {"user_id": "erased"})
    do_jobs(cloud)

    assert done.data is not None
    shown = call(cloud, "job", {"user_id": "erased", "job_id": done.data["job_id"]})
    assert shown.data is not None
    assert (done.status, shown.data["state"]) == (202, "DONE")
    keys = [row for row in cloud.rows("keys") if row["pk"]["S"] == "acme#erased"]
    assert [row["sk"]["S"] for row in keys if "wrapped" in row] == ["0000000002"]


@pytest.mark.parametrize(
    ("credential", "scope", "code"),
    [
        ({"grants": '["write", "manage", "recall"]'}, None, 40302),
        ({"apps": '["travel"]'}, None, 40302),
        ({"apps": '["travel"]'}, {"app_id": "hotel"}, 40302),
        ({"apps": '["travel"]'}, {"session_id": "s"}, 40302),
        ({"apps": '["travel"]'}, {"app_id": "travel"}, 0),
        ({}, {}, 40001),
    ],
)
def test_who_may_purges_there_and_nobody_else(
    cloud: Cloud, credential: dict[str, str], scope: dict[str, str] | None, code: int
) -> None:
    body = {"user_id": "purger"} | ({} if scope is None else {"scope": scope})

    assert call(cloud, "user/purge", body, **credential).code == code
