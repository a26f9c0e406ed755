"""What looks on: alarms and who hears of them, numbers made of log lines, and a dashboard.

Nothing here is needed by what runs: it can be taken away and made again at any time.
"""

from aws_cdk import ArnFormat, Aws, CfnOutput, Stack
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.alarm import Alarm
from infra.alarms import alarms
from infra.canary import CANARY
from infra.constructs.alarm import add_alarm, add_composite, physical_name
from infra.constructs.alarm_topic import AlarmTopic
from infra.constructs.dashboard import dashboard_body
from infra.constructs.naming import construct_id as named
from infra.constructs.watched import Watched
from infra.dashboards import sections
from infra.log_filters import log_filters
from infra.settings import StageSettings
from infra.stacks.data import DataStack
from infra.stacks.service import ServiceStack


class ObservabilityStack(Stack):
    """The eyes of a stage."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        data: DataStack,
        service: ServiceStack,
        settings: StageSettings,
    ) -> None:
        super().__init__(scope, construct_id, description="Mneme: alarms and dashboard")
        watched = self._watched(data, service, settings)
        topic = AlarmTopic(self, "Alarms", stage=settings.name, email=settings.alarm_email).topic
        rows = alarms(settings)
        for row in rows:
            if isinstance(row, Alarm):
                add_alarm(self, row, watched, topic.topic_arn)
        for row in rows:
            if not isinstance(row, Alarm):
                add_composite(self, row, settings.name, topic.topic_arn)
        self._count_lines(service, watched)
        heard = [row.name for row in rows if not isinstance(row, Alarm) or row.notifies]
        self._add_dashboard(settings, watched, heard)
        CfnOutput(self, "AlarmTopicArn", value=topic.topic_arn)

    def _watched(self, data: DataStack, service: ServiceStack, settings: StageSettings) -> Watched:
        works = service.queues
        search = data.resources.search
        functions = dict(service.functions)
        if service.canary is not None:
            functions[CANARY.name] = service.canary
        dead = {name: work.dead or work.queue for name, work in works.items()}
        return Watched(
            stage=settings.name,
            account=Aws.ACCOUNT_ID,
            api=service.api.rest.rest_api_name,
            api_stage=service.api.stage_name,
            functions={name: each.function.function_name for name, each in functions.items()},
            queues={name: work.queue.queue_name for name, work in works.items()},
            dead_letters={name: queue.queue_name for name, queue in dead.items()},
            tables={name: table.table_name for name, table in data.resources.tables.items()},
            search=None if search is None else search.domain,
        )

    def _count_lines(self, service: ServiceStack, watched: Watched) -> None:
        for row in log_filters():
            logs.CfnMetricFilter(
                self,
                named(row.metric, "Filter"),
                log_group_name=service.functions[row.function].log.log_group_name,
                filter_pattern=row.pattern,
                metric_transformations=[
                    logs.CfnMetricFilter.MetricTransformationProperty(
                        metric_namespace=watched.stage_namespace,
                        metric_name=row.metric,
                        metric_value="1",
                        unit="Count",
                    )
                ],
            )

    def _add_dashboard(
        self, settings: StageSettings, watched: Watched, alarm_names: list[str]
    ) -> None:
        arns = [
            self.format_arn(
                service="cloudwatch",
                resource="alarm",
                resource_name=physical_name(settings.name, name),
                arn_format=ArnFormat.COLON_RESOURCE_NAME,
            )
            for name in alarm_names
        ]
        body = dashboard_body(sections(settings), watched, arns, Aws.REGION)
        dashboard = cloudwatch.CfnDashboard(
            self,
            "Dashboard",
            dashboard_name=f"mneme-{settings.name}",
            dashboard_body=self.to_json_string(body),
        )
        CfnOutput(self, "DashboardName", value=dashboard.ref)
