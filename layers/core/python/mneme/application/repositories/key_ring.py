"""Keys of tenants and users: KMS key → tenant branch key → data key per (user, epoch).

Destroying a user's data key makes all that user's content of the epoch unreadable, everywhere.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.key_service import KEY_BYTES, Cipher, KeyService
from mneme.application.ports.table_store import Key, Missing, Present, Put, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.bounded_cache import BoundedCache
from mneme.application.repositories.branch_keys import BranchKeys, key_fingerprint
from mneme.application.repositories.row_keys import KEYS, epoch_key, user_partition
from mneme.domain.errors import InternalFault, NotFound, WriteConflict
from mneme.domain.residues import KEY_CACHED
from mneme.domain.tenancy import TenantContext

DATA_KEY_SECONDS = KEY_CACHED.total_seconds()
CACHED_USERS = 10_000


@dataclass(frozen=True, slots=True, repr=False)
class UserKeys:
    """The keys of one user's epoch, each for one purpose, all derived from the data key."""

    epoch: int
    content: bytes
    hashing: bytes
    rotation: bytes


@dataclass(frozen=True, slots=True)
class DestroyedKey:
    """A data key that is no more. `fingerprint` tells which: of its row, as copies hold it."""

    epoch: int
    fingerprint: str
    destroyed_at: datetime


class KeyRing:
    """Finds, makes and caches the keys of users."""

    def __init__(
        self, tables: TableStore, key_service: KeyService, cipher: Cipher, clock: Clock, ids: Ids
    ) -> None:
        self.branch_keys = BranchKeys(tables, key_service, cipher, clock, ids)
        self._tables = tables
        self._ids = ids
        self._user_keys: BoundedCache[Key, UserKeys] = BoundedCache(
            clock, CACHED_USERS, DATA_KEY_SECONDS
        )

    def keys_for(self, tenant: TenantContext, user_id: str, key_epoch: int) -> UserKeys:
        """Return the keys of a user's epoch, making the data key at first use: for writers.

        Raises Unavailable if tables or key service do not answer; InternalFault for a damaged key,
        NotFound for one that was destroyed: what is being written was erased meanwhile.
        """
        found = self.find(tenant, user_id, key_epoch)
        if found is not None:
            return found
        place = epoch_key(user_partition(tenant, user_id), key_epoch)
        return self._open(tenant, place, key_epoch, self._create_data_key(tenant, place))

    def find(self, tenant: TenantContext, user_id: str, key_epoch: int) -> UserKeys | None:
        """Return the keys of a user's epoch, or None: never written to, or destroyed.

        For readers: what no key opens is not there. Raises as `keys_for` does.
        """
        place = epoch_key(user_partition(tenant, user_id), key_epoch)
        keys = self._user_keys.get(place)
        if keys is not None:
            return keys
        wrapped = self._stored(tenant, KEYS, place)
        return None if wrapped is None else self._open(tenant, place, key_epoch, wrapped)

    def destroy(
        self, tenant: TenantContext, user_id: str, key_epoch: int, at: datetime
    ) -> DestroyedKey | None:
        """Destroy a data key for good, or tell of one that was; None if there never was one.

        Its row stays without the key, so that nobody makes another one in its place. Other
        processes may hold it for as long as keys are cached. Raises Unavailable.
        """
        place = epoch_key(user_partition(tenant, user_id), key_epoch)
        row = self._tables.get(tenant, KEYS, place)
        if row is None:
            return None
        if "wrapped" in row:
            gone = DestroyedKey(key_epoch, key_fingerprint(row), at)
            marker = {
                "pk": place.partition,
                "sk": place.sort,
                "fingerprint": gone.fingerprint,
                "destroyed_at": at.isoformat(),
            }
            self._tables.transact(tenant, [Put(KEYS, marker, Present("pk"))])
        else:
            destroyed_at = read.offset_instant(row, "destroyed_at")
            gone = DestroyedKey(key_epoch, read.text(row, "fingerprint"), destroyed_at)
        self._user_keys.drop(place)
        return gone

    def seal(self, tenant: TenantContext, place: Key, secret: bytes) -> bytes:
        """Return a tenant's secret sealed by its branch key, for this one place to be kept at.

        Raises as `keys_for` does.
        """
        return self.branch_keys.seal(tenant, secret, secret_context(place))

    def unseal(self, tenant: TenantContext, place: Key, sealed: bytes) -> bytes:
        """Undo `seal`. Raises InternalFault for what was sealed elsewhere, else as `keys_for`."""
        return self.branch_keys.open(tenant, sealed, secret_context(place))

    def _open(self, tenant: TenantContext, place: Key, key_epoch: int, wrapped: bytes) -> UserKeys:
        opened = self.branch_keys.open(tenant, wrapped, data_key_context(place))
        keys = _derive(key_epoch, opened)
        self._user_keys.put(place, keys)
        return keys

    def _create_data_key(self, tenant: TenantContext, place: Key) -> bytes:
        fresh = self._ids.secret(KEY_BYTES)
        wrapped = self.branch_keys.seal(tenant, fresh, data_key_context(place))
        row = {"pk": place.partition, "sk": place.sort, "wrapped": wrapped}
        try:
            self._tables.transact(tenant, [Put(KEYS, row, Missing("pk"))])
        except WriteConflict:
            # Somebody made it first: theirs is the one that content is encrypted with.
            existing = self._stored(tenant, KEYS, place)
            if existing is None:
                if self._tables.get(tenant, KEYS, place) is not None:
                    raise NotFound("the key was destroyed: what it was for is erased") from None
                raise
            return existing
        return wrapped

    def _stored(self, tenant: TenantContext, table: str, place: Key) -> bytes | None:
        row = self._tables.get(tenant, table, place)
        if row is None or "destroyed_at" in row:
            return None
        wrapped = row["wrapped"]
        if not isinstance(wrapped, bytes):
            raise InternalFault("a stored key is damaged")
        return wrapped


def data_key_context(place: Key) -> bytes:
    """Return what a data key is bound to: the row of `keys` it is kept in."""
    return f"data-key\x00{place.partition}\x00{place.sort}".encode()


def secret_context(place: Key) -> bytes:
    """Return what a tenant's secret is bound to: the row it is kept in."""
    return f"secret\x00{place.partition}\x00{place.sort}".encode()


def _derive(epoch: int, data_key: bytes) -> UserKeys:
    def derived(purpose: bytes) -> bytes:
        return hmac.new(data_key, b"mneme/" + purpose, hashlib.sha256).digest()

    return UserKeys(epoch, derived(b"content"), derived(b"hashing"), derived(b"rotation"))
