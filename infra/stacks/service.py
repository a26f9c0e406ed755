"""What runs: functions, queues, the API and the schedules. Everything here can be made again."""

import json
from dataclasses import asdict, replace
from pathlib import Path

from aws_cdk import CfnOutput, Stack
from constructs import Construct

from infra.canary import CANARY
from infra.constructs.api import PublicApi
from infra.constructs.canary import Canary
from infra.constructs.event_sources import feed_from_queue, feed_from_stream
from infra.constructs.firewall import Firewall
from infra.constructs.function import MnemeFunction
from infra.constructs.layers import Layers
from infra.constructs.live_thresholds import LiveThresholds
from infra.constructs.naming import construct_id as named
from infra.constructs.queue import WorkQueue
from infra.constructs.resources import Resources
from infra.constructs.schedule import RegularCall
from infra.function import Function, Trigger
from infra.functions import FUNCTIONS
from infra.queues import QUEUES
from infra.schedules import SCHEDULES
from infra.settings import StageSettings

STREAM_FAILURES = "index-failures"
ADMIN = "tenant_admin"
VALIDATOR = "settings_validator"


class ServiceStack(Stack):
    """The stateless half of a stage. `root` is the project's folder, where the code is."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        data: Resources,
        settings: StageSettings,
        root: Path,
    ) -> None:
        super().__init__(
            scope, construct_id, description="Mneme: functions, queues, API and schedules"
        )
        self.queues = queues = {
            row.name: WorkQueue(self, named(row.name, "Queue"), row=row, key=data.data_key)
            for row in QUEUES
        }
        self._queue_urls = {
            name: queue.queue_url
            for row in QUEUES
            for name, queue in (
                (row.name, queues[row.name].queue),
                (f"{row.name}-dead", queues[row.name].dead),
            )
            if queue
        }
        self.resources = replace(data, queues={name: work.queue for name, work in queues.items()})
        self._make_functions(settings, root)
        self._feed_workers(settings)
        self.api = self._public_api(settings)
        self.canary = self._canary(settings, root)
        for row in SCHEDULES:
            callee = self.functions[row.function]
            RegularCall(self, named(row.name, "Schedule"), row=row, callee=callee)
        self._export_in_order()
        self._tell_operators(settings)

    def _make_functions(self, settings: StageSettings, root: Path) -> None:
        """Make the one that validates thresholds first: those that read them name its document."""
        self._layers = Layers(self, "Layers", settings=settings, root=root).versions

        def made(row: Function) -> MnemeFunction:
            return MnemeFunction(
                self,
                named(row.name),
                row=row,
                resources=self.resources,
                layers=self._layers,
                settings=settings,
                root=root,
            )

        (validator,) = (made(row) for row in FUNCTIONS if row.name == VALIDATOR)
        self._thresholds = LiveThresholds(
            self, "LiveThresholds", validator=validator.function, settings=settings
        )
        self.resources = replace(self.resources, thresholds=self._thresholds.place)
        self.functions = {
            row.name: validator if row.name == VALIDATOR else made(row) for row in FUNCTIONS
        }

    def _canary(self, settings: StageSettings, root: Path) -> Canary | None:
        """Return the stage's canary, if it is to have one."""
        if settings.canary is None:
            return None
        return Canary(
            self,
            named(CANARY.name),
            url=self.api.url,
            secret=settings.canary.key_secret,
            resources=self.resources,
            layers=self._layers,
            settings=settings,
            root=root,
        )

    def _export_in_order(self) -> None:
        """Name what is looked on from elsewhere, in the order of the data modules."""
        beside = [self.canary] if self.canary else []
        for function in (*self.functions.values(), *beside):
            self.export_value(function.function.function_name)
            self.export_value(function.log.log_group_name)
        for work in self.queues.values():
            self.export_value(work.queue.queue_name)
            if work.dead is not None:
                self.export_value(work.dead.queue_name)

    def _feed_workers(self, settings: StageSettings) -> None:
        for row in QUEUES:
            if row.consumer:
                queue = self.resources.queues[row.name]
                feed_from_queue(
                    self.functions[row.consumer], row=row, queue=queue, settings=settings
                )
        for function in self.functions.values():
            if function.row.stream_table:
                feed_from_stream(
                    function,
                    table=self.resources.tables[function.row.stream_table],
                    failures=self.resources.queues[STREAM_FAILURES],
                )

    def _public_api(self, settings: StageSettings) -> PublicApi:
        functions = self.functions.values()
        (authorizer,) = (f for f in functions if f.row.trigger is Trigger.AUTHORIZER)
        api = PublicApi(
            self,
            "Api",
            routes={route: function for function in functions for route in function.row.routes},
            authorizer=authorizer,
            settings=settings,
        )
        if settings.firewall:
            Firewall(
                self,
                "Firewall",
                stage=api.rest.deployment_stage,
                requests_per_address=settings.firewall_requests_per_address,
            )
        return api

    def _tell_operators(self, settings: StageSettings) -> None:
        CfnOutput(self, "QueueUrls", value=Stack.of(self).to_json_string(self._queue_urls))
        admin = self.functions[ADMIN].function
        CfnOutput(self, "TenantAdminFunction", value=admin.function_name)
        CfnOutput(self, "UsagePlan", value=self.api.usage_plan.usage_plan_id)
        told = {
            **asdict(self._thresholds.place),
            "strategy": self._thresholds.strategy,
            "deployed": json.dumps(settings.thresholds, separators=(",", ":")),
        }
        CfnOutput(self, "Thresholds", value=Stack.of(self).to_json_string(told))
        CfnOutput(self, "ApiUrl", value=self.api.url)
        if domain := self.api.domain:
            CfnOutput(self, "DomainTarget", value=domain.domain_name_alias_domain_name)
            CfnOutput(self, "DomainTargetZone", value=domain.domain_name_alias_hosted_zone_id)
