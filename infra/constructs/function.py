"""A row of `infra/functions.py` as a role, a log and a Lambda function."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.constructs.acknowledgements import acknowledge
from infra.constructs.environment import environment
from infra.constructs.grants import statements
from infra.constructs.layers import ARCHITECTURES, NOT_DEPLOYED, runtime
from infra.constructs.log_retention import retention
from infra.constructs.resources import Resources
from infra.constructs.tenant_fence import TenantFence
from infra.constructs.wildcards import acknowledge_wildcards
from infra.function import Function
from infra.settings import StageSettings, WarmFunctions

HANDLER = "handler.lambda_handler"
SNAPSHOTS = lambda_.SnapStartConf.ON_PUBLISHED_VERSIONS


class MissingCodeError(FileNotFoundError):
    """A function of `infra/functions.py` has no handler."""


class MnemeFunction(Construct):
    """A function that may do what its row says. `target` is what triggers invoke.

    `variables` and `rights` come on top, for what no row can say.
    """

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        row: Function,
        resources: Resources,
        layers: list[lambda_.LayerVersion],
        settings: StageSettings,
        root: Path,
        variables: Mapping[str, str] | None = None,
        rights: Sequence[iam.PolicyStatement] = (),
    ) -> None:
        super().__init__(scope, construct_id)
        self.row = row
        self.log = logs.LogGroup(
            self,
            "Log",
            retention=retention(settings.log_days),
            removal_policy=RemovalPolicy.DESTROY,
        )
        self.role = self._role(resources, self.log, settings, rights)
        self.function = lambda_.Function(
            self,
            "Function",
            description=row.purpose,
            code=lambda_.Code.from_asset(_code_folder(root, row), exclude=NOT_DEPLOYED),
            handler=HANDLER,
            runtime=runtime(settings),
            architecture=ARCHITECTURES[settings.architecture],
            layers=layers,
            # The role is complete: no construct may add to it in passing.
            role=self.role.without_policy_updates(),
            log_group=self.log,
            environment={
                **environment(row, resources, settings),
                **self._fence(resources),
                **(variables or {}),
            },
            memory_size=row.memory_mb,
            timeout=Duration.seconds(row.timeout_seconds),
            tracing=lambda_.Tracing.ACTIVE,
            snap_start=SNAPSHOTS if row.online and settings.snap_start else None,
        )
        self.target = self._called(settings)
        acknowledge(
            self.function,
            "L1",
            "The newest Python for which every pinned package is known to have a wheel.",
        )

    def _role(
        self,
        resources: Resources,
        log: logs.LogGroup,
        settings: StageSettings,
        rights: Sequence[iam.PolicyStatement],
    ) -> iam.Role:
        access = [*statements(self.row, resources, settings), *rights]
        write_log = iam.PolicyStatement(
            actions=["logs:CreateLogStream", "logs:PutLogEvents"], resources=[log.log_group_arn]
        )
        role = iam.Role(
            self,
            "Role",
            description=f"Mneme: {self.row.purpose}",
            assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"),
            inline_policies={"Access": iam.PolicyDocument(statements=[*access, write_log])},
        )
        acknowledge_wildcards(role, access, home=Stack.of(resources.data_key))
        return role

    def _fence(self, resources: Resources) -> dict[str, str]:
        """Return the variable that names the function's second role, if it is fenced."""
        if not self.row.fenced:
            return {}
        fence = TenantFence(
            self, "Tenant", row=self.row, resources=resources, taken_on_by=self.role
        )
        return {"MNEME_TENANT_ROLE": fence.role.role_arn}

    def _called(self, settings: StageSettings) -> lambda_.IFunction:
        """Return what triggers invoke: a version, where only versions begin sooner."""
        if not self.row.online or (settings.warm is None and not settings.snap_start):
            return self.function
        return self._published(settings.warm)

    def _published(self, warm: WarmFunctions | None) -> lambda_.Alias:
        alias = lambda_.Alias(
            self,
            "Live",
            alias_name="live",
            version=self.function.current_version,
            provisioned_concurrent_executions=warm.least if warm is not None else None,
        )
        if warm is None:
            return alias
        scaling = alias.add_auto_scaling(min_capacity=warm.least, max_capacity=warm.most)
        scaling.scale_on_utilization(utilization_target=warm.utilization)
        return alias


def _code_folder(root: Path, row: Function) -> str:
    folder = root / "functions" / row.name
    if not (folder / "handler.py").is_file():
        raise MissingCodeError(
            f"infra/functions.py lists {row.name!r}, but functions/{row.name}/handler.py is missing"
        )
    return str(folder)
