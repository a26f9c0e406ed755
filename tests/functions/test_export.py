"""`user/export`: who may, what a worker writes, and what `job` hands out."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from mneme.adapters.blob_names import object_key
from mneme.application.tenants.api_key_rows import KeyTerms
from mneme.domain.tenancy import Grant
from tests.functions.calls import answer, call
from tests.functions.cloud import Cloud, client, event
from tests.functions.conftest import ACME
from tests.functions.jobs import do_jobs


def test_the_event_begins_a_job_whose_file_a_link_opens_for_a_quarter_of_an_hour(
    cloud: Cloud,
) -> None:
    told = {"user_id": "u-4711", "content": "住在深圳", "skip_evolution": True}
    call(cloud, "add_structured", told)

    begun = answer(cloud.invoke("privacy_api", event("privacy_api", "apigateway__export")))

    assert (begun.status, begun.code) == (202, 0)
    assert begun.data is not None
    asked = {"user_id": "u-4711", **begun.data}
    running = call(cloud, "job", asked).data
    assert running is not None
    assert (running["name"], running["state"], running["download"]) == ("export", "RUNNING", None)
    do_jobs(cloud, "transfers")
    done = call(cloud, "job", asked).data
    assert done is not None
    assert done["state"] == "DONE"
    url = urlsplit(done["download"]["url"])
    assert parse_qs(url.query)["X-Amz-Expires"] == ["900"]
    listed = client("s3").list_object_versions(Bucket=cloud.buckets["exports"])["Versions"]
    (file,) = [one["Key"] for one in listed]
    assert url.path.endswith(object_key("acme", file.partition("/")[2]).rpartition("%2f")[2])
    content = client("s3").get_object(Bucket=cloud.buckets["exports"], Key=file)["Body"].read()
    header, memory, footer = map(json.loads, content.decode().splitlines())
    assert (header["user_id"], footer["memories"]) == ("u-4711", 1)
    assert memory["revisions"][0]["content"] == "住在深圳"


@pytest.mark.parametrize(
    "credential",
    [
        {"grants": '["manage", "write", "recall", "admin"]'},
        {"apps": '["travel"]'},
        {"session_id": '"s-1"'},
        {"user_id": '"another"'},
    ],
)
def test_who_may_not_take_out_the_whole_user_is_refused(
    cloud: Cloud, credential: dict[str, str]
) -> None:
    assert call(cloud, "user/export", {"user_id": "refused"}, **credential).code == 40302


def test_who_only_manages_sees_the_job_and_no_link(cloud: Cloud) -> None:
    asked = {"user_id": "managed"}
    begun = call(cloud, "user/export", asked).data
    do_jobs(cloud, "transfers")

    shown = call(cloud, "job", {**asked, **(begun or {})}, grants='["manage"]').data

    assert shown is not None
    assert (shown["state"], shown["download"]) == ("DONE", None)


def test_a_key_that_was_revoked_a_moment_ago_is_handed_no_link(cloud: Cloud) -> None:
    operator = cloud.operator()
    key = operator.tenants.api_keys.issue(ACME, KeyTerms(frozenset(Grant)))
    asked = {"user_id": "revoked"}
    begun = call(cloud, "user/export", asked, credential_id=key.key_id).data
    do_jobs(cloud, "transfers")
    operator.tenants.api_keys.revoke(ACME, key.key_id)

    told = call(cloud, "job", {**asked, **(begun or {})}, credential_id=key.key_id)

    assert (told.code, told.data) == (40101, None)


def test_another_user_sees_no_such_job(cloud: Cloud) -> None:
    begun = call(cloud, "user/export", {"user_id": "one"}).data

    assert call(cloud, "job", {"user_id": "two", **(begun or {})}).code == 40401


def test_an_export_is_in_the_change_log(cloud: Cloud) -> None:
    call(cloud, "user/export", {"user_id": "logged"})

    changes = call(cloud, "change_log", {"user_id": "logged"}).data

    assert changes is not None
    (record,) = changes["records"]
    assert (record["operation"], record["reason"]) == ("EXPORT", "exported")
