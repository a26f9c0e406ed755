"""What an export is of and how far it is: the cursor of its shard, and the name of its job."""

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from mneme.domain.errors import InternalFault
from mneme.domain.job import JobName, JobShard
from mneme.domain.transfer import Counts


class Stage(StrEnum):
    """What is to be done next."""

    READ = "read"
    JOIN = "join"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """An export of what there is in an epoch, the newest when it was asked for.

    The memories up to `after` are in `parts` parts, and are `counts`; so is the one `inside` which
    the last part ended, but for its revisions below `below`.
    """

    epoch: int
    stage: Stage = Stage.READ
    after: str | None = None
    parts: int = 0
    counts: Counts = field(default_factory=Counts)
    inside: str | None = None
    below: int | None = None

    def encode(self) -> str:
        """Return it as a job's cursor: names and numbers only."""
        return json.dumps(asdict(self), separators=(",", ":"))


def export_order(cursor: str | None) -> ExportOrder:
    """Undo `encode`. Raises InternalFault if it is none: an export is not begun by hand."""
    if cursor is None:
        raise InternalFault("an export names what it is of")
    told = json.loads(cursor)
    stage, counts = Stage(told["stage"]), Counts(**told["counts"])
    return ExportOrder(**{**told, "stage": stage, "counts": counts})


def following_id(last: JobShard | None, epoch: int) -> str:
    """Return the id of the export behind the last one: numbers sort as they follow each other."""
    number = 0 if last is None else int(last.job_id.split("-")[1])
    return f"{JobName.EXPORT.value}-{number + 1:06d}-{epoch}"


def epoch_of(job_id: str) -> int:
    """Return the epoch that an export of this id is of."""
    return int(job_id.rpartition("-")[2])
