"""Task queues in batches: partial failures per group, and a visible end after the last delivery."""

from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import (
    SqsFifoPartialProcessor,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from mneme.application.messages import task_message
from mneme.application.work_on_task import Work, WorkOnTask
from mneme.domain.errors import ExtractionFailed, MnemeError
from mneme.runtime.faults import fault_site

MAX_RECEIVES = 5
"""Deliveries of a task message, as in `infra/queues.py`; after the last one the task is FAILED."""


class TaskBatch:
    """Runs one worker's step over the records of an SQS FIFO event."""

    def __init__(self) -> None:
        self._logger = Logger()

    def __call__(
        self, event: dict[str, Any], context: Any, frame: WorkOnTask, work: Work
    ) -> dict[str, Any]:
        """Return the failed records; later ones of a failed record's group are not tried."""

        def handle(record: SQSRecord) -> None:
            self._handle(record, frame, work)

        processor = SqsFifoPartialProcessor(skip_group_on_error=True)
        processor.raise_on_entire_batch_failure = False
        answer: dict[str, Any] = dict(
            process_partial_response(
                event=event, record_handler=handle, processor=processor, context=context
            )
        )
        return answer

    def _handle(self, record: SQSRecord, frame: WorkOnTask, work: Work) -> None:
        message = task_message(record.body)
        log: dict[str, object] = {"tenant": message.tenant_id, "task_id": message.task_id}
        try:
            state = frame(message, work)
        except Exception as error:
            self._logger.error("task step failed", extra={**log, "fault": fault_site(error)})
            if int(record.attributes.approximate_receive_count or 1) >= MAX_RECEIVES:
                frame.give_up(message, _told(error))
            raise
        self._logger.info("task step", extra={**log, "state": state})


def _told(error: Exception) -> MnemeError:
    """Return what the task's caller is told: an unexpected fault keeps its text to itself."""
    return error if isinstance(error, MnemeError) else ExtractionFailed("the write failed")
