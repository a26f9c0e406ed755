"""Cursors: where a list goes on, sealed so that only the same caller's same question opens them.

They are sealed with the user's own content key and bound to user, verb and question: one that was
altered, or made for anybody or anything else, is none. What they hold is nobody's to read.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.ports.key_service import Cipher
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import InternalFault, InvalidRequest
from mneme.domain.paging import Question
from mneme.domain.tenancy import TenantContext

Position = Mapping[str, str]
"""Where a list stopped, by names of its own."""


@dataclass(frozen=True)
class PageCursors:
    """Seals positions and opens them again."""

    users: UserRepository
    keys: KeyRing
    cipher: Cipher

    def seal(
        self, tenant: TenantContext, user_id: str, question: Question, position: Position | None
    ) -> str | None:
        """Return the cursor of a position; None at the end of the list."""
        if position is None:
            return None
        keys = self._keys(tenant, user_id)
        if keys is None:
            raise InternalFault("there is a list of a user who has no key")
        plain = json.dumps(position, ensure_ascii=False, separators=(",", ":")).encode()
        context = _context(user_partition(tenant, user_id), question)
        sealed = self.cipher.seal(keys.content, plain, context)
        return _written(sealed)

    def open(
        self, tenant: TenantContext, user_id: str, question: Question, cursor: str | None
    ) -> Position:
        """Return the position of a cursor, empty for the beginning.

        Raises InvalidRequest for a cursor that was not made for this question, or before a purge.
        """
        if cursor is None:
            return {}
        keys = self._keys(tenant, user_id)
        context = _context(user_partition(tenant, user_id), question)
        try:
            sealed = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
            plain = None if keys is None else self.cipher.open(keys.content, sealed, context)
        except (ValueError, InternalFault) as fault:
            raise _strange() from fault
        # The decoder passes over what is no letter of its own, and over bits that are not used.
        if plain is None or cursor != _written(sealed):
            raise _strange()
        position: Position = json.loads(plain)
        return position

    def _keys(self, tenant: TenantContext, user_id: str) -> UserKeys | None:
        return self.keys.find(tenant, user_id, self.users.state(tenant, user_id).epoch)


def _written(sealed: bytes) -> str:
    return urlsafe_b64encode(sealed).decode("ascii").rstrip("=")


def _context(partition: str, question: Question) -> bytes:
    return json.dumps(["cursor", partition, question.verb, question.asked]).encode()


def _strange() -> InvalidRequest:
    return InvalidRequest("does not belong to this list", field="cursor")
