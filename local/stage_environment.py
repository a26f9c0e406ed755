"""Where a deployed stage keeps things, as its stacks tell: the environment of its operators."""

import boto3


def stage_environment(stage: str) -> dict[str, str]:
    """Return the variables with which this process works on the stage's tables and queues."""
    cloud = boto3.client("cloudformation")
    told: dict[str, str] = {}
    for part in ("data", "service"):
        (stack,) = cloud.describe_stacks(StackName=f"mneme-{stage}-{part}")["Stacks"]
        told |= {each["OutputKey"]: each["OutputValue"] for each in stack.get("Outputs", [])}
    return {
        "MNEME_STAGE": stage,
        "MNEME_TABLES": told["TablesLayout"],
        "MNEME_KEY_ID": told["WrappingKeyArn"],
        "MNEME_QUEUES": told["QueueUrls"],
        "AWS_REGION": cloud.meta.region_name,
    }
