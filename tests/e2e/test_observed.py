"""What looks on is deployed with the rest: an alarm that fires tells whoever reads the topic."""

import json
from collections.abc import Callable
from typing import Any

import boto3
import pytest

from infra.alarms import alarms
from infra.metric import stage_namespace
from infra.rollback_alarms import rollback_alarms
from infra.settings import stage_settings
from local.deployment import STAGE, Deployment
from tests.e2e.caller import eventually

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

FIRED = f"mneme-{STAGE}-key-service-refused"
Client = Callable[[str], Any]


@pytest.fixture
def client(deployment: Deployment) -> Client:
    """Return what makes clients of the emulated account."""
    environment = deployment.environment

    def made(service: str) -> Any:
        return boto3.client(
            service,  # type: ignore[call-overload]
            endpoint_url=environment["AWS_ENDPOINT_URL"],
            region_name=environment["AWS_REGION"],
            aws_access_key_id="test",
            aws_secret_access_key="test",
        )

    return made


def test_every_alarm_that_an_emulator_knows_is_there(client: Client) -> None:
    pages = client("cloudwatch").get_paginator("describe_alarms").paginate(AlarmNamePrefix="mneme-")
    there = {one["AlarmName"] for page in pages for one in page["MetricAlarms"]}

    rows = (*alarms(stage_settings(STAGE)), *rollback_alarms())
    assert there == {f"mneme-{STAGE}-{row.name}" for row in rows}


def test_the_dashboard_is_there_with_the_names_of_what_was_deployed(client: Client) -> None:
    told = client("cloudwatch").get_dashboard(DashboardName=f"mneme-{STAGE}")

    body = json.loads(told["DashboardBody"])
    functions = {one["FunctionName"] for one in client("lambda").list_functions()["Functions"]}
    shown = {
        value
        for widget in body["widgets"]
        for line in widget["properties"].get("metrics", [])
        for name, value in zip(line[2:-1:2], line[3:-1:2], strict=True)
        if name == "FunctionName"
    }
    assert shown
    assert shown <= functions


def test_an_alarm_that_fires_reaches_who_reads_the_topic(client: Client) -> None:
    sns, sqs, cloudwatch = client("sns"), client("sqs"), client("cloudwatch")
    stack = client("cloudformation").describe_stacks(StackName=f"mneme-{STAGE}-observability")
    outputs = {one["OutputKey"]: one["OutputValue"] for one in stack["Stacks"][0]["Outputs"]}
    let_in = {
        "Effect": "Allow",
        "Principal": {"Service": "sns.amazonaws.com"},
        "Action": "sqs:SendMessage",
        "Resource": "*",
        "Condition": {"ArnEquals": {"aws:SourceArn": outputs["AlarmTopicArn"]}},
    }
    policy = {"Policy": json.dumps({"Version": "2012-10-17", "Statement": [let_in]})}
    url = sqs.create_queue(QueueName="reader", Attributes=policy)["QueueUrl"]
    attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]
    sns.subscribe(
        TopicArn=outputs["AlarmTopicArn"], Protocol="sqs", Endpoint=attributes["QueueArn"]
    )

    refused = {"MetricName": "key_service_failed_refused", "Value": 1.0, "Unit": "Count"}
    cloudwatch.put_metric_data(Namespace=stage_namespace(STAGE), MetricData=[refused])

    heard: list[str] = []

    def fires() -> bool:
        cloudwatch.describe_alarms(AlarmNames=[FIRED])
        told = sqs.receive_message(QueueUrl=url).get("Messages", [])
        heard.extend(json.loads(json.loads(one["Body"])["Message"])["AlarmName"] for one in told)
        return FIRED in heard

    assert eventually(fires)
