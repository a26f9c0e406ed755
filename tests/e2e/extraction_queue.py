"""The queue of conversations, with a worker that rests, or that fails at each delivery."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from local.deployment import Deployment
from mneme.adapters.table_layout import parse_layouts
from mneme.application.tasks.queue_messages import EXTRACTION
from tests.e2e.caller import eventually
from tests.e2e.deployed_roles import DeployedRoles

WORKER = "extraction_worker"
SECONDS = "1"
"""How long a message rests here after each failure; in a stage it is minutes."""


class ExtractionQueue:
    """The queue of conversations of a deployed stage, and its dead letters."""

    def __init__(self, deployment: Deployment) -> None:
        self._roles = DeployedRoles(deployment.environment)
        self._sqs = self._roles.client("sqs")
        urls = json.loads(self._roles.outputs("service")["QueueUrls"])
        self.url, self._dead = urls[EXTRACTION], urls[f"{EXTRACTION}-dead"]
        layouts = parse_layouts(deployment.environment["MNEME_TABLES"])
        self._episodes = layouts["episodes"].physical_name

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Keep what is sent to the queue from its function for the length of the block."""
        functions = self._roles.client("lambda")
        arn = self._told("QueueArn")
        [mapping] = functions.list_event_source_mappings(EventSourceArn=arn)["EventSourceMappings"]
        functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=False)
        try:
            yield
        finally:
            functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=True)

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Let the worker fail, by rights that it misses, for the length of the block.

        It may not keep what was said, nor say how long a message rests, which then is as long as
        the queue says.
        """
        rests = self._told("VisibilityTimeout")
        self._sqs.set_queue_attributes(QueueUrl=self.url, Attributes={"VisibilityTimeout": SECONDS})
        try:
            with self._roles.withheld(
                WORKER,
                {
                    "Action": "dynamodb:*",
                    "Resource": f"arn:aws:dynamodb:*:*:table/{self._episodes}",
                },
                {"Action": "sqs:ChangeMessageVisibility", "Resource": "*"},
            ):
                yield
        finally:
            self._sqs.set_queue_attributes(
                QueueUrl=self.url, Attributes={"VisibilityTimeout": rests}
            )

    def await_dead(self, task_id: str) -> None:
        """Wait until the message of a task is a dead letter."""
        assert eventually(lambda: any(task_id in body for body in self.dead()))

    def dead(self) -> list[str]:
        """Return the dead letters' bodies."""
        return [one["Body"] for one in self._looked_at()]

    def drop_dead(self) -> None:
        """Delete the dead letters, as their time does in the end."""
        for one in self._looked_at():
            self._sqs.delete_message(QueueUrl=self._dead, ReceiptHandle=one["ReceiptHandle"])

    def _looked_at(self) -> list[dict[str, Any]]:
        asked = {"MaxNumberOfMessages": 10, "VisibilityTimeout": 0}
        return list(self._sqs.receive_message(QueueUrl=self._dead, **asked).get("Messages", []))

    def _told(self, name: str) -> str:
        told = self._sqs.get_queue_attributes(QueueUrl=self.url, AttributeNames=[name])
        return str(told["Attributes"][name])
