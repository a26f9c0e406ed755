"""Compressors: a model that writes one memory of several that are alike (DESIGN §11, third way)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory as a compressor is shown it: its words, and since when they hold."""

    text: str
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Compression:
    """What a compressor makes of memories, and what asking it took.

    `members` are the places, among those shown, of the memories that `text` stands for; a place
    that nothing stands at is counted in `unknown`. A `text` of None: they are to stay as they are.
    """

    text: str | None
    members: tuple[int, ...]
    tokens: int
    unknown: int = 0


class Compressor(Protocol):
    """Proposes; `domain.evolution.compressed_text` judges. Nothing it names is trusted."""

    def serves(self, tenant: TenantContext) -> bool:
        """Tell whether it may be asked for this tenant."""
        ...

    def compress(self, tenant: TenantContext, memories: Sequence[Shown]) -> Compression:
        """Return one memory made of several.

        Raises ModelOutage if it may answer later, ExtractionFailed if it gives no usable answer.
        """
        ...
