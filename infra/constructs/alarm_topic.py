"""Where alarms are told: one topic of a stage, encrypted, which nobody but CloudWatch writes to."""

from aws_cdk import ArnFormat, Aws, RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct

from infra.constructs.alarm import physical_name

WRITER = iam.ServicePrincipal("cloudwatch.amazonaws.com")


class AlarmTopic(Construct):
    """The topic, and whoever reads it by e-mail."""

    def __init__(
        self, scope: Construct, construct_id: str, *, stage: str, email: str | None
    ) -> None:
        super().__init__(scope, construct_id)
        # The key that AWS itself keeps for topics lets no alarm use it.
        key = kms.Key(
            self,
            "Key",
            description="Mneme: what alarms tell",
            enable_key_rotation=True,
            removal_policy=RemovalPolicy.DESTROY,
        )
        alarms = Stack.of(self).format_arn(
            service="cloudwatch",
            resource="alarm",
            resource_name=physical_name(stage, "*"),
            arn_format=ArnFormat.COLON_RESOURCE_NAME,
        )
        own = {
            "StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID},
            "ArnLike": {"aws:SourceArn": alarms},
        }
        key.add_to_resource_policy(
            iam.PolicyStatement(
                principals=[WRITER],
                actions=["kms:Decrypt", "kms:GenerateDataKey"],
                resources=["*"],
                conditions=own,
            )
        )
        self.topic = sns.Topic(
            self,
            "Topic",
            display_name=f"Mneme {stage}: alarms",
            master_key=key,
            enforce_ssl=True,
        )
        self.topic.add_to_resource_policy(
            iam.PolicyStatement(
                principals=[WRITER],
                actions=["sns:Publish"],
                resources=[self.topic.topic_arn],
                conditions=own,
            )
        )
        if email is not None:
            self.topic.add_subscription(subscriptions.EmailSubscription(email))
