"""What a caller wishes of extraction. It never overrides privacy or capacity."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from mneme.domain.memory import TagValue


class Style(StrEnum):
    """How readily something becomes a memory."""

    CONSERVATIVE = "conservative"
    AGGRESSIVE = "aggressive"


class Mode(StrEnum):
    """What becomes of the facts of a conversation.

    DECIDE: each is decided about. APPEND: each is added unless its content is known. SHADOW: it is
    decided about and logged, and appended all the same. CANDIDATE: each is stored for somebody to
    confirm. OFF: only the messages are kept, no fact is taken from them.
    """

    DECIDE = "decide"
    APPEND = "append"
    SHADOW = "shadow"
    CANDIDATE = "candidate"
    OFF = "off"


_CONFIDENT_ENOUGH: Final = {None: 0.5, Style.CONSERVATIVE: 0.7, Style.AGGRESSIVE: 0.3}


@dataclass(frozen=True, slots=True)
class ExtractionPolicy:
    """The policy of one conversation.

    `focus` says in the caller's words what to attend to; `tags` are put on every fact;
    `entity_types` are the kinds of things that facts are to be tagged with.
    """

    focus: str | None = None
    style: Style | None = None
    mode: Mode = Mode.DECIDE
    tags: Mapping[str, TagValue] = field(default_factory=dict)
    entity_types: tuple[str, ...] = ()

    @property
    def confident_enough(self) -> float:
        """Return the confidence from which on a fact is more than a candidate."""
        return _CONFIDENT_ENOUGH[self.style]


DEFAULT_EXTRACTION = ExtractionPolicy()
