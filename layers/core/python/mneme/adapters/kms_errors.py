"""The key service's faults, told apart: outages pass, refusals do not."""

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.domain.errors import InternalFault, Unavailable

_SERVICE = "the key service"
_OUTAGES = frozenset(
    {"DependencyTimeoutException", "KMSInternalException", "KeyUnavailableException"}
)
_REFUSALS = frozenset(
    {
        "AccessDeniedException",
        "DisabledException",
        "IncorrectKeyException",
        "InvalidCiphertextException",
        "InvalidKeyUsageException",
        "KMSInvalidStateException",
        "NotFoundException",
        "ValidationException",
    }
)
REFUSED = f"{_SERVICE} refused a key"


@contextmanager
def kms_faults_translated() -> Iterator[None]:
    """Raise Unavailable for an outage within the block, InternalFault for a refusal."""
    try:
        with outages_translated(_SERVICE):
            yield
    except ClientError as exc:
        if error_code(exc) in _OUTAGES:
            raise Unavailable(f"{_SERVICE} did not answer") from exc
        if error_code(exc) in _REFUSALS:
            raise InternalFault(REFUSED) from exc
        raise
