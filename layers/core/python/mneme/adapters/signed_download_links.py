"""Links to objects of the local stack, which serves them itself: signed, and good for a while."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from mneme.adapters import durable_files
from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.clock import Clock, Ids
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext, internal_context

PATH = "/downloads/"
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class _Linked:
    """What a link opens."""

    tenant_id: str
    container: str
    name: str
    file_name: str
    until: str


class SignedDownloadLinks:
    """`DownloadLinks` below a base URL, and what opens them again.

    The secret is a file that only its owner can read, made when it is first needed: processes that
    start together agree on one.
    """

    def __init__(
        self, base_url: str, secret: Path, blobs: BlobStore, clock: Clock, ids: Ids
    ) -> None:
        self._base_url = base_url
        self._file = secret
        self._blobs = blobs
        self._clock = clock
        self._ids = ids

    def link(
        self, tenant: TenantContext, container: str, name: str, *, file_name: str, valid: timedelta
    ) -> str:
        """Return a URL. Raises Unavailable."""
        until = (self._clock.now() + valid).isoformat()
        linked = _Linked(tenant.tenant_id, container, name, file_name, until)
        told = json.dumps(asdict(linked), separators=(",", ":")).encode()
        token = base64.urlsafe_b64encode(told).decode().rstrip("=")
        return f"{self._base_url}{PATH}{token}.{self._signature(token)}"

    def opened(self, path: str) -> tuple[str, bytes] | None:
        """Return the file's name and content behind a link's path.

        None if it was altered, is no longer valid, or its object is gone. Raises Unavailable.
        """
        token, _, signature = path.removeprefix(PATH).partition(".")
        if not token.isascii() or not signature.isascii():
            return None
        if not hmac.compare_digest(signature, self._signature(token)):
            return None
        told = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        linked = _Linked(**json.loads(told))
        if datetime.fromisoformat(linked.until) <= self._clock.now():
            return None
        tenant = internal_context(linked.tenant_id)
        content = self._blobs.get(tenant, linked.container, linked.name)
        return None if content is None else (linked.file_name, content)

    def _signature(self, token: str) -> str:
        return hmac.new(self._secret(), token.encode(), hashlib.sha256).hexdigest()

    def _secret(self) -> bytes:
        with _translated():
            with suppress(FileNotFoundError):
                return self._file.read_bytes()
            durable_files.create_once(self._file, self._ids.secret(_SECRET_BYTES))
            return self._file.read_bytes()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise Unavailable("the secret of links could not be read or written") from exc
