"""A tenant is erased by the functions as they are deployed, within their roles."""

from typing import Any

import pytest

from mneme.application.jobs.job_messages import page_message
from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.privacy.offboard_work import OffboardOrder
from mneme.domain.job import JobName, JobOwner
from mneme.domain.tenancy import Grant
from tests.functions.calls import call
from tests.functions.cloud import Cloud, event

USERS = ("u-1", "u-2")


def _asked(cloud: Cloud, tenant: str, action: str, **parts: str) -> dict[str, Any]:
    given = {"action": f"tenants.{action}", "tenant": tenant, **parts}
    answer: dict[str, Any] = cloud.invoke("tenant_admin", given)
    return answer


def _page(cloud: Cloud, owner: JobOwner, job_id: str) -> None:
    (shard,) = cloud.operator().jobs.show.shards(owner, job_id)
    record = event("job_worker", "sqs__first_page")["Records"][0]
    body = page_message(owner, shard).encode().body
    cloud.invoke("job_worker", {"Records": [record | {"body": body}]})


def _ended(cloud: Cloud, owner: JobOwner, job_id: str) -> None:
    for _ in range(100):
        _page(cloud, owner, job_id)
        job = cloud.operator().jobs.show.find(owner, job_id)
        assert job is not None
        if job.state.final:
            assert job.state == "DONE"
            return
    raise AssertionError("the job does not end")


def _leaving(cloud: Cloud, tenant: str) -> str:
    """Make a tenant whose users have said something; return a key of it."""
    cloud.operator().tenants.create(tenant)
    given = {"action": "keys.create", "tenant": tenant, "scopes": [*Grant]}
    key: str = cloud.invoke("tenant_admin", given)["data"]["api_key"]
    caller = {"tenant_id": tenant, "credential_id": key.split("_")[2]}
    for user_id in USERS:
        body = {"user_id": user_id, "content": "Likes tea", "skip_evolution": True}
        assert call(cloud, "add_structured", body, **caller).code == 0
    return key


def _erased(cloud: Cloud, tenant: str) -> list[dict[str, Any]]:
    """Erase a tenant as the command and the platform do; return what each step answered."""
    answers = [_asked(cloud, tenant, "erase", confirm=tenant)]
    _asked(cloud, tenant, "suspend")
    cloud.clock.advance(minutes=2)
    answers.append(_asked(cloud, tenant, "erase", confirm=tenant))
    job_id, order = f"offboard-{tenant}@1", OffboardOrder(tenant, cloud.clock.now())
    cloud.operator().jobs.start.once(JobName.OFFBOARD, EVERYBODY, job_id, order.encode())
    for _ in range(3):
        _page(cloud, EVERYBODY, job_id)
    answers.append(_asked(cloud, tenant, "erase", confirm=tenant))
    for user_id in USERS:
        _ended(cloud, JobOwner(tenant, user_id), "erase-2")
    _ended(cloud, EVERYBODY, job_id)
    return [*answers, _asked(cloud, tenant, "erase", confirm=tenant)]


def _of(cloud: Cloud, tenant: str, table: str) -> list[dict[str, Any]]:
    rows = cloud.rows(table)
    return [row for row in rows if row["pk"]["S"].split("#")[0] == tenant]


def test_a_tenant_is_erased_by_operators_and_the_job_worker(cloud: Cloud) -> None:
    _leaving(cloud, "staying")
    _leaving(cloud, "leaving")
    stays = {table: _of(cloud, "staying", table) for table in cloud.tables}

    refused, marked, waiting, erased = _erased(cloud, "leaving")

    assert (refused["code"], refused["data"]) == (40001, {"field": "tenant"})
    assert marked["data"]["erasing_at"] is not None
    assert waiting == marked
    assert erased["data"]["erased_at"] is not None
    (tombstone,) = _of(cloud, "leaving", "tenants")
    assert set(tombstone) == {"pk", "sk", "suspended", "erasing_at", "erased_at"}
    assert [row for row in _of(cloud, "leaving", "keys") if "wrapped" in row] == []
    assert _of(cloud, "leaving", "heads") == _of(cloud, "leaving", "revisions") == []
    assert stays == {table: _of(cloud, "staying", table) for table in cloud.tables}


def test_who_is_erased_is_refused_everywhere(cloud: Cloud) -> None:
    key = _leaving(cloud, "gone")
    _erased(cloud, "gone")
    known = event("tenant_authorizer", "token__known_key")

    with pytest.raises(Exception, match="Unauthorized"):
        cloud.invoke("tenant_authorizer", {**known, "authorizationToken": f"Bearer {key}"})
    caller = {"tenant_id": "gone", "credential_id": key.split("_")[2]}
    assert call(cloud, "user/export", {"user_id": "u-1"}, **caller).code == 40101
    more = {"action": "keys.create", "tenant": "gone", "scopes": ["write"]}
    answers = [
        _asked(cloud, "gone", "resume"),
        _asked(cloud, "gone", "create"),
        cloud.invoke("tenant_admin", more),
    ]
    assert [(one["code"], one["data"]) for one in answers] == [(40001, {"field": "tenant"})] * 3
    assert len(_of(cloud, "gone", "tenants")) == 1


def test_the_event_erases_nobody_who_is_let_in(cloud: Cloud) -> None:
    before = cloud.rows("tenants")

    answer = cloud.invoke("tenant_admin", event("tenant_admin", "operator__erase_tenant"))

    assert (answer["code"], answer["data"]) == (40001, {"field": "tenant"})
    assert cloud.rows("tenants") == before


@pytest.mark.parametrize(
    ("parts", "code", "field"),
    [
        ({}, 40001, "confirm"),
        ({"confirm": "acne"}, 40001, "confirm"),
        ({"confirm": "hoem", "tenant": "hoem"}, 40401, "tenant"),
    ],
)
def test_what_is_not_meant_is_not_erased(
    cloud: Cloud, parts: dict[str, str], code: int, field: str
) -> None:
    before = cloud.rows("tenants")

    answer = cloud.invoke("tenant_admin", {"action": "tenants.erase", "tenant": "acme", **parts})

    assert (answer["code"], answer["data"]) == (code, {"field": field})
    assert cloud.rows("tenants") == before
