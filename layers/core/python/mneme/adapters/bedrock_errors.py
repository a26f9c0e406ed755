"""What Bedrock's clients raise, in the words of models."""

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import (
    ClientError,
    ConnectionError,  # noqa: A004  botocore's own, not the interpreter's
    HTTPClientError,
    IncompleteReadError,
    NoCredentialsError,
    ReadTimeoutError,
)

from mneme.adapters.aws_errors import error_code, is_outage
from mneme.adapters.model_negotiation import RequestRefused
from mneme.domain.errors import ModelOutage, OutageReason

_REASONS = {
    "ThrottlingException": OutageReason.THROTTLED,
    "TooManyRequestsException": OutageReason.THROTTLED,
    "ServiceQuotaExceededException": OutageReason.THROTTLED,
    "ModelNotReadyException": OutageReason.THROTTLED,
    "ModelTimeoutException": OutageReason.TIMED_OUT,
    "ModelErrorException": OutageReason.SERVER_FAULT,
    "AccessDeniedException": OutageReason.MISCONFIGURED,
    "ExpiredTokenException": OutageReason.MISCONFIGURED,
    "IncompleteSignatureException": OutageReason.MISCONFIGURED,
    "InvalidSignatureException": OutageReason.MISCONFIGURED,
    "ResourceNotFoundException": OutageReason.MISCONFIGURED,
    "UnrecognizedClientException": OutageReason.MISCONFIGURED,
}
_REFUSAL = "ValidationException"


@contextmanager
def bedrock_translated() -> Iterator[None]:
    """Raise ModelOutage or RequestRefused for what Bedrock raises; let what it never named pass."""
    try:
        yield
    except ClientError as exc:
        if error_code(exc) == _REFUSAL:
            message = exc.response.get("Error", {}).get("Message", "")
            raise RequestRefused(message.lower()) from exc
        reason = _REASONS.get(error_code(exc))
        if reason is None and not is_outage(exc):
            raise
        raise ModelOutage(reason or OutageReason.SERVER_FAULT) from exc
    except ReadTimeoutError as exc:
        raise ModelOutage(OutageReason.TIMED_OUT) from exc
    except NoCredentialsError as exc:
        raise ModelOutage(OutageReason.MISCONFIGURED) from exc
    except (ConnectionError, HTTPClientError, IncompleteReadError) as exc:
        raise ModelOutage(OutageReason.NO_CONNECTION) from exc
