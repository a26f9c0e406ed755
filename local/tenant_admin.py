"""Has an operator's action carried out: in this process, or by a stage's own function."""

import json
from collections.abc import Mapping
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from local.stage_environment import StageUnknown, stage_outputs
from mneme.runtime.administration import administer
from mneme.runtime.bootstrap import Services


class ActionRefused(Exception):
    """The action was not carried out; the message is one line for the person who asked."""


def carried_out(made: Services, stage: str | None, action: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the action yields. Raises ActionRefused, StageUnknown.

    What is None is not sent.
    """
    asked = {name: value for name, value in action.items() if value is not None}
    answer = _by_function(stage, asked) if stage else administer(made, asked)
    if answer["code"]:
        field = (answer["data"] or {}).get("field")
        raise ActionRefused(f"{field}: {answer['msg']}" if field else answer["msg"])
    data: dict[str, Any] = answer["data"]
    return data


def _by_function(stage: str, action: Mapping[str, Any]) -> dict[str, Any]:
    """Invoke the function that only IAM lets one invoke."""
    name = stage_outputs(stage).get("TenantAdminFunction")
    if name is None:
        raise StageUnknown(f"the stage {stage} has no function for this yet: deploy it once more")
    try:
        answer = boto3.client("lambda").invoke(
            FunctionName=name, Payload=json.dumps(action).encode()
        )
        told = answer["Payload"].read()
    except (BotoCoreError, ClientError) as fault:
        raise StageUnknown(f"the function {name} cannot be invoked: {fault}") from fault
    if "FunctionError" in answer:
        raise ActionRefused(f"the function {name} failed; its log says where")
    result: dict[str, Any] = json.loads(told)
    return result
