"""Why a role names some resources by a wildcard, told to the rule check for each of them."""

from collections.abc import Iterable

from aws_cdk import Stack
from aws_cdk import aws_iam as iam

from infra.constructs.acknowledgements import acknowledge
from infra.constructs.model_grants import ANY_REGION

_REASONS = {
    "*": "X-Ray takes traces without naming a resource.",
    "/*": "Objects of this one bucket, or paths of this one search domain, are named at run time.",
    "/stream/*": "The streams of this one table; listing them takes no narrower resource.",
}

_ANY_REGION_REASON = "An inference profile calls its one model in whichever region has room."


def acknowledge_wildcards(
    role: iam.Role, statements: Iterable[iam.PolicyStatement], home: Stack
) -> None:
    """Accept the wildcard resources of a role. `home` is the stack that the ARNs come from.

    A wildcard that no reason is known for is left to be reported.
    """
    named = (name for statement in statements for name in statement.resources)
    # In the statements' order: a set's own differs from run to run.
    found = dict.fromkeys(name for name in named if "*" in name)
    for resource in sorted(found, key=_pattern):
        if ANY_REGION in resource:
            model = resource[resource.index(ANY_REGION) :]
            finding = f"Resource::arn:<AWS::Partition>{model}"
            acknowledge(role, "IAM5", _ANY_REGION_REASON, finding)
            continue
        pattern = _pattern(resource)
        if pattern in _REASONS:
            arn = resource.removesuffix(pattern)
            origin = _exported_name(role, arn, home) if arn else ""
            acknowledge(role, "IAM5", _REASONS[pattern], f"Resource::{origin}{pattern}")


def _pattern(resource: str) -> str:
    """Return what follows the ARN, which is one token and holds no slash."""
    _, slash, rest = resource.partition("/")
    return f"{slash}{rest}" if slash else resource


def _exported_name(role: iam.Role, arn: str, home: Stack) -> str:
    """Return the name under which the rule check knows an ARN of another stack."""
    exported = Stack.of(role).resolve(home.export_value(arn))
    return str(exported["Fn::ImportValue"])
