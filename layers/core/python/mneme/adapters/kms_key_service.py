"""The key service on AWS KMS: one symmetric key wraps the branch keys of all tenants."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mneme.adapters.key_context import bound_context
from mneme.adapters.kms_errors import REFUSED, kms_faults_translated
from mneme.application.ports.key_service import KEY_BYTES
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient


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
        with kms_faults_translated():
            answer = self._client.encrypt(
                KeyId=self._key_id, Plaintext=key, EncryptionContext=bound
            )
        return answer["CiphertextBlob"]

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key; only this KMS key is tried, whatever the ciphertext names."""
        bound = bound_context(tenant, context)
        if not wrapped:
            raise InternalFault(REFUSED)
        with kms_faults_translated():
            answer = self._client.decrypt(
                KeyId=self._key_id, CiphertextBlob=wrapped, EncryptionContext=bound
            )
        return answer["Plaintext"]
