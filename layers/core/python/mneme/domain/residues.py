"""What an erasure leaves behind for a while, what for good, and until when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.domain.canonical_json import Json
from mneme.domain.job import KEPT as JOB_KEPT
from mneme.domain.task import RECEIPT_KEPT

KEY_CACHED = timedelta(minutes=5)
"""How long a process may hold a key that it has opened."""

TOMBSTONES = timedelta(days=14)
"""A tombstone of the index is a week old when it goes, and each user's turn comes once a week."""

EXPUNGED = timedelta(days=3)
"""By then what a purge took out of the search index has left its files: that is done the night
after, and a night that fails is followed by another."""

EXPUNGED_EVERY = timedelta(days=7)
"""How often the files are rid of what was deleted, if nothing is purged."""

_NO_TIME = timedelta()


@dataclass(frozen=True, slots=True)
class Windows:
    """For how long a deployment's stores can be brought back as they were, zero: they cannot be.

    `keys` and `tables` are the windows of recovery of the table of keys and of the longest of the
    others, `stream` how long changes of memories stay listed, `search` how long snapshots of the
    search domain are kept; `digests` how long digests of change logs are, None: for good.
    `on_one_machine`: everything lies in files of somebody's computer.
    """

    keys: timedelta = _NO_TIME
    tables: timedelta = _NO_TIME
    stream: timedelta = _NO_TIME
    search: timedelta = _NO_TIME
    digests: timedelta | None = None
    on_one_machine: bool = False


@dataclass(frozen=True, slots=True)
class DataKey:
    """A key of what is erased; `due_at` is when it will be destroyed if it is not yet."""

    epoch: int
    fingerprint: str
    due_at: datetime | None = None
    destroyed_at: datetime | None = None

    @property
    def ends_at(self) -> datetime | None:
        """When it is destroyed, or will be."""
        return self.destroyed_at or self.due_at


@dataclass(frozen=True, slots=True)
class SearchFiles:
    """Files of a search index, which hold what was deleted until segments are merged.

    `due_at` is when it is gone at the latest: None, if it is late or gone. It was seen to be gone
    at `emptied_at`.
    """

    due_at: datetime | None
    emptied_at: datetime | None

    @classmethod
    def after(
        cls, deleted_at: datetime, now: datetime, emptied_at: datetime | None
    ) -> "SearchFiles":
        """Return how they stand some time after a deletion."""
        due_at = deleted_at + EXPUNGED
        known = emptied_at is None and now <= due_at
        return cls(due_at if known else None, emptied_at)

    @property
    def ends_at(self) -> datetime | None:
        """When it was gone, or will be: None if that is not known."""
        return self.emptied_at or self.due_at


@dataclass(frozen=True, slots=True)
class Residue:
    """What is left, who could do what with it, and when it is gone: None if that is not known."""

    name: str
    holds: str
    readable: str
    lapses_at: datetime | None

    def json(self) -> dict[str, Json]:
        """Return it as a certificate tells it."""
        lapses_at = None if self.lapses_at is None else self.lapses_at.isoformat()
        return {"holds": self.holds, "readable": self.readable, "lapses_at": lapses_at}


def residues(
    windows: Windows,
    deleted_at: datetime,
    keys: Sequence[DataKey],
    providers: Sequence[str],
    files: SearchFiles | None = None,
) -> list[Residue]:
    """Return what is left of what was deleted and of its keys, if there are any.

    `files` are None where the index keeps nothing that it deletes.
    """
    return [
        *_of_keys(windows, keys),
        *_of_stores(windows, deleted_at, with_keys=bool(keys)),
        *_of_search(windows, deleted_at, files, with_keys=bool(keys)),
        *_elsewhere(windows, providers),
    ]


def _of_keys(windows: Windows, keys: Sequence[DataKey]) -> Iterator[Residue]:
    due = [key.due_at for key in keys if key.destroyed_at is None and key.due_at is not None]
    if due:
        yield Residue(
            "data_keys",
            "the keys that are not destroyed yet",
            "with them, whoever may use the key service reads what backups hold",
            max(due),
        )
    ends = max((key.ends_at for key in keys if key.ends_at is not None), default=None)
    if ends is None:
        return
    yield Residue(
        "key_caches",
        "the keys, in the memory of processes that had opened them",
        "by those processes alone",
        ends + KEY_CACHED,
    )
    if windows.keys:
        yield Residue(
            "key_backups",
            "the wrapped keys, as the table of keys can be brought back to an earlier moment",
            "a copy of that table made before the keys were destroyed still opens, with the key"
            " service, what was encrypted with them, wherever a copy of that lies",
            ends + windows.keys,
        )


def _of_stores(windows: Windows, deleted_at: datetime, *, with_keys: bool) -> Iterator[Residue]:
    encrypted = (
        "what is encrypted, by nobody who has no copy of the keys"
        if with_keys
        else "what is encrypted, by whoever may restore tables and use the key service"
    )
    if windows.tables:
        yield Residue(
            "table_backups",
            "rows as the tables can be brought back to an earlier moment: encrypted words and"
            " vectors; keyed hashes of words and slots; ids, instants, states and counts in clear",
            encrypted,
            deleted_at + windows.tables,
        )
    if windows.stream:
        yield Residue(
            "change_stream",
            "the last changes of memories: ids, instants, states and weights, no words",
            "by whoever may read the stream",
            deleted_at + windows.stream,
        )


def _of_search(
    windows: Windows, deleted_at: datetime, files: SearchFiles | None, *, with_keys: bool
) -> Iterator[Residue]:
    operators = "by whoever operates the domain; the rotation and the hashes are secret" + (
        ", and their keys are among the data keys" if with_keys else ""
    )
    if files is not None:
        yield Residue(
            "search_files",
            "documents that are marked as deleted, in files of the search index until these are"
            " merged: rotated vectors, keyed hashes of words and tags, ids and instants",
            operators,
            files.ends_at,
        )
    if windows.search:
        ends_at = deleted_at if files is None else files.ends_at
        yield Residue(
            "search_snapshots",
            "the same documents in automated snapshots of the search domain",
            operators,
            None if ends_at is None else ends_at + windows.search,
        )


def _elsewhere(windows: Windows, providers: Sequence[str]) -> Iterator[Residue]:
    if providers:
        yield Residue(
            "model_providers",
            f"texts that were sent to models of: {', '.join(providers)}",
            "as each provider's own terms say; nothing of it is in our hands",
            None,
        )
    if windows.on_one_machine:
        yield Residue(
            "this_machine",
            "blocks that a file system, an SSD or a backup of it keeps of what was overwritten, and"
            " copies of the folder that somebody made",
            "by whoever may read the disk; what is encrypted, only with a block or a copy that"
            " holds its key",
            None,
        )


def kept(
    windows: Windows, deleted_at: datetime, files: SearchFiles | None = None
) -> dict[str, Json]:
    """Return what stays by design, and until when: there are no words in any of it."""
    digests = None if windows.digests is None else deleted_at + windows.digests
    tombstones = deleted_at + TOMBSTONES
    if files is not None:
        tombstones += EXPUNGED_EVERY + EXPUNGED + windows.search
    told = {
        "change_records": ("numbers, codes, ids and keyed hashes of what was changed", None),
        "key_markers": ("number, fingerprint and day of each destroyed key", None),
        "user_row": ("switches, and the numbers of purges", None),
        "receipts": ("ids, states and codes of writes", deleted_at + RECEIPT_KEPT),
        "jobs": ("names and counts of jobs", deleted_at + JOB_KEPT),
        "log_digests": ("lengths and hashes of change logs, which name no user", digests),
        "index_tombstones": ("ids of memories that are gone", tombstones),
        "certificate": ("this certificate", None),
    }
    return {
        name: {"holds": holds, "until": None if until is None else until.isoformat()}
        for name, (holds, until) in told.items()
    }
