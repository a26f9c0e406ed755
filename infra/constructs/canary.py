"""The canary of `infra/canary.py`: its function, what calls it, and its right to read its key."""

from pathlib import Path

from aws_cdk import ArnFormat, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.canary import CANARY, TURNS
from infra.constructs.function import MnemeFunction
from infra.constructs.resources import Resources
from infra.constructs.schedule import RegularCall
from infra.settings import StageSettings

_SUFFIX = "-??????"
"""What Secrets Manager puts behind a name to make an ARN of it."""


class Canary(MnemeFunction):
    """Goes its way through the API at `url`, as the tenant whose key its secret holds."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        url: str,
        secret: str,
        resources: Resources,
        layers: list[lambda_.LayerVersion],
        settings: StageSettings,
        root: Path,
    ) -> None:
        super().__init__(
            scope,
            construct_id,
            row=CANARY,
            resources=resources,
            layers=layers,
            settings=settings,
            root=root,
            rights=[_may_read(secret, Stack.of(scope))],
            variables={"MNEME_BASE_URL": url, "MNEME_CANARY_SECRET": secret},
        )
        # A turn that failed has failed: were it tried again, the next one would come meanwhile.
        self.function.configure_async_invoke(retry_attempts=0)
        RegularCall(self, "Schedule", row=TURNS, callee=self)


def _may_read(secret: str, stack: Stack) -> iam.PolicyStatement:
    arn = stack.format_arn(
        service="secretsmanager",
        resource="secret",
        resource_name=f"{secret}{_SUFFIX}",
        arn_format=ArnFormat.COLON_RESOURCE_NAME,
    )
    return iam.PolicyStatement(actions=["secretsmanager:GetSecretValue"], resources=[arn])
