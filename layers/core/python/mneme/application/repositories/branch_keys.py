"""Branch keys of tenants: what seals data keys and tenants' own secrets, and how it is rotated.

A rotation puts a new key before the one there was. From then on the new one seals and either
opens; what the earlier one had sealed is sealed anew, by a job, and then the earlier one goes.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.key_service import KEY_BYTES, Cipher, KeyService
from mneme.application.ports.table_store import (
    Action,
    Delete,
    Equals,
    Item,
    Missing,
    Put,
    Remove,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.bounded_cache import BoundedCache
from mneme.application.repositories.row_keys import TENANTS, branch_key_key
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.errors import InternalFault, NotFound, Unavailable, WriteConflict
from mneme.domain.tenancy import TenantContext

CACHED_SECONDS = 300.0

REST_SECONDS = 2.0
"""For how long a key service that did not answer is not asked again."""

SETTLED = timedelta(minutes=10)
"""How long after a rotation nobody seals by the earlier key any more: twice as long as a process
may keep a key."""


@dataclass(frozen=True, slots=True, repr=False)
class Opened:
    """A tenant's keys, the one that seals first; `version` is its number."""

    version: int
    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class BranchKeyState:
    """Which version of a tenant's key seals, since when, and how many earlier ones still open."""

    version: int
    rotated_at: datetime | None
    earlier: int


class BranchKeys:
    """Finds, makes, rotates and caches them."""

    def __init__(
        self, tables: TableStore, key_service: KeyService, cipher: Cipher, clock: Clock, ids: Ids
    ) -> None:
        self._tables = tables
        self._key_service = key_service
        self._cipher = cipher
        self._clock = clock
        self._ids = ids
        self._cached: BoundedCache[str, Opened] = BoundedCache(clock, 1_000, CACHED_SECONDS)
        self._rests_until = 0.0

    def birth(self, tenant: TenantContext) -> Put:
        """Return the action that makes a new tenant's key, if it has none. Raises Unavailable."""
        place = branch_key_key(tenant)
        row = {"pk": place.partition, "sk": place.sort, "wrapped": self._fresh(tenant)}
        return Put(TENANTS, row, Missing("pk"))

    def seal(self, tenant: TenantContext, plaintext: bytes, context: bytes) -> bytes:
        """Seal by the tenant's newest key. Raises InternalFault without one, Unavailable."""
        return self._cipher.seal(self._keys(tenant).keys[0], plaintext, context)

    def open(self, tenant: TenantContext, sealed: bytes, context: bytes) -> bytes:
        """Undo `seal`, by whichever of the tenant's keys it was.

        Who has cached the keys of before a rotation looks again. Raises InternalFault for what no
        key opens, Unavailable.
        """
        known = self._keys(tenant)
        plaintext = self._tried(known.keys, sealed, context)
        if plaintext is None and self._has_moved_on(tenant, known.version):
            plaintext = self._tried(self._keys(tenant).keys, sealed, context)
        if plaintext is None:
            raise InternalFault("a key or a secret was sealed elsewhere, or is damaged")
        return plaintext

    def resealed(self, tenant: TenantContext, sealed: bytes, context: bytes) -> bytes | None:
        """Return it sealed by the newest key, or None if it is. Raises as `open` does."""
        if self._tried(self._keys(tenant).keys[:1], sealed, context) is not None:
            return None
        return self.seal(tenant, self.open(tenant, sealed, context), context)

    def state(self, tenant: TenantContext) -> BranchKeyState:
        """Return how a tenant's key stands. Raises NotFound, Unavailable."""
        row = self._row(tenant)
        if row is None:
            raise NotFound("there is no such tenant", field="tenant")
        rotated_at = read.optional_instant(row, "rotated_at")
        return BranchKeyState(_version(row), rotated_at, len(_earlier(row)))

    def rotate(self, tenant: TenantContext, version: int) -> None:
        """Put a new key before that of a version. Raises WriteConflict if it is not the newest."""
        row = self._row(tenant)
        if row is None or _version(row) != version:
            raise WriteConflict
        changes = (
            SetTo("wrapped", self._fresh(tenant)),
            SetTo("earlier", [read.binary(row, "wrapped"), *_earlier(row)]),
            SetTo("version", version + 1),
            SetTo("rotated_at", milliseconds(self._clock.now())),
        )
        unmoved = Equals("wrapped", read.binary(row, "wrapped"))
        update = Update(TENANTS, branch_key_key(tenant), changes, unmoved)
        self._tables.transact(tenant, [update])
        self._cached.drop(tenant.tenant_id)

    def forget_earlier(self, tenant: TenantContext, version: int) -> Action:
        """Return the action that leaves nothing but the key of this version, if it is the newest.

        What an earlier one has sealed is lost then.
        """
        self._cached.drop(tenant.tenant_id)
        unmoved = Equals("version", version)
        return Update(TENANTS, branch_key_key(tenant), (Remove("earlier"),), unmoved)

    def end(self, tenant: TenantContext) -> Delete:
        """Return the action that forgets every key of a tenant: what they sealed is lost then."""
        self._cached.drop(tenant.tenant_id)
        return Delete(TENANTS, branch_key_key(tenant))

    def refresh(self, tenant: TenantContext) -> int:
        """Read the tenant's keys anew; return the version of the newest. Raises Unavailable."""
        self._cached.drop(tenant.tenant_id)
        return self._keys(tenant).version

    def _fresh(self, tenant: TenantContext) -> bytes:
        return self._key_service.wrap(tenant, self._ids.secret(KEY_BYTES), _context(tenant))

    def _tried(self, keys: tuple[bytes, ...], sealed: bytes, context: bytes) -> bytes | None:
        for key in keys:
            try:
                return self._cipher.open(key, sealed, context)
            except InternalFault:
                continue  # the authentication tells which key it was
        return None

    def _has_moved_on(self, tenant: TenantContext, version: int) -> bool:
        """Return whether there is another key by now than one that was cached, and forget that."""
        row = self._row(tenant)
        if row is None or _version(row) == version:
            return False
        self._cached.drop(tenant.tenant_id)
        return True

    def _keys(self, tenant: TenantContext) -> Opened:
        found = self._cached.get(tenant.tenant_id)
        if found is None:
            row = self._row(tenant)
            if row is None:
                raise InternalFault("the tenant has no branch key")
            wrapped = (read.binary(row, "wrapped"), *_earlier(row))
            found = Opened(_version(row), tuple(self._unwrapped(tenant, one) for one in wrapped))
            self._cached.put(tenant.tenant_id, found)
        return found

    def _unwrapped(self, tenant: TenantContext, wrapped: bytes) -> bytes:
        """Ask the key service, unless it did not answer a moment ago.

        One that hangs takes its time of the first of a batch, and not of every one in it.
        """
        if self._clock.monotonic() < self._rests_until:
            raise Unavailable("the key service did not answer a moment ago")
        try:
            return self._key_service.unwrap(tenant, wrapped, _context(tenant))
        except Unavailable:
            self._rests_until = self._clock.monotonic() + REST_SECONDS
            raise

    def _row(self, tenant: TenantContext) -> Item | None:
        return self._tables.get(tenant, TENANTS, branch_key_key(tenant))


def key_fingerprint(row: Item) -> str:
    """Return the fingerprint of a row of `keys`, in hexadecimal.

    It is the SHA-256 of the key as it was wrapped first; copies of the row from after a rotation
    name it.
    """
    named = read.optional_text(row, "fingerprint")
    return named or hashlib.sha256(read.binary(row, "wrapped")).hexdigest()


def _context(tenant: TenantContext) -> dict[str, str]:
    return {"tenant": tenant.tenant_id, "purpose": "branch-key"}


def _version(row: Item) -> int:
    return read.whole(row, "version", 1)


def _earlier(row: Item) -> list[bytes]:
    listed = row.get("earlier")
    return [one for one in listed if isinstance(one, bytes)] if isinstance(listed, list) else []
