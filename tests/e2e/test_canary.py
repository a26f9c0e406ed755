"""The deployed canary goes its way through the deployed API, and ends without a good key."""

import json
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from botocore.config import Config

from infra.canary import CANARY, TURNS
from infra.settings import STAGES
from local.deployment import STAGE, Deployment
from tests.e2e.caller import Caller, eventually

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

ONCE = Config(read_timeout=CANARY.timeout_seconds, retries={"max_attempts": 0})


@dataclass(frozen=True)
class DeployedCanary:
    """The function, called as its schedule calls it, and the secret where it finds its key."""

    functions: Any
    secrets: Any

    def turn(self) -> dict[str, Any]:
        """Return what is told of a turn that failed, or nothing of one that arrived."""
        (name,) = (
            one["FunctionName"]
            for one in self.functions.list_functions()["Functions"]
            if "CanaryFunction" in one["FunctionName"]
        )
        answer = self.functions.invoke(
            FunctionName=name, Payload=json.dumps({"schedule": TURNS.name})
        )
        told = json.load(answer["Payload"])
        assert ("FunctionError" in answer) is (told is not None)
        return told or {}

    def keep(self, key: str) -> None:
        """Make a key the one that the next turn goes with."""
        self.secrets.put_secret_value(SecretId=_secret(), SecretString=key)


def _secret() -> str:
    canary = STAGES[STAGE].canary
    assert canary is not None
    return canary.key_secret


@pytest.fixture
def begun(first: Caller) -> None:
    """Let every function on the way begin: here they do so one after the other."""
    said = {"message_id": "m1", "role": "user", "content": "My cat is called Minka."}
    task = first.data("add", user_id="paul", messages=[said])["task_id"]
    assert eventually(lambda: first.data("task", user_id="paul", task_id=task)["state"] == "DONE")
    assert eventually(lambda: said["content"] in first.recalled("cat", user_id="paul"))
    (made,) = first.data("task", user_id="paul", task_id=task)["results"]
    first.data("delete", user_id="paul", memory_id=made["memory_id"])


@pytest.fixture
def canary(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> DeployedCanary:
    """Return the canary of the stage, which has no key yet."""
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWS_DEFAULT_REGION", deployment.environment["AWS_REGION"])
    return DeployedCanary(boto3.client("lambda", config=ONCE), boto3.client("secretsmanager"))


# What is stranded is needed later: its minute passes while other tests run.
@pytest.mark.usefixtures("stranded", "begun")
def test_it_arrives_time_and_again_while_its_key_is_good(
    canary: DeployedCanary, deployment: Deployment
) -> None:
    keyless = canary.turn()
    canary.secrets.create_secret(Name=_secret(), SecretString=deployment.first_key("canary"))
    arrived = [canary.turn(), canary.turn()]
    canary.keep("mk_canary_x_y")
    refused = canary.turn()

    assert "the secret with the key cannot be read" in keyless["errorMessage"]
    assert arrived == [{}, {}]
    assert "add: add was answered by 401: code 40101" in refused["errorMessage"]
