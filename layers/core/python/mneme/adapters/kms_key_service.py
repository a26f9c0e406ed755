"""The key service on AWS KMS: one symmetric key wraps the branch keys of all tenants."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.adapters.key_context import bound_context
from mneme.application.ports.key_service import KEY_BYTES
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

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


class KmsKeyService:
    """A `KeyService` on one KMS key. The tenant is always part of the encryption context."""

    def __init__(self, client: "KMSClient", key_id: str) -> None:
        self._client = client
        self._key_id = key_id

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key encrypted by KMS; ValueError for an empty context or a foreign length."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        bound = bound_context(tenant, context)
        with _translated():
            answer = self._client.encrypt(
                KeyId=self._key_id, Plaintext=key, EncryptionContext=bound
            )
        return answer["CiphertextBlob"]

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key; only this KMS key is tried, whatever the ciphertext names."""
        bound = bound_context(tenant, context)
        if not wrapped:
            raise InternalFault("the key service refused a key")
        with _translated():
            answer = self._client.decrypt(
                KeyId=self._key_id, CiphertextBlob=wrapped, EncryptionContext=bound
            )
        return answer["Plaintext"]


@contextmanager
def _translated() -> Iterator[None]:
    try:
        with outages_translated(_SERVICE):
            yield
    except ClientError as exc:
        if error_code(exc) in _OUTAGES:
            raise Unavailable(f"{_SERVICE} did not answer") from exc
        if error_code(exc) in _REFUSALS:
            raise InternalFault(f"{_SERVICE} refused a key") from exc
        raise
