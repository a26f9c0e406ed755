"""The verbs of the API as data: routes, the reference and the tests are made from this list."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from mneme.contracts.http.add import AddAnswer, AddRequest
from mneme.contracts.http.add_structured import AddStructuredAnswer, AddStructuredRequest
from mneme.contracts.http.change_log import ChangeLogAnswer, ChangeLogRequest
from mneme.contracts.http.delete import BatchDeleteAnswer, BatchDeleteRequest, DeleteRequest
from mneme.contracts.http.history import HistoryAnswer, HistoryRequest
from mneme.contracts.http.job import JobAnswer, JobRequest
from mneme.contracts.http.managed import ManagedAnswer, ResultsAnswer
from mneme.contracts.http.recall import RecallAnswer, RecallRequest
from mneme.contracts.http.restore import RestoreRequest, RollbackRequest
from mneme.contracts.http.session_close import SessionCloseAnswer, SessionCloseRequest
from mneme.contracts.http.task import TaskAnswer, TaskRequest
from mneme.contracts.http.update import BatchUpdateRequest, UpdateRequest
from mneme.contracts.http.used import UsedAnswer, UsedRequest
from mneme.contracts.http.user_certificate import UserCertificateAnswer, UserCertificateRequest
from mneme.contracts.http.user_export import UserExportAnswer, UserExportRequest
from mneme.contracts.http.user_import import UserImportAnswer, UserImportRequest
from mneme.contracts.http.user_list import UserListAnswer, UserListRequest
from mneme.contracts.http.user_purge import UserEraseRequest, UserPurgeAnswer, UserPurgeRequest
from mneme.contracts.http.user_switch import UserSwitchAnswer, UserSwitchRequest
from mneme.domain.tenancy import Grant

Request = TypeVar("Request", bound=BaseModel)
Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Request, Answer]):
    """One path of the API. `accepted` verbs may answer 202 instead of 200.

    `private` ones ask whether the credential is good at this very moment, as those of privacy do.
    """

    name: str
    summary: str
    request: type[Request]
    answer: type[Answer]
    grant: Grant
    accepted: bool = False
    private: bool = False

    @property
    def path(self) -> str:
        """Return the path, always reached by POST."""
        return f"/memory/v1/{self.name}"


ADD = Verb("add", "Remember a conversation", AddRequest, AddAnswer, Grant.WRITE, accepted=True)
ADD_STRUCTURED = Verb(
    "add_structured",
    "Write one finished memory",
    AddStructuredRequest,
    AddStructuredAnswer,
    Grant.WRITE,
    accepted=True,
)
SESSION_CLOSE = Verb(
    "session/close",
    "End a session, and keep what is worth it",
    SessionCloseRequest,
    SessionCloseAnswer,
    Grant.WRITE,
    accepted=True,
)
TASK = Verb("task", "See what became of a write", TaskRequest, TaskAnswer, Grant.WRITE)
RECALL = Verb("recall", "Ask what matters now", RecallRequest, RecallAnswer, Grant.RECALL)
USED = Verb(
    "used",
    "Tell which memories a model was shown",
    UsedRequest,
    UsedAnswer,
    Grant.RECALL,
    accepted=True,
)

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
USER_SWITCH = Verb(
    "user/switch",
    "Switch memory off or on, or see whether it is",
    UserSwitchRequest,
    UserSwitchAnswer,
    Grant.PRIVACY,
)
USER_PURGE = Verb(
    "user/purge",
    "Forget a user, or one app or session of it",
    UserPurgeRequest,
    UserPurgeAnswer,
    Grant.PRIVACY,
    accepted=True,
)
USER_ERASE = Verb(
    "user/erase",
    "Forget a user, and destroy the keys",
    UserEraseRequest,
    UserPurgeAnswer,
    Grant.PRIVACY,
    accepted=True,
)

USER_CERTIFICATE = Verb(
    "user/certificate",
    "Get the certificates of what was purged or erased",
    UserCertificateRequest,
    UserCertificateAnswer,
    Grant.PRIVACY,
)
USER_EXPORT = Verb(
    "user/export",
    "Take out all that is kept of a user",
    UserExportRequest,
    UserExportAnswer,
    Grant.PRIVACY,
    accepted=True,
)
USER_IMPORT = Verb(
    "user/import",
    "Bring in what was taken out",
    UserImportRequest,
    UserImportAnswer,
    Grant.PRIVACY,
    accepted=True,
)

VERBS: tuple[Verb[Any, Any], ...] = (
    ADD,
    ADD_STRUCTURED,
    SESSION_CLOSE,
    TASK,
    RECALL,
    USED,
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
    USER_SWITCH,
    USER_PURGE,
    USER_ERASE,
    USER_CERTIFICATE,
    USER_EXPORT,
    USER_IMPORT,
)
