"""Which errors each verb may answer: read off the error tree and the request's fields."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mneme.contracts.http.verb import Verb
from mneme.domain import errors as tree
from mneme.domain.errors import MnemeError
from mneme.domain.tenancy import Grant


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """A code of the envelope, what it means, and whether the same call may succeed later."""

    code: int
    meaning: str
    retryable: bool


def _classes(root: type[MnemeError]) -> Iterator[type[MnemeError]]:
    for child in root.__subclasses__():
        if child.__module__ == tree.__name__:
            yield child
            yield from _classes(child)


def _catalogue() -> tuple[ErrorCode, ...]:
    found: dict[int, ErrorCode] = {}
    for error in _classes(MnemeError):
        meaning = inspect.cleandoc(error.__doc__ or "").split("\n", 1)[0]
        found.setdefault(error.code, ErrorCode(error.code, meaning, error.retryable))
    return tuple(found[code] for code in sorted(found))


ERRORS = _catalogue()
"""Every error code there is, in order; a subclass that shares its parent's code adds none."""

_ALWAYS = frozenset(
    error.code
    for error in (
        tree.InvalidRequest,
        tree.NotAuthenticated,
        tree.NotAllowed,
        tree.PayloadTooLarge,
        tree.Throttled,
        tree.InternalFault,
        tree.Unavailable,
    )
)
_BY_FIELD = {
    "task_id": (tree.NotFound,),
    "memory_id": (tree.NotFound,),
    "memory_ids": (tree.NotFound,),
    "operation_id": (tree.NotFound, tree.IdempotencyConflict),
    "job_id": (tree.NotFound,),
    "ref": (tree.NotFound, tree.RevisionConflict),
    "expected_revision": (tree.RevisionConflict,),
    "idempotency_key": (tree.IdempotencyConflict,),
    "is_important": (tree.ImportantQuotaFull, tree.CapacityFull),
    "timeout_ms": (tree.RecallTimedOut,),
    "scope": (tree.CrossAppDisabled,),
    "content": (tree.ExtractionFailed,),
    "to_revision": (tree.ExtractionFailed,),
}
EXAMPLE_DATA = {
    tree.CapacityFull.code: {"dimension": "APP", "limit": 200},
    tree.ImportantQuotaFull.code: {"field": "is_important", "dimension": "GLOBAL", "limit": 100},
}
"""Details of errors that are worth an example."""

_BY_VERB = {
    "restore": (tree.CapacityFull, tree.ImportantQuotaFull),
}
"""What a verb may answer that none of its fields tells."""


def errors_of(verb: Verb[Any, Any]) -> tuple[ErrorCode, ...]:
    """Return the errors that the verb may answer, in order of their codes."""
    fields = verb.request.model_fields
    codes = set(_ALWAYS)
    for name, errors in _BY_FIELD.items():
        if name in fields:
            codes.update(error.code for error in errors)
    codes.update(error.code for error in _BY_VERB.get(verb.name, ()))
    if verb.accepted or verb.grant is Grant.RECALL:
        codes.add(tree.MemorySwitchedOff.code)
    return tuple(error for error in ERRORS if error.code in codes)
