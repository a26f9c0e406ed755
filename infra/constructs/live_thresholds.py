"""Where operators set thresholds while a stage runs: one document in AppConfig."""

from pathlib import Path

from aws_cdk import ArnFormat, Aws, Stack
from aws_cdk import aws_appconfig as appconfig
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.constructs.alarm import add_alarm, physical_name
from infra.constructs.api import STAGE_NAME, api_name
from infra.constructs.naming import construct_id as named
from infra.constructs.resources import ThresholdsPlace
from infra.constructs.watched import Watched
from infra.rollback_alarms import rollback_alarms
from infra.settings import Rollout, StageSettings

SCHEMA = Path(__file__).parent.parent / "thresholds.schema.json"
"""Made from the model that the functions read the document with; a test holds one to the other."""
NOTHING = "{}"
_AT_ONCE = Rollout()


class LiveThresholds(Construct):
    """An application of AppConfig with one document, which belongs to operators.

    The first version leaves everything as it is. It never changes, so no deployment of the stack
    deploys a document: what operators set stays.
    """

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        validator: lambda_.Function,
        settings: StageSettings,
    ) -> None:
        super().__init__(scope, construct_id)
        self._stage = settings.name
        application = appconfig.CfnApplication(
            self,
            "Application",
            name=f"mneme-{settings.name}",
            description="Mneme: what operators set while it runs",
        )
        environment = self._environment(application)
        profile = self._profile(application, validator)
        strategy = self._strategy("Strategy", "gradual", settings.rollout)
        self.place = ThresholdsPlace(application.ref, environment.ref, profile.ref)
        self.strategy = strategy.ref
        self._begin_empty()

    def _environment(self, application: appconfig.CfnApplication) -> appconfig.CfnEnvironment:
        watched = Watched(
            stage=self._stage,
            account=Aws.ACCOUNT_ID,
            api=api_name(self._stage),
            api_stage=STAGE_NAME,
            functions={},
            queues={},
            dead_letters={},
            tables={},
            search=None,
        )
        rows = rollback_alarms()
        arns = [self._alarm_arn(row.name) for row in rows]
        reader = iam.Role(
            self,
            "AlarmReader",
            description="Mneme: looks whether new thresholds do harm",
            assumed_by=iam.ServicePrincipal(
                "appconfig.amazonaws.com",
                conditions={"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
            ),
            inline_policies={
                "Look": iam.PolicyDocument(
                    statements=[
                        iam.PolicyStatement(actions=["cloudwatch:DescribeAlarms"], resources=arns)
                    ]
                )
            },
        )
        environment = appconfig.CfnEnvironment(
            self,
            "Environment",
            application_id=application.ref,
            name=self._stage,
            monitors=[
                appconfig.CfnEnvironment.MonitorsProperty(
                    alarm_arn=arn, alarm_role_arn=reader.role_arn
                )
                for arn in arns
            ],
        )
        for row in rows:
            add_alarm(self, row, watched, "")
            environment.node.add_dependency(self.node.find_child(named(row.name, "Alarm")))
        return environment

    def _alarm_arn(self, name: str) -> str:
        return Stack.of(self).format_arn(
            service="cloudwatch",
            resource="alarm",
            resource_name=physical_name(self._stage, name),
            arn_format=ArnFormat.COLON_RESOURCE_NAME,
        )

    def _profile(
        self, application: appconfig.CfnApplication, validator: lambda_.Function
    ) -> appconfig.CfnConfigurationProfile:
        allowed = lambda_.CfnPermission(
            self,
            "ValidatorCall",
            action="lambda:InvokeFunction",
            function_name=validator.function_arn,
            principal="appconfig.amazonaws.com",
            source_account=Aws.ACCOUNT_ID,
        )
        validators = appconfig.CfnConfigurationProfile.ValidatorsProperty
        profile = appconfig.CfnConfigurationProfile(
            self,
            "Profile",
            application_id=application.ref,
            name="thresholds",
            location_uri="hosted",
            validators=[
                validators(type="JSON_SCHEMA", content=SCHEMA.read_text(encoding="utf-8")),
                validators(type="LAMBDA", content=validator.function_arn),
            ],
        )
        profile.node.add_dependency(allowed)
        return profile

    def _strategy(self, name: str, kind: str, how: Rollout) -> appconfig.CfnDeploymentStrategy:
        return appconfig.CfnDeploymentStrategy(
            self,
            name,
            name=f"mneme-{self._stage}-{kind}",
            deployment_duration_in_minutes=how.minutes,
            growth_factor=how.percent,
            growth_type="LINEAR",
            final_bake_time_in_minutes=how.watched_minutes,
            replicate_to="NONE",
        )

    def _begin_empty(self) -> None:
        place = self.place
        first = appconfig.CfnHostedConfigurationVersion(
            self,
            "Nothing",
            application_id=place.application,
            configuration_profile_id=place.profile,
            content=NOTHING,
            content_type="application/json",
        )
        appconfig.CfnDeployment(
            self,
            "Beginning",
            application_id=place.application,
            configuration_profile_id=place.profile,
            environment_id=place.environment,
            configuration_version=first.ref,
            deployment_strategy_id=self._strategy("Begin", "at-once", _AT_ONCE).ref,
        )
