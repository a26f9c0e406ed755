"""What a function's role may ask of Amazon Bedrock: the models that its stage names."""

import re
from collections.abc import Iterator

from aws_cdk import Stack
from aws_cdk import aws_iam as iam
from constructs import IConstruct

from infra.function import Access
from infra.settings import StageSettings

INVOKE = ("bedrock:InvokeModel",)
ANY_REGION = ":bedrock:*::foundation-model/"
"""Part of the ARN of a model that an inference profile may call in each of its regions."""

_PROFILE = re.compile(r"(?:global|us-gov|us|eu|apac|jp|au|ca)\.(?P<model>[a-z0-9-]+\..+)")


def model_statements(
    access: Access, settings: StageSettings, home: IConstruct
) -> Iterator[iam.PolicyStatement]:
    """Yield the permission to invoke those of the stage's models that the function asks."""
    stack = Stack.of(home)
    arns = [arn for model in _asked(access, settings) for arn in _arns(model, stack)]
    if arns:
        yield iam.PolicyStatement(actions=list(INVOKE), resources=arns)


def _asked(access: Access, settings: StageSettings) -> Iterator[str]:
    if access.models and settings.bedrock_model is not None:
        yield settings.bedrock_model
    embedder = settings.embedder
    if access.embeds and embedder is not None and embedder.url is None:
        yield embedder.model


def _arns(model: str, stack: Stack) -> Iterator[str]:
    """Yield the ARNs behind a model's id, an inference profile's id, or an ARN as it is.

    A profile passes a request on to its model in other regions, and needs the right to do so there.
    """
    here = f"arn:{stack.partition}:bedrock:{stack.region}"
    profile = _PROFILE.fullmatch(model.rpartition("/")[2])
    if model.startswith("arn:"):
        yield model
    elif profile is None:
        yield f"{here}::foundation-model/{model}"
    else:
        yield f"{here}:{stack.account}:inference-profile/{model}"
    if profile is not None:
        yield f"arn:{stack.partition}{ANY_REGION}{profile['model']}"
