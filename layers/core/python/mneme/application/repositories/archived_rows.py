"""The content of a revision's row as an object of the archive, and back.

What says and finds a revision moves: its sealed words and vector, its blind terms and context. Who
made it, when it held and what it is linked to stays in the row, marked `archived`. The object is
sealed once more as a whole, bound to the row it belongs to.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.key_service import Cipher
from mneme.application.ports.table_store import (
    All,
    Condition,
    Item,
    Key,
    Missing,
    Present,
    Remove,
    SetTo,
    Update,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import UserKeys
from mneme.application.repositories.row_keys import REVISIONS
from mneme.domain.tenancy import TenantContext

ARCHIVE = "archive"
MARK = "archived"
_MOVED = ("sealed", "vector", "model", "terms", "context", "ranked_by")


@dataclass(frozen=True, slots=True)
class ArchivedRows:
    """Moves content between rows of `revisions` and objects, one object a revision.

    `blobs` gives the store of objects at first use: most who read memories never need it.
    """

    blobs: Callable[[], BlobStore]
    cipher: Cipher

    def whole(self, tenant: TenantContext, row: Item, keys: UserKeys) -> Item | None:
        """Return the row with its content, wherever that is; None if its object is gone.

        What the row holds itself is newer. Raises Unavailable.
        """
        if not read.flag(row, MARK):
            return row
        moved = self._content(tenant, row, keys)
        return None if moved is None else {**moved, **row}

    def move(self, tenant: TenantContext, row: Item, keys: UserKeys) -> Update | None:
        """Store the row's content as an object, durably; return the action that takes it out.

        None if there is nothing in the row to move. Until that action is carried out, the object is
        a copy that nobody reads. Raises Unavailable.
        """
        place = _place(row)
        whole = self.whole(tenant, row, keys)
        if whole is None or not any(name in row for name in _MOVED):
            return None
        content = {name: whole[name] for name in _MOVED if name in whole}
        sealed = self.cipher.seal(keys.content, _encoded(content), _context(place))
        self.blobs().put(tenant, ARCHIVE, object_name(place), sealed)
        taken = tuple(Remove(name) for name in _MOVED if name in row)
        unmoved: Condition = Present("pk")
        if not read.flag(row, MARK):
            unmoved = All((Present("pk"), Missing(MARK)))
        return Update(REVISIONS, place, (*taken, SetTo(MARK, True)), unmoved)

    def bring_back(self, tenant: TenantContext, row: Item, keys: UserKeys) -> Update | None:
        """Return the action that puts an archived row's content into it; None if it is there.

        None also if the object is gone: then there is nothing to put back. Raises Unavailable.
        """
        if not read.flag(row, MARK):
            return None
        moved = self._content(tenant, row, keys)
        if moved is None:
            return None
        put = tuple(SetTo(name, value) for name, value in moved.items() if name not in row)
        return Update(REVISIONS, _place(row), (*put, Remove(MARK)), Present(MARK))

    def places(self, tenant: TenantContext, partition: str) -> Iterator[Key]:
        """Yield the places of the revisions of which a user has objects. Raises Unavailable."""
        folder = _folder(partition)
        for name in self.blobs().names_under(tenant, ARCHIVE, folder):
            yield Key(partition, name.removeprefix(f"{folder}/"))

    def destroy(self, tenant: TenantContext, place: Key) -> None:
        """Delete a revision's object, if there is one. Raises Unavailable."""
        self.blobs().delete(tenant, ARCHIVE, object_name(place))

    def _content(self, tenant: TenantContext, row: Item, keys: UserKeys) -> dict[str, Value] | None:
        place = _place(row)
        sealed = self.blobs().get(tenant, ARCHIVE, object_name(place))
        if sealed is None:
            return None
        return _decoded(self.cipher.open(keys.content, sealed, _context(place)))


def object_name(place: Key) -> str:
    """Return the name of a revision's object: it tells no user."""
    return f"{_folder(place.partition)}/{place.sort}"


def _folder(partition: str) -> str:
    return hashlib.sha256(partition.encode("utf-8", "surrogatepass")).hexdigest()


def _place(row: Item) -> Key:
    return Key(read.text(row, "pk"), read.text(row, "sk"))


def _context(place: Key) -> bytes:
    return f"archive\x00{place.partition}\x00{place.sort}".encode("utf-8", "surrogatepass")


def _encoded(content: Mapping[str, Value]) -> bytes:
    return json.dumps(_plain(content), separators=(",", ":")).encode()


def _decoded(data: bytes) -> dict[str, Value]:
    content: dict[str, Value] = {}
    for name, plain in json.loads(data)["map"].items():
        content[name] = _value(plain)
    return content


def _plain(value: Value | Mapping[str, Value]) -> Any:
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, Mapping):
        return {"map": {name: _plain(each) for name, each in value.items()}}
    return value


def _value(plain: Any) -> Value:
    if not isinstance(plain, dict):
        told: Value = plain
        return told
    if "bytes" in plain:
        return base64.b64decode(plain["bytes"])
    return {name: _value(each) for name, each in plain["map"].items()}
