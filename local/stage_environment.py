"""Where a deployed stage keeps things, as its stacks tell: the environment of its operators."""

import json

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from infra.recovery import recovery_days


class StageUnknown(Exception):
    """The stage cannot be worked on; the message is one line for the person who asked."""


def stage_environment(stage: str) -> dict[str, str]:
    """Return the variables with which this process works on the stage's tables, queues and index.

    Raises StageUnknown without credentials for it, or if it was never deployed there.
    """
    told = stage_outputs(stage)
    # A stage that was deployed before this was told, or has no index, has no such output.
    search = json.loads(told.get("SearchVariables", "{}"))
    return {
        **search,
        "MNEME_STAGE": stage,
        "MNEME_TABLES": told["TablesLayout"],
        "MNEME_BUCKETS": told.get("BucketNames", "{}"),
        "MNEME_KEY_ID": told["WrappingKeyArn"],
        "MNEME_CERTIFICATE_KEYS": told.get("CertificateKeyArns", "[]"),
        "MNEME_RECOVERY_DAYS": json.dumps(recovery_days(search=bool(search))),
        "MNEME_QUEUES": told["QueueUrls"],
        "AWS_REGION": told[_REGION],
    }


_REGION = "region of the caller"


def stage_outputs(stage: str) -> dict[str, str]:
    """Return what the stage's two stacks tell, and the region they are in. Raises StageUnknown."""
    told: dict[str, str] = {}
    try:
        cloud = boto3.client("cloudformation")
        for part in ("data", "service"):
            (stack,) = cloud.describe_stacks(StackName=f"mneme-{stage}-{part}")["Stacks"]
            told |= {each["OutputKey"]: each["OutputValue"] for each in stack.get("Outputs", [])}
    except (BotoCoreError, ClientError) as fault:
        raise StageUnknown(f"the stage {stage} cannot be read: {fault}") from fault
    return told | {_REGION: cloud.meta.region_name}
