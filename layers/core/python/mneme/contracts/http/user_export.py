"""`user/export`: take out all that is kept of a user."""

from mneme.contracts.http.fields import UserId
from mneme.contracts.http.model import AnswerModel, WireModel


class UserExportRequest(WireModel):
    """Export everything of a user, as JSON Lines.

    Every memory in every state, with all its revisions, archived ones too, and every message that
    is kept: the format is in the documentation. A job writes the file; when it is DONE, `job` hands
    out a link to it, a new one whenever it is asked, for 7 days. A purge deletes the file, whatever
    is purged. While an export of the user runs, asking again returns that one. It works while
    memory is switched off.
    """

    user_id: UserId


class UserExportAnswer(AnswerModel):
    """The job that writes the file."""

    job_id: str
