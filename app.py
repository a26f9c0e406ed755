"""The CDK app: every stage of Mneme, checked against the rules of well-built AWS solutions.

`cdk deploy "mneme-dev/*"` deploys one stage; `-c stage=local` leaves only that stage in the app.
"""

import aws_cdk as cdk
from cdk_nag import AwsSolutionsChecks

from infra.settings import stage_settings
from infra.stage import MnemeStage

CLOUD_STAGES = "dev,prod"


def build(app: cdk.App) -> list[MnemeStage]:
    """Add the stages to the app.

    Context: `stage` (comma-separated), `opensearch_url`, `gateway_url`, `python`.
    """
    names = app.node.try_get_context("stage") or CLOUD_STAGES
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    return [
        MnemeStage(
            app,
            settings=stage_settings(
                name.strip(),
                opensearch_url=app.node.try_get_context("opensearch_url"),
                gateway_url=app.node.try_get_context("gateway_url"),
                python=app.node.try_get_context("python"),
            ),
        )
        for name in names.split(",")
    ]


if __name__ == "__main__":
    cloud = cdk.App()
    build(cloud)
    cloud.synth()
