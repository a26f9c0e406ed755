"""All verbs of the API, in the order in which the reference tells of them."""

from typing import Any

from mneme.contracts.http.manage_verbs import MANAGE_VERBS
from mneme.contracts.http.privacy_verbs import PRIVACY_VERBS
from mneme.contracts.http.recall_verbs import RECALL_VERBS
from mneme.contracts.http.verb import Verb
from mneme.contracts.http.write_verbs import WRITE_VERBS

VERBS: tuple[Verb[Any, Any], ...] = (
    *WRITE_VERBS,
    *RECALL_VERBS,
    *MANAGE_VERBS,
    *PRIVACY_VERBS,
)
