"""Task queues in batches: failures are reported per record, later ones of a group wait for it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSEvent, SQSRecord

from mneme.application.tasks.queue_messages import task_message
from mneme.application.tasks.work_on_task import Work
from mneme.domain.errors import ExtractionFailed, MnemeError
from mneme.runtime.faults import fault_site
from mneme.runtime.task_services import TaskServices

REST_SECONDS = (2, 10, 60, 300, 900)
"""How long a failed message rests before it is delivered again; a quarter is added by chance."""

TRIES = len(REST_SECONDS) + 1
MAX_RECEIVES = TRIES + 1
"""Deliveries of a task message, as in `infra/queues.py`.

The last one tries no more: it ends the task FAILED, should every worker before have died.
"""

_SPREAD = 0.25


class TaskBatch:
    """Runs one worker's step over the records of an SQS FIFO event.

    Powertools' FIFO processor would go on reporting a group's later records untried until they
    are dead letters themselves: here a group goes on as soon as its failing record is given up.
    """

    def __init__(self) -> None:
        self._logger = Logger()

    def __call__(self, event: dict[str, Any], made: TaskServices, work: Work) -> dict[str, Any]:
        """Return the records to be delivered again; each is put off for a while."""
        failed: list[dict[str, str]] = []
        waiting: set[str | None] = set()
        for record in SQSEvent(event).records:
            group = record.attributes.message_group_id
            if group in waiting or not self._done(record, made, work):
                failed.append({"itemIdentifier": record.message_id})
                self._put_off(record, made)
                if _receives(record) < TRIES:
                    waiting.add(group)
        return {"batchItemFailures": failed}

    def _done(self, record: SQSRecord, made: TaskServices, work: Work) -> bool:
        log: dict[str, object] = {"message_id": record.message_id}
        try:
            message = task_message(record.body)
            log |= {"tenant": message.tenant_id, "task_id": message.task_id}
            if _receives(record) > TRIES:
                raise ExtractionFailed("every try of this write was cut off")  # noqa: TRY301
            outcome = made.work_on_task(message, work)
        except Exception as error:  # noqa: BLE001
            # One record must not fail the others of its batch, whatever is wrong with it.
            self._logger.error("task step failed", extra={**log, "fault": fault_site(error)})
            if _receives(record) >= TRIES:
                self._give_up(record, made, error, log)
            return False
        for fault, times in _distinct(outcome.faults):
            self._logger.error("task fault", extra={**log, **fault, "times": times})
        self._logger.info("task step", extra={**log, "state": outcome.state})
        return True

    def _give_up(
        self, record: SQSRecord, made: TaskServices, error: Exception, log: dict[str, object]
    ) -> None:
        try:
            made.work_on_task.give_up(task_message(record.body), _told(error))
        except MnemeError as fault:
            # The dead letter stays, and its redrive opens the task again.
            self._logger.error("giving up failed", extra={**log, "fault": fault_site(fault)})

    def _put_off(self, record: SQSRecord, made: TaskServices) -> None:
        """Let a record come back after its rest, and not only when its visibility ends."""
        queue = made.settings.queue_of(record.event_source_arn)
        seconds = rest_seconds(_receives(record), made.clock.chance())
        try:
            made.queue_consumer.release(queue, record.receipt_handle, seconds)
        except MnemeError as fault:
            # It then waits as long as if its worker had died.
            extra = {"message_id": record.message_id, "fault": fault_site(fault)}
            self._logger.error("putting off failed", extra=extra)


def _distinct(faults: Sequence[MnemeError]) -> Iterator[tuple[dict[str, object], int]]:
    """Yield code and place of each fault with how often it arose: facts may share one."""
    for (code, site), times in Counter((one.code, fault_site(one)) for one in faults).items():
        yield {"code": code, "fault": site}, times


def rest_seconds(receives: int, chance: float) -> int:
    """Return the rest after so many deliveries; none after the last try: nothing is left to try.

    `chance`, from 0 to 1, spreads what failed at the same moment.
    """
    if receives >= TRIES:
        return 0
    return round(REST_SECONDS[receives - 1] * (1 + _SPREAD * chance))


def _receives(record: SQSRecord) -> int:
    return int(record.attributes.approximate_receive_count or 1)


def _told(error: Exception) -> MnemeError:
    """Return what the task's caller is told: an unexpected fault keeps its text to itself."""
    return error if isinstance(error, MnemeError) else ExtractionFailed("the write failed")
