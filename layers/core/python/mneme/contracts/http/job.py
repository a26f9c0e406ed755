"""`job`: how far a long piece of work about a user is, and what became of it."""

from datetime import datetime

from pydantic import Field

from mneme.contracts.http.fields import CallerId, UserId
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain.errors import shown_message
from mneme.domain.job import Job, JobName, JobState
from mneme.domain.transfer import REFUSED_TOLD, Download


class JobRequest(WireModel):
    """Ask for one job of a user."""

    user_id: UserId
    job_id: CallerId


class JobProgressModel(AnswerModel):
    """How far a job is."""

    shards: int = Field(description="the parts it was cut into, each worked on by itself")
    shards_done: int
    pages: int = Field(description="the pages that are done, of all parts")
    read: int = Field(description="the items that were looked at")
    changed: int = Field(description="those of them that were changed")
    failed: int = Field(description="those that could not be handled, and were passed by")


class JobErrorModel(AnswerModel):
    """Why the job failed."""

    code: int
    msg: str


class DownloadModel(AnswerModel):
    """Where the file of an export can be fetched by GET, without a credential."""

    url: str = Field(description="whoever has it has the file: it is a secret")
    expires_at: datetime = Field(description="until when this link is good; ask again for another")


class RefusedLineModel(AnswerModel):
    """A line of an import that did not come in."""

    line: int = Field(description="its place in the call's `lines`, from 0")
    code: int = Field(description="why: 42901 and 42902 there is no room, 40301 its app is off, …")


class JobAnswer(AnswerModel):
    """The state of the job. DONE is final, and FAILED but of a purge, which runs again later."""

    job_id: str
    name: JobName
    state: JobState
    started_at: datetime
    updated_at: datetime
    progress: JobProgressModel
    error: JobErrorModel | None = None
    download: DownloadModel | None = Field(
        None, description="of a finished export, for 7 days, and until anything is purged"
    )
    refused: list[RefusedLineModel] = Field(
        default_factory=list,
        description=f"of an import: the first {REFUSED_TOLD} lines that did not come in",
    )
    refused_more: int = Field(0, description="how many more did not; `failed` is all of them")

    @classmethod
    def of(cls, job: Job, link: Download | None = None) -> "JobAnswer":
        """Return the answer that shows a job."""
        done = job.progress
        return cls(
            job_id=job.job_id,
            name=job.name,
            state=job.state,
            started_at=job.started_at,
            updated_at=job.updated_at,
            progress=JobProgressModel(
                shards=job.shards,
                shards_done=job.shards_done,
                pages=job.pages,
                read=done.read,
                changed=done.changed,
                failed=done.failed,
            ),
            error=None if job.error is None else _error(job.error),
            download=None
            if link is None
            else DownloadModel(url=link.url, expires_at=link.expires_at),
            refused=[RefusedLineModel(line=one.line, code=one.code) for one in job.refused],
            refused_more=done.failed - len(job.refused) if job.refused else 0,
        )


def _error(code: int) -> JobErrorModel:
    return JobErrorModel(code=code, msg=shown_message(code, "the job failed"))
