"""Where the gateway writes what went wrong with a request, apart from its access log."""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_logs as logs

from infra.constructs.log_retention import retention


def own_execution_log(api: apigateway.RestApi, *, stage_name: str, log_days: int) -> None:
    """Make the group before the stage that writes to it.

    The gateway writes to a group of this name and makes it itself, to be kept for ever, if there is
    none yet.
    """
    group = logs.LogGroup(
        api,
        "ExecutionLog",
        log_group_name=f"API-Gateway-Execution-Logs_{api.rest_api_id}/{stage_name}",
        retention=retention(log_days),
        removal_policy=RemovalPolicy.DESTROY,
    )
    api.deployment_stage.node.add_dependency(group)
