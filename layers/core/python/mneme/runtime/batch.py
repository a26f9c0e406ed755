"""Task queues in batches: failures are reported per record, later ones of a group wait for it."""

from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSEvent, SQSRecord

from mneme.application.messages import task_message
from mneme.application.work_on_task import Work, WorkOnTask
from mneme.domain.errors import ExtractionFailed, MnemeError
from mneme.runtime.faults import fault_site

MAX_RECEIVES = 5
"""Deliveries of a task message, as in `infra/queues.py`; after the last one the task is FAILED."""


class TaskBatch:
    """Runs one worker's step over the records of an SQS FIFO event.

    Powertools' FIFO processor would go on reporting a group's later records untried until they
    are dead letters themselves: here a group goes on as soon as its failing record is given up.
    """

    def __init__(self) -> None:
        self._logger = Logger()

    def __call__(self, event: dict[str, Any], frame: WorkOnTask, work: Work) -> dict[str, Any]:
        """Return the records to be delivered again."""
        failed: list[dict[str, str]] = []
        waiting: set[str | None] = set()
        for record in SQSEvent(event).records:
            group = record.attributes.message_group_id
            if group in waiting or not self._done(record, frame, work):
                failed.append({"itemIdentifier": record.message_id})
                if not _last_delivery(record):
                    waiting.add(group)
        return {"batchItemFailures": failed}

    def _done(self, record: SQSRecord, frame: WorkOnTask, work: Work) -> bool:
        log: dict[str, object] = {"message_id": record.message_id}
        try:
            message = task_message(record.body)
            log |= {"tenant": message.tenant_id, "task_id": message.task_id}
            state = frame(message, work)
        except Exception as error:  # noqa: BLE001
            # One record must not fail the others of its batch, whatever is wrong with it.
            self._logger.error("task step failed", extra={**log, "fault": fault_site(error)})
            if _last_delivery(record):
                self._give_up(record, frame, error, log)
            return False
        self._logger.info("task step", extra={**log, "state": state})
        return True

    def _give_up(
        self, record: SQSRecord, frame: WorkOnTask, error: Exception, log: dict[str, object]
    ) -> None:
        try:
            frame.give_up(task_message(record.body), _told(error))
        except MnemeError as fault:
            # The dead letter stays, and its redrive opens the task again.
            self._logger.error("giving up failed", extra={**log, "fault": fault_site(fault)})


def _last_delivery(record: SQSRecord) -> bool:
    return int(record.attributes.approximate_receive_count or 1) >= MAX_RECEIVES


def _told(error: Exception) -> MnemeError:
    """Return what the task's caller is told: an unexpected fault keeps its text to itself."""
    return error if isinstance(error, MnemeError) else ExtractionFailed("the write failed")
