"""What an erasure takes away, by the stores it lies in, and what a certificate says of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mneme.domain.canonical_json import Json
from mneme.domain.purge import PurgeTarget
from mneme.domain.residues import DataKey, SearchFiles, Windows, kept, residues


class Store(StrEnum):
    """Where something of a user is kept, as a certificate counts it."""

    MEMORIES = "memories"
    REVISIONS = "revisions"
    ARCHIVE_OBJECTS = "archive_objects"
    INDEX_DOCUMENTS = "index_documents"
    MESSAGES = "messages"
    """Entries that say which message is which memory."""
    GUARDS = "guards"
    COUNTERS = "counters"
    SESSIONS = "sessions"
    OPEN_WRITES = "open_writes"
    PAYLOADS = "payloads"
    PAYLOAD_OBJECTS = "payload_objects"
    EXPORTS = "exports"
    """Objects that hold an export, or a part of one."""
    IMPORTS = "imports"
    """Objects that hold lines to be imported."""
    DATA_KEYS = "data_keys"
    CHANGE_RECORDS = "change_records"
    """Those that lost which messages they came from."""


class Extent(StrEnum):
    """How much of a user was purged."""

    EVERYTHING = "everything"
    APP = "app"
    SESSION = "session"


def extent_of(target: PurgeTarget) -> Extent:
    """Return how much a purge takes."""
    if target.everything:
        return Extent.EVERYTHING
    return Extent.APP if target.session_id is None else Extent.SESSION


class Claim(StrEnum):
    """What it comes to for copies that lie elsewhere."""

    KEYS_DESTROYED = "keys_destroyed"
    """Cryptographic erasure: no copy of what was encrypted can be read without a copy of the keys.
    """
    KEYS_DATED = "keys_dated"
    """The same, on the day that the keys are dated for."""
    DELETED = "deleted"
    """Deleted where it lay; nothing is claimed of copies."""


class CertificateStatus(StrEnum):
    """Whether anything is left of which it is known when it goes."""

    PENDING = "pending"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose memory it was, and what of it. The salt keeps its digest from being guessed at."""

    tenant_id: str
    user_id: str
    target: PurgeTarget
    salt: str

    def json(self) -> dict[str, Json]:
        """Return it as a certificate tells it."""
        return {
            "tenant_id": self.tenant_id,
            "user_id": self.user_id,
            "app_id": self.target.app_id,
            "session_id": self.target.session_id,
            "salt": self.salt,
        }


@dataclass(frozen=True, slots=True)
class Erasure:
    """What was done, and will not change any more.

    What is older than the epoch `upto` is gone: hidden since `asked_at`, deleted by `deleted_at`,
    when the last of so many `rounds` had found nothing left of it. `providers` of models were
    allowed to see it.
    """

    certificate_id: str
    subject: Subject
    request: str
    upto: int
    asked_at: datetime
    deleted_at: datetime
    rounds: int
    destroyed: Mapping[Store, int]
    providers: tuple[str, ...]

    def json(self) -> dict[str, Json]:
        """Return it as a certificate tells it."""
        return {
            "certificate_id": self.certificate_id,
            "subject": self.subject.json(),
            "request": self.request,
            "extent": extent_of(self.subject.target).value,
            "before_epoch": self.upto,
            "hidden_at": self.asked_at.isoformat(),
            "deleted_at": self.deleted_at.isoformat(),
            "verified": "every store was read again after the deletion, and nothing was left",
            "rounds": self.rounds,
            "destroyed": {store.value: self.destroyed.get(store, 0) for store in Store},
            "model_providers": list(self.providers),
        }


def standing(
    windows: Windows,
    now: datetime,
    deleted_at: datetime,
    keys: Sequence[DataKey],
    providers: Sequence[str],
    files: SearchFiles | None = None,
) -> dict[str, Json]:
    """Return what a certificate says of how an erasure stands now: it changes with time.

    Scopes have no keys of their own: then nothing is claimed but the deletion. `files` are None
    where the search index keeps nothing that it deletes.
    """
    left = residues(windows, deleted_at, keys, providers, files)
    complete_at = max((one.lapses_at for one in left if one.lapses_at), default=deleted_at)
    destroyed = all(key.destroyed_at is not None for key in keys)
    emptied = files is None or files.emptied_at is not None
    complete = destroyed and emptied and complete_at <= now
    claim = Claim.KEYS_DESTROYED if destroyed else Claim.KEYS_DATED
    return {
        "claim": (claim if keys else Claim.DELETED).value,
        "status": (CertificateStatus.COMPLETE if complete else CertificateStatus.PENDING).value,
        "complete_at": max(complete_at, deleted_at).isoformat(),
        "keys": {str(key.epoch): _key_json(key) for key in keys},
        "residues": {one.name: one.json() for one in left},
        "kept": kept(windows, deleted_at, files),
    }


def _key_json(key: DataKey) -> dict[str, Json]:
    return {
        "fingerprint": key.fingerprint,
        "due_at": None if key.due_at is None else key.due_at.isoformat(),
        "destroyed_at": None if key.destroyed_at is None else key.destroyed_at.isoformat(),
    }
