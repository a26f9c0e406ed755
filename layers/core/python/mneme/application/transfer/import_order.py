"""What an import is of and how far it is: the cursor of its shard."""

import json
from dataclasses import asdict, dataclass

from mneme.domain.change import Actor
from mneme.domain.errors import InternalFault


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """An import that was accepted in an epoch: of `lines` lines, those before `at` are done."""

    epoch: int
    key_epoch: int
    actor: Actor
    lines: int
    at: int = 0

    def encode(self) -> str:
        """Return it as a job's cursor: names and numbers only."""
        return json.dumps(asdict(self), separators=(",", ":"))


def import_order(cursor: str | None) -> ImportOrder:
    """Undo `encode`. Raises InternalFault if it is none: an import is not begun by hand."""
    if cursor is None:
        raise InternalFault("an import names what it is of")
    told = json.loads(cursor)
    return ImportOrder(**{**told, "actor": Actor(told["actor"])})
