"""audit_digest: the day's heads of all logs, written once for each tenant."""

import json

import pytest

from mneme.domain.tenancy import internal_context
from tests.functions.calls import call
from tests.functions.cloud import Cloud, client, event


def digests(cloud: Cloud) -> dict[str, dict[str, object]]:
    """Return what is in the bucket, by name."""
    bucket = cloud.buckets["digests"]
    listed = client("s3").list_objects_v2(Bucket=bucket).get("Contents", [])
    return {
        one["Key"]: json.loads(
            client("s3").get_object(Bucket=bucket, Key=one["Key"])["Body"].read()
        )
        for one in listed
    }


@pytest.mark.parametrize("name", ["schedule__daily", "console__by_hand"])
def test_the_heads_of_a_tenants_logs_are_taken_down_once_a_day(cloud: Cloud, name: str) -> None:
    body = {"user_id": "u-4711", "content": "I like tea", "skip_evolution": True}
    call(cloud, "add_structured", body)

    cloud.invoke("audit_digest", event("audit_digest", name))

    told = digests(cloud)
    assert list(told) == [f"acme/{cloud.clock.now().date()}.json"]
    (chain,) = told[f"acme/{cloud.clock.now().date()}.json"]["chains"].values()  # type: ignore[attr-defined]
    assert chain[0] == 1
    report = cloud.operator().audit.logs.user(internal_context("acme"), "u-4711").report
    assert report.found == ()
