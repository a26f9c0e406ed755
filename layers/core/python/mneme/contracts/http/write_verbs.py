"""What callers write."""

from typing import Any

from mneme.contracts.http.add import AddAnswer, AddRequest
from mneme.contracts.http.add_structured import AddStructuredAnswer, AddStructuredRequest
from mneme.contracts.http.session_close import SessionCloseAnswer, SessionCloseRequest
from mneme.contracts.http.task import TaskAnswer, TaskRequest
from mneme.contracts.http.verb import Verb
from mneme.domain.tenancy import Grant

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

WRITE_VERBS: tuple[Verb[Any, Any], ...] = (
    ADD,
    ADD_STRUCTURED,
    SESSION_CLOSE,
    TASK,
)
