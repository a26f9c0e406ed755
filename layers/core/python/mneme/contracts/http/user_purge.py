"""`user/purge`: forget a user, or what was said in one app or one session."""

from pydantic import Field, model_validator

from mneme.contracts.http.fields import CallerId, UserId, refusal
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain.purge import PurgeTarget


class PurgeScopeModel(WireModel):
    """An app with its sessions, or one session: of the app that is named, or of no app."""

    app_id: CallerId | None = None
    session_id: CallerId | None = None

    @model_validator(mode="after")
    def _names_something(self) -> "PurgeScopeModel":
        if self.app_id is None and self.session_id is None:
            raise refusal("app_id", "name an app or a session; leave `scope` out for everything")
        return self


class UserPurgeRequest(WireModel):
    """Purge everything of a user, or what is visible in one app or one session alone.

    What is purged is seen by nobody from this answer on, and nothing brings it back. Writes that
    were accepted before and are not done end DROPPED. What is told again is learned again. A job
    then deletes the rows; `job` shows how far it is.
    """

    user_id: UserId
    scope: PurgeScopeModel | None = Field(
        None, description="default: everything, what every app sees included"
    )

    @property
    def target(self) -> PurgeTarget:
        """What is to be purged."""
        if self.scope is None:
            return PurgeTarget()
        return PurgeTarget(self.scope.app_id, self.scope.session_id)


class UserEraseRequest(WireModel):
    """Purge everything of a user, and destroy the keys of all that was encrypted for it.

    As `user/purge`, but keys are not kept for 30 days: once the job is DONE, nothing that was
    stored of the user before can be read any more, wherever a copy of it lies. What such copies
    still tell is in the security documentation.
    """

    user_id: UserId


class UserPurgeAnswer(AnswerModel):
    """It is hidden; the job deletes it."""

    job_id: str
