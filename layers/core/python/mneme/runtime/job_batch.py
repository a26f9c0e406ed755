"""Pages of jobs in batches: each record is told apart, and comes again when there is a point."""

from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSEvent, SQSRecord

from mneme.application.jobs.do_page import Delivered
from mneme.application.jobs.job_messages import job_message
from mneme.domain.errors import MnemeError, Overtaken
from mneme.runtime.batch import REST_SECONDS
from mneme.runtime.faults import fault_site
from mneme.runtime.job_functions import JobFunctions

_LONGEST_REST_SECONDS = 300


class JobBatch:
    """Does the page of each record of an SQS event."""

    def __init__(self) -> None:
        self._logger = Logger()

    def __call__(self, event: dict[str, Any], made: JobFunctions) -> dict[str, Any]:
        """Return the records that must be delivered again, each after a rest."""
        again: list[dict[str, str]] = []
        for record in SQSEvent(event).records:
            rest = self._rest_of(record, made)
            if rest is not None:
                again.append({"itemIdentifier": record.message_id})
                self._put_off(record, made, rest)
        return {"batchItemFailures": again}

    def _rest_of(self, record: SQSRecord, made: JobFunctions) -> int | None:
        """Do a record's page; return after how many seconds it must come again, None if never."""
        log: dict[str, object] = {"message_id": record.message_id}
        try:
            message = job_message(record.body)
            place = message.place
            log |= {"tenant": place.owner.tenant_id, "job": place.job_id, "shard": place.number}
            delivered: Delivered = made.jobs.do_page(message)
        except Overtaken as moved:
            self._logger.info("job page overtaken", extra={**log, "fault": fault_site(moved)})
            return _rest(record)
        except Exception as error:  # noqa: BLE001
            # One record must not fail the others of its batch, whatever is wrong with it.
            self._logger.error("job page failed", extra={**log, "fault": fault_site(error)})
            return _rest(record)
        self._logger.info(
            "job page", extra={**log, "page": message.page, "outcome": delivered.outcome}
        )
        return delivered.again_after

    def _put_off(self, record: SQSRecord, made: JobFunctions, seconds: int) -> None:
        queue = made.settings.queue_of(record.event_source_arn)
        try:
            made.queue_consumer.release(queue, record.receipt_handle, seconds)
        except MnemeError as fault:
            # It then waits as long as if its worker had died.
            extra = {"message_id": record.message_id, "fault": fault_site(fault)}
            self._logger.error("putting off failed", extra=extra)


def _rest(record: SQSRecord) -> int:
    receives = int(record.attributes.approximate_receive_count or 1)
    rest = REST_SECONDS[min(receives, len(REST_SECONDS)) - 1]
    return min(rest, _LONGEST_REST_SECONDS)
