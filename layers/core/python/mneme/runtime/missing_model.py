"""The compressor of a deployment that names no language model."""

from collections.abc import Sequence

from mneme.application.ports.compressor import Compression, Shown
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext


class NoCompressor:
    """Serves nobody: what was begun while there was a model ends with nothing done."""

    def serves(self, tenant: TenantContext) -> bool:  # noqa: ARG002
        """Return False."""
        return False

    def compress(self, tenant: TenantContext, memories: Sequence[Shown]) -> Compression:  # noqa: ARG002
        """Refuse."""
        raise InternalFault("there is no model to compress with")
