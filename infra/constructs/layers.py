"""The two layers under every function: pinned packages, and Mneme's own package."""

import sys
from pathlib import Path

from aws_cdk import Acknowledgment, Annotations, FileAssetLocation, Stack, Validations
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.layer import Layer, Target, fingerprint, target
from infra.settings import StageSettings

NOT_DEPLOYED = ["**/__pycache__", "**/*.pyc"]
ARCHITECTURES = {
    "arm64": lambda_.Architecture.ARM_64,
    "x86_64": lambda_.Architecture.X86_64,
}


def runtime(settings: StageSettings) -> lambda_.Runtime:
    """Return the Lambda runtime of a stage's Python."""
    return lambda_.Runtime(
        f"python{settings.python}",
        lambda_.RuntimeFamily.PYTHON,
        supports_snap_start=settings.snapshots_possible,
    )


class Layers(Construct):
    """`versions`, in the order in which a function uses them."""

    def __init__(
        self, scope: Construct, construct_id: str, *, settings: StageSettings, root: Path
    ) -> None:
        super().__init__(scope, construct_id)
        made_for = target(settings.python, settings.architecture)
        locations = {layer: self._location(layer, made_for, root) for layer in Layer}
        bucket = self._bucket(locations[Layer.CORE].bucket_name)
        self.versions = [
            lambda_.LayerVersion(
                self,
                layer.capitalize(),
                description=f"Mneme: {layer}",
                code=lambda_.Code.from_bucket_v2(bucket, locations[layer].object_key),
                compatible_runtimes=[runtime(settings)],
                compatible_architectures=[ARCHITECTURES[settings.architecture]],
            )
            for layer in Layer
        ]
        if not made_for.bytecode:
            Annotations.of(self).add_warning_v2(
                "mneme:layers-without-bytecode",
                f"python{settings.python} is not on the PATH of this machine: functions will "
                "compile what they import at each cold start, which doubles it",
            )

    def _location(self, layer: Layer, made_for: Target, root: Path) -> FileAssetLocation:
        """Name the layer's file by its fingerprint and say how to make it.

        Synthesis stays quick and offline: the CDK command line runs the command at deployment, and
        only if the deployment bucket does not hold that file yet.
        """
        return Stack.of(self).synthesizer.add_file_asset(
            source_hash=fingerprint(root, layer, made_for),
            executable=[
                *(sys.executable, "-m", "layers.build", str(layer)),
                *("--python", made_for.python, "--architecture", made_for.architecture),
                *(["--bytecode"] if made_for.bytecode else []),
            ],
        )

    def _bucket(self, name: str) -> s3.IBucket:
        bucket = s3.Bucket.from_bucket_name(self, "Assets", name)
        Validations.of(bucket).acknowledge(
            Acknowledgment(
                id="@aws-cdk/aws-lambda:codeFromBucketObjectVersionNotSpecified",
                reason="The object's name changes with its content.",
            )
        )
        return bucket
