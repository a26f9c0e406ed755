"""Findings of the rule check that we accept, each with its reason, beside the resource."""

from aws_cdk import Acknowledgment, Validations
from constructs import IConstruct

PACK = "AwsSolutions"


def acknowledge(construct: IConstruct, rule: str, reason: str, *findings: str) -> None:
    """Accept a rule's finding on this construct, or only the named findings of it."""
    ids = [f"{PACK}-{rule}[{finding}]" for finding in findings] or [f"{PACK}-{rule}"]
    for finding_id in ids:
        Validations.of(construct).acknowledge(Acknowledgment(id=finding_id, reason=reason))
