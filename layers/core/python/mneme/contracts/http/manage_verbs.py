"""What callers do about memories."""

from typing import Any

from mneme.contracts.http.change_log import ChangeLogAnswer, ChangeLogRequest
from mneme.contracts.http.delete import BatchDeleteAnswer, BatchDeleteRequest, DeleteRequest
from mneme.contracts.http.history import HistoryAnswer, HistoryRequest
from mneme.contracts.http.job import JobAnswer, JobRequest
from mneme.contracts.http.managed import ManagedAnswer, ResultsAnswer
from mneme.contracts.http.restore import RestoreRequest, RollbackRequest
from mneme.contracts.http.update import BatchUpdateRequest, UpdateRequest
from mneme.contracts.http.user_list import UserListAnswer, UserListRequest
from mneme.contracts.http.verb import Verb
from mneme.domain.tenancy import Grant

UPDATE = Verb("update", "Correct a memory", UpdateRequest, ManagedAnswer, Grant.MANAGE)
BATCH_UPDATE = Verb(
    "batch_update", "Correct several memories", BatchUpdateRequest, ResultsAnswer, Grant.MANAGE
)
DELETE = Verb("delete", "Delete a memory", DeleteRequest, ManagedAnswer, Grant.MANAGE)
BATCH_DELETE = Verb(
    "batch_delete",
    "Delete several memories, or a dimension of them",
    BatchDeleteRequest,
    BatchDeleteAnswer,
    Grant.MANAGE,
)
RESTORE = Verb("restore", "Restore a deleted memory", RestoreRequest, ManagedAnswer, Grant.MANAGE)
ROLLBACK = Verb(
    "rollback",
    "Let a memory say what it said before",
    RollbackRequest,
    ManagedAnswer,
    Grant.MANAGE,
)
HISTORY = Verb(
    "history", "See what became of a memory", HistoryRequest, HistoryAnswer, Grant.MANAGE
)
CHANGE_LOG = Verb(
    "change_log",
    "See what was changed",
    ChangeLogRequest,
    ChangeLogAnswer,
    Grant.MANAGE,
)
USER_LIST = Verb("user/list", "List memories", UserListRequest, UserListAnswer, Grant.MANAGE)
# Private, as it hands out links to all there is of a user.
JOB = Verb("job", "See how far a job is", JobRequest, JobAnswer, Grant.MANAGE, private=True)

MANAGE_VERBS: tuple[Verb[Any, Any], ...] = (
    UPDATE,
    BATCH_UPDATE,
    DELETE,
    BATCH_DELETE,
    RESTORE,
    ROLLBACK,
    HISTORY,
    CHANGE_LOG,
    USER_LIST,
    JOB,
)
