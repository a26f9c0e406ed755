"""The key service of the local stack: a root key in a file that only its owner can read."""

import contextlib
import hashlib
import threading
from collections.abc import Mapping
from pathlib import Path

from mneme.adapters.aes_gcm_cipher import AesGcmCipher
from mneme.adapters.durable_files import create_once
from mneme.adapters.key_context import bound_context, encoded_context
from mneme.application.ports.clock import Ids
from mneme.application.ports.key_service import KEY_BYTES
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.tenancy import TenantContext

_MAGIC = b"mneme root key 1\n"


class LocalKeyService:
    """A `KeyService` with AES-256-GCM under the root key; the context is associated data.

    The root key is made at the first wrap or unwrap. Processes that start together agree on one.
    """

    def __init__(self, root_key_file: Path, ids: Ids) -> None:
        self._path = root_key_file
        self._ids = ids
        self._cipher = AesGcmCipher(ids)
        self._lock = threading.Lock()
        self._cached: bytes | None = None

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key encrypted; ValueError for an empty context or a foreign length."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        bound = encoded_context(bound_context(tenant, context))
        return self._cipher.seal(self._root_key(), key, bound)

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key. Raises InternalFault if it was not wrapped here under this context."""
        bound = encoded_context(bound_context(tenant, context))
        return self._cipher.open(self._root_key(), wrapped, bound)

    def _root_key(self) -> bytes:
        with self._lock:
            if self._cached is None:
                self._cached = self._read_or_make()
            return self._cached

    def _read_or_make(self) -> bytes:
        try:
            with contextlib.suppress(FileNotFoundError):
                return _parse(self._path.read_bytes())
            create_once(self._path, _format(self._ids.secret(KEY_BYTES)))
            return _parse(self._path.read_bytes())
        except OSError as exc:
            raise Unavailable("the root key file could not be read or written") from exc


def _format(key: bytes) -> bytes:
    """Return the file's content: the digest lets a damaged file be told from a key."""
    return _MAGIC + key.hex().encode() + b"\n" + hashlib.sha256(key).hexdigest().encode() + b"\n"


def _parse(content: bytes) -> bytes:
    try:
        text = content.removeprefix(_MAGIC).decode("ascii")
        key = bytes.fromhex(text.partition("\n")[0])
    except ValueError as exc:
        raise _damaged() from exc
    if len(key) != KEY_BYTES or _format(key) != content:
        raise _damaged()
    return key


def _damaged() -> InternalFault:
    return InternalFault("the root key file is damaged; restore it, or what it wrapped is lost")
