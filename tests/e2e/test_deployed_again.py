"""A second deployment changes nothing, and what is removed is gone but for what must stay."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import pytest

from local import emulator
from local.deployment import CDK, STAGE, deploy, run_cdk
from local.emulator import Emulator

pytestmark = [pytest.mark.emulator, pytest.mark.long]

NOWHERE = "http://127.0.0.1:9"
"""No function is called here."""
STACKS = ("data", "service", "observability")
STAYS = {"CDKToolkit"}
OF_THE_CDK_COMMAND = "cdk-"
Client = Callable[[str], Any]


@pytest.fixture(scope="module")
def aws() -> Iterator[Emulator]:
    """Yield an emulated account of its own, in which the stage is deployed."""
    if not CDK.exists():
        pytest.skip("NOTHING WAS DEPLOYED: the CDK command is not installed")
    with emulator.running() as running:
        deploy(running, opensearch_url=NOWHERE)
        yield running


@pytest.fixture
def client(aws: Emulator, monkeypatch: pytest.MonkeyPatch) -> Client:
    for name, value in aws.environment.items():
        monkeypatch.setenv(name, value)
    return boto3.client


def _seen(client: Client) -> dict[str, Any]:
    """Return what there is of what a deployment could change."""
    formation, appconfig = client("cloudformation"), client("appconfig")
    resources = {
        f"{part}/{one['LogicalResourceId']}": one["PhysicalResourceId"]
        for part in STACKS
        for one in formation.describe_stack_resources(StackName=f"mneme-{STAGE}-{part}")[
            "StackResources"
        ]
    }
    (application,) = appconfig.list_applications()["Items"]
    (environment,) = appconfig.list_environments(ApplicationId=application["Id"])["Items"]
    deployments = appconfig.list_deployments(
        ApplicationId=application["Id"], EnvironmentId=environment["Id"]
    )
    functions = client("lambda").list_functions()["Functions"]
    return {
        "resources": resources,
        "code": {one["FunctionName"]: one["CodeSha256"] for one in functions},
        "documents": [one["ConfigurationVersion"] for one in deployments["Items"]],
    }


def test_a_second_deployment_finds_nothing_to_change(aws: Emulator, client: Client) -> None:
    before = _seen(client)

    run_cdk(aws, NOWHERE, "diff", f"mneme-{STAGE}/*", "--fail")
    deploy(aws, opensearch_url=NOWHERE)

    assert json.dumps(_seen(client), sort_keys=True) == json.dumps(before, sort_keys=True)


def _states_of_keys(client: Client) -> set[str]:
    """Return the states of the keys that are the account's own."""
    kms = client("kms")
    keys = (kms.describe_key(KeyId=one["KeyId"])["KeyMetadata"] for one in kms.list_keys()["Keys"])
    return {key["KeyState"] for key in keys if key["KeyManager"] == "CUSTOMER"}


def test_what_is_removed_is_gone(aws: Emulator, client: Client) -> None:
    run_cdk(aws, NOWHERE, "destroy", f"mneme-{STAGE}/*", "--force")

    left = client("cloudformation").describe_stacks()["Stacks"]
    assert {one["StackName"] for one in left} == STAYS
    assert client("dynamodb").list_tables()["TableNames"] == []
    assert client("lambda").list_functions()["Functions"] == []
    assert client("sqs").list_queues().get("QueueUrls", []) == []
    assert client("appconfig").list_applications()["Items"] == []
    assert client("cloudwatch").describe_alarms()["MetricAlarms"] == []
    assert client("logs").describe_log_groups()["logGroups"] == []
    assert client("sns").list_topics()["Topics"] == []
    assert client("apigateway").get_rest_apis()["items"] == []
    assert client("scheduler").list_schedules()["Schedules"] == []
    buckets = [one["Name"] for one in client("s3").list_buckets()["Buckets"]]
    assert [name for name in buckets if not name.startswith(OF_THE_CDK_COMMAND)] == []
    assert _states_of_keys(client) == {"PendingDeletion"}
    # API Gateway's right to write logs is the account's: other stages rest on it.
    (role,) = (
        one["RoleName"]
        for one in client("iam").list_roles()["Roles"]
        if one["RoleName"].startswith("mneme-")
    )
    assert "ApiRestCloudWatchRole" in role
