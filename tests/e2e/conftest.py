"""One deployment for the whole suite: the CDK app on an AWS emulator, beside a real OpenSearch."""

from collections.abc import Iterator

import pytest

from local import emulator
from local.deployment import CDK, Deployment, deploy
from local.opensearch_distribution import OpensearchMissingError
from local.opensearch_node import OpensearchNode, free_port
from tests.e2e.caller import Caller
from tests.e2e.deployed_roles import DeployedRoles

STRANDED = "I keep ferrets."


@pytest.fixture(scope="session")
def search_url() -> Iterator[str]:
    """Start a node on a free port; yield its address."""
    node = OpensearchNode(free_port())
    try:
        node.up()
    except OpensearchMissingError as exc:
        pytest.skip(f"NOTHING WAS DEPLOYED: {exc}")
    yield node.url
    node.stop()


@pytest.fixture(scope="session")
def deployment(search_url: str) -> Iterator[Deployment]:
    """Deploy both stacks to an emulator of their own."""
    if not CDK.exists():
        pytest.skip("NOTHING WAS DEPLOYED: the CDK command is not installed")
    with emulator.running() as aws:
        yield deploy(aws, opensearch_url=search_url)


@pytest.fixture(scope="session")
def first(deployment: Deployment) -> Iterator[Caller]:
    """Return a caller with a key of the first tenant."""
    with Caller(deployment.base_url, deployment.first_key("first")) as caller:
        yield caller


@pytest.fixture(scope="session")
def second(deployment: Deployment) -> Iterator[Caller]:
    """Return a caller with a key of another tenant."""
    with Caller(deployment.base_url, deployment.first_key("second")) as caller:
        yield caller


@pytest.fixture(scope="session")
def stranded(deployment: Deployment, first: Caller) -> str:
    """Have a user's write accepted and never queued, as by a crash in between; return the user.

    Whoever needs it waits for a schedule: ask for it early, so that the minute passes meanwhile.
    """
    said = {"message_id": "m1", "role": "user", "content": STRANDED}
    rights = {"Action": "sqs:SendMessage", "Resource": "*"}
    with DeployedRoles(deployment.environment).withheld("write_api", rights):
        _, envelope = first.answer("add", user_id="tilda", messages=[said])
    assert envelope["code"] != 0
    return "tilda"
