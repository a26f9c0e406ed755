"""`restore` and `rollback`: what was deleted is there again, what was said is said again."""

from pydantic import Field

from mneme.contracts.http.fields import CallerId, RevisionNumber, UserId
from mneme.contracts.http.model import WireModel

_EXPECTED = "refuse (40901) unless this is the current revision"


class RestoreRequest(WireModel):
    """Restore a memory that is archived, compressed, or was deleted within the last 30 days.

    It is what it was before, as strong as a new one; an expiry that has passed is cleared.
    """

    user_id: UserId
    memory_id: CallerId
    expected_revision: RevisionNumber | None = Field(None, description=_EXPECTED)


class RollbackRequest(WireModel):
    """Make a new revision that says what an earlier one said; tags stay as they are."""

    user_id: UserId
    memory_id: CallerId
    to_revision: RevisionNumber
    expected_revision: RevisionNumber | None = Field(None, description=_EXPECTED)
