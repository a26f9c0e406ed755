"""API keys as their rows hold them: a hash of the secret, and what the key may do."""

import hashlib
import hmac
import re
from dataclasses import dataclass, field
from datetime import datetime

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import api_key_id, api_key_key
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.errors import InternalFault
from mneme.domain.identity import TENANT_ID
from mneme.domain.tenancy import Grant, TenantContext

SECRET_BYTES = 32
_API_KEY = re.compile(rf"mk_({TENANT_ID.pattern})_([0-9A-Z]{{26}})_([0-9a-f]{{64}})")


@dataclass(frozen=True, slots=True)
class KeyTerms:
    """What a key may be used for, in which apps (None: all) and until when (None: for ever)."""

    grants: frozenset[Grant]
    apps: frozenset[str] | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept; `created_at` is None for keys made before that was noted."""

    key_id: str
    terms: KeyTerms
    created_at: datetime | None
    revoked: bool

    def works_at(self, now: datetime) -> bool:
        """Return whether the key is accepted at an instant; from its expiry on it is not."""
        expires_at = self.terms.expires_at
        return not self.revoked and (expires_at is None or now < expires_at)


@dataclass(frozen=True, slots=True)
class KeyText:
    """The parts of the text that a caller presents."""

    tenant: str
    key_id: str
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """The key as its owner gets to see it, once."""
        return f"mk_{self.tenant}_{self.key_id}_{self.secret}"

    def fits(self, row: Item | None) -> bool:
        """Return whether the row is this key's, in a time that tells nothing of its hash."""
        stored = b"" if row is None else read.binary(row, "hash")
        return hmac.compare_digest(stored, _hash(self.secret)) and row is not None


def parsed_key(text: str) -> KeyText | None:
    """Return the parts of a key, None for what is none."""
    match = _API_KEY.fullmatch(text)
    return None if match is None else KeyText(*match.groups())


def key_row(
    tenant: TenantContext, key: KeyText, terms: KeyTerms, created_at: datetime
) -> dict[str, Value]:
    """Return the row of a new key: of its secret, the hash alone."""
    place = api_key_key(tenant, key.key_id)
    row: dict[str, Value] = {
        "pk": place.partition,
        "sk": place.sort,
        "hash": _hash(key.secret),
        "grants": frozenset(grant.value for grant in terms.grants),
        "created_at": milliseconds(created_at),
    }
    if terms.apps is not None:
        row["apps"] = list[Value](sorted(terms.apps))
    if terms.expires_at is not None:
        row["expires_at"] = milliseconds(terms.expires_at)
    return row


def key_of(row: Item) -> ApiKey:
    """Return the key of a row. Raises InternalFault for a damaged one."""
    terms = KeyTerms(
        frozenset(Grant(grant) for grant in read.members(row, "grants")),
        _apps(row),
        read.optional_instant(row, "expires_at"),
    )
    created_at = read.optional_instant(row, "created_at")
    return ApiKey(api_key_id(read.text(row, "sk")), terms, created_at, read.flag(row, "revoked"))


def _hash(secret: str) -> bytes:
    # The secret has 256 random bits: a slow hash would protect nothing.
    return hashlib.sha256(secret.encode()).digest()


def _apps(row: Item) -> frozenset[str] | None:
    if "apps" not in row:
        return None
    apps = row["apps"]
    if not isinstance(apps, list):
        raise InternalFault("a stored API key is damaged")
    return frozenset(str(app) for app in apps)
