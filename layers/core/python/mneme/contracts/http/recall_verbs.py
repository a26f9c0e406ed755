"""What callers ask, and what they did with the answer."""

from typing import Any

from mneme.contracts.http.recall import RecallAnswer, RecallRequest
from mneme.contracts.http.used import UsedAnswer, UsedRequest
from mneme.contracts.http.verb import Verb
from mneme.domain.tenancy import Grant

RECALL = Verb("recall", "Ask what matters now", RecallRequest, RecallAnswer, Grant.RECALL)
USED = Verb(
    "used",
    "Tell which memories a model was shown",
    UsedRequest,
    UsedAnswer,
    Grant.RECALL,
    accepted=True,
)

RECALL_VERBS: tuple[Verb[Any, Any], ...] = (
    RECALL,
    USED,
)
