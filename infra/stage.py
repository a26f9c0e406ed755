"""One deployment of Mneme: its data, its service, and what looks on."""

from pathlib import Path

import aws_cdk as cdk
from constructs import Construct

from infra.settings import StageSettings
from infra.stacks.data import DataStack
from infra.stacks.observability import ObservabilityStack
from infra.stacks.service import ServiceStack

ROOT = Path(__file__).resolve().parent.parent
NO_TRACES = "aws:cdk:disable-stack-trace"
"""The trace of a warning holds temporary paths: no two syntheses would write the same."""


class MnemeStage(cdk.Stage):
    """A stage of the app, bound to no account or region: both come with the deployment."""

    def __init__(self, scope: Construct, *, settings: StageSettings, root: Path = ROOT) -> None:
        super().__init__(scope, f"mneme-{settings.name}")
        self.node.set_context(NO_TRACES, value=True)
        self.data = DataStack(self, "data", settings=settings)
        self.service = ServiceStack(
            self, "service", data=self.data.resources, settings=settings, root=root
        )
        self.observability = ObservabilityStack(
            self, "observability", data=self.data, service=self.service, settings=settings
        )
        cdk.Tags.of(self).add("application", "mneme")
        cdk.Tags.of(self).add("stage", settings.name)
