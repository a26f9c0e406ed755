"""The message that asks for one page of a job: names and numbers only, as JSON."""

import json
from dataclasses import dataclass

from mneme.application.ports.work_queue import QueueMessage
from mneme.application.repositories.jobs import ShardPlace
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobName, JobOwner, JobShard

JOBS_QUEUE = "jobs"
TRANSFERS_QUEUE = "transfers"
_TRANSFERS = frozenset({JobName.EXPORT, JobName.IMPORT})


def queue_of_job(name: JobName) -> str:
    """Return the queue of a job's pages: what moves a whole memory stands before no purge."""
    return TRANSFERS_QUEUE if name in _TRANSFERS else JOBS_QUEUE


@dataclass(frozen=True, slots=True)
class JobMessage:
    """Do this page of this shard."""

    place: ShardPlace
    page: int

    def encode(self, delay_seconds: int = 0) -> QueueMessage:
        """Return the message for a standard queue, to be delivered after the delay."""
        body = {
            "tenant_id": self.place.owner.tenant_id,
            "user_id": self.place.owner.user_id,
            "job_id": self.place.job_id,
            "shard": self.place.number,
            "page": self.page,
        }
        return QueueMessage(json.dumps(body, separators=(",", ":")), delay_seconds=delay_seconds)


def page_message(owner: JobOwner, shard: JobShard) -> JobMessage:
    """Return the message that asks for the page of a shard that is to be done next."""
    return JobMessage(ShardPlace(owner, shard.job_id, shard.number), shard.page)


def job_message(body: str) -> JobMessage:
    """Return the message of a queue body. Raises InternalFault if it does not fit."""
    try:
        fields = json.loads(body)
        owner = JobOwner(str(fields["tenant_id"]), str(fields["user_id"]))
        place = ShardPlace(owner, str(fields["job_id"]), int(fields["shard"]))
        return JobMessage(place, int(fields["page"]))
    except (KeyError, TypeError, ValueError) as error:
        raise InternalFault("a job message does not fit") from error
