"""The two layers under every function: pinned packages, and Mneme's own package."""

import sys
from pathlib import Path

from aws_cdk import Acknowledgment, Stack, Validations
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.dependencies import Target, fingerprint
from infra.settings import StageSettings

CORE = "layers/core"
NOT_DEPLOYED = ["**/__pycache__", "**/*.pyc"]
ARCHITECTURES = {
    "arm64": lambda_.Architecture.ARM_64,
    "x86_64": lambda_.Architecture.X86_64,
}


def runtime(settings: StageSettings) -> lambda_.Runtime:
    """Return the Lambda runtime of a stage's Python."""
    return lambda_.Runtime(f"python{settings.python}", lambda_.RuntimeFamily.PYTHON)


class Layers(Construct):
    """`versions`, in the order in which a function uses them."""

    def __init__(
        self, scope: Construct, construct_id: str, *, settings: StageSettings, root: Path
    ) -> None:
        super().__init__(scope, construct_id)
        target = Target(settings.python, settings.architecture)
        core = lambda_.Code.from_asset(str(root / CORE), exclude=NOT_DEPLOYED)
        codes = {"Dependencies": self._dependencies(target, root), "Core": core}
        self.versions = [
            lambda_.LayerVersion(
                self,
                name,
                description=f"Mneme: {name.lower()}",
                code=code,
                compatible_runtimes=[runtime(settings)],
                compatible_architectures=[ARCHITECTURES[settings.architecture]],
            )
            for name, code in codes.items()
        ]

    def _dependencies(self, target: Target, root: Path) -> lambda_.Code:
        """Name the layer's file by its fingerprint and say how to make it.

        Synthesis stays quick and offline: the CDK command line runs the command at deployment, and
        only if the deployment bucket does not hold that file yet.
        """
        location = Stack.of(self).synthesizer.add_file_asset(
            source_hash=fingerprint(root, target),
            executable=[
                *(sys.executable, "-m", "layers.build"),
                *("--python", target.python, "--architecture", target.architecture),
            ],
        )
        bucket = s3.Bucket.from_bucket_name(self, "Assets", location.bucket_name)
        Validations.of(bucket).acknowledge(
            Acknowledgment(
                id="@aws-cdk/aws-lambda:codeFromBucketObjectVersionNotSpecified",
                reason="The object's name changes with its content.",
            )
        )
        return lambda_.Code.from_bucket_v2(bucket, location.object_key)
