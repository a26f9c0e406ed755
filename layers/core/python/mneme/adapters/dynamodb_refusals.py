"""DynamoDB's refusals of a write, translated to the port's errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.domain.errors import Unavailable, WriteConflict

_CONDITION = "ConditionalCheckFailed"
_CONFLICT = "TransactionConflict"
_INVALID = "ValidationError"
_THROTTLED = frozenset({"ProvisionedThroughputExceeded", "ThrottlingError"})


@contextmanager
def refusals_translated() -> Iterator[None]:
    """Raise WriteConflict, ValueError or Unavailable for what the service refuses by name."""
    with outages_translated("the table store"):
        try:
            yield
        except ClientError as exc:
            translation = _translation(exc)
            if translation is None:
                raise
            raise translation from exc


def _translation(error: ClientError) -> Exception | None:
    match error_code(error):
        case "ConditionalCheckFailedException":
            return WriteConflict((0,))
        case "TransactionConflictException":
            return WriteConflict()
        case "ValidationException":
            return ValueError("the table store refused the write as invalid")
        case "TransactionCanceledException":
            return _cancellation(error)
    return None


def _cancellation(error: ClientError) -> Exception | None:
    reasons = error.response.get("CancellationReasons", [])
    codes = [reason.get("Code", "None") for reason in reasons]
    failed = tuple(position for position, code in enumerate(codes) if code == _CONDITION)
    if failed:
        return WriteConflict(failed)
    if _INVALID in codes:
        return ValueError("the table store refused the write as invalid")
    if _CONFLICT in codes:
        return WriteConflict()
    if _THROTTLED.intersection(codes):
        return Unavailable("the table store did not answer")
    return None
