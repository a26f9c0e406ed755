"""A key service whose root key is in the test's memory."""

from collections.abc import Mapping

from mneme.adapters.aes_gcm_cipher import AesGcmCipher
from mneme.adapters.key_context import bound_context, encoded_context
from mneme.domain.tenancy import TenantContext
from tests.doubles.counting_ids import CountingIds

_ROOT_KEY = bytes(range(32))
_SEED = 77


class MemoryKeyService:
    """A `KeyService` that counts how often it was asked to unwrap."""

    def __init__(self) -> None:
        self._cipher = AesGcmCipher(CountingIds(_SEED))
        self.unwrapped = 0

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key encrypted under the context and the tenant."""
        bound = encoded_context(bound_context(tenant, context))
        return self._cipher.seal(_ROOT_KEY, key, bound)

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key; InternalFault if it was wrapped under another context."""
        self.unwrapped += 1
        bound = encoded_context(bound_context(tenant, context))
        return self._cipher.open(_ROOT_KEY, wrapped, bound)
