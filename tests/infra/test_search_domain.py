"""The search domain answers signed requests over modern TLS, and keeps everything encrypted."""

import pytest

from tests.infra.synthesized import Cloud, listed, plain

DOMAIN = "AWS::OpenSearchService::Domain"


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_the_domain_is_encrypted_at_rest_between_nodes_and_towards_callers(
    cloud: Cloud, stage: str
) -> None:
    (domain,) = cloud.template(stage, "data").properties(DOMAIN).values()

    assert domain["EncryptionAtRestOptions"]["Enabled"] is True
    assert plain(domain["EncryptionAtRestOptions"]["KmsKeyId"]) == "<DataKey>"
    assert domain["NodeToNodeEncryptionOptions"] == {"Enabled": True}
    assert domain["DomainEndpointOptions"] == {
        "EnforceHTTPS": True,
        "TLSSecurityPolicy": "Policy-Min-TLS-1-2-PFS-2023-10",
    }


def test_nobody_anonymous_reaches_the_domain(cloud: Cloud) -> None:
    (domain,) = cloud.template("prod", "data").properties(DOMAIN).values()
    (statement,) = domain["AccessPolicies"]["Statement"]

    assert plain(statement["Principal"]["AWS"]) == (
        "arn:<AWS::Partition>:iam::<AWS::AccountId>:root"
    )
    assert all(action.startswith("es:ESHttp") for action in listed(statement["Action"]))


def test_production_spreads_over_three_zones_with_masters_of_its_own(cloud: Cloud) -> None:
    sizes = {}
    for stage in ("dev", "prod"):
        (domain,) = cloud.template(stage, "data").properties(DOMAIN).values()
        cluster = domain["ClusterConfig"]
        zones = cluster.get("ZoneAwarenessConfig", {"AvailabilityZoneCount": 1})
        sizes[stage] = (
            cluster["InstanceCount"],
            zones["AvailabilityZoneCount"],
            cluster.get("DedicatedMasterCount", 0),
        )

    assert sizes == {"dev": (1, 1, 0), "prod": (3, 3, 3)}


def test_the_emulated_stage_has_no_domain(cloud: Cloud) -> None:
    assert cloud.template("local", "data").resources(DOMAIN) == {}
