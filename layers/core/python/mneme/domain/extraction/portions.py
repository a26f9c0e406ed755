"""What a model has answered about a long conversation, portion by portion."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mneme.domain.fact import Fact


@dataclass(frozen=True, slots=True)
class Portion:
    """The facts of messages that were shown together.

    `translated` are ids of messages of which a fact was lost to another language.
    """

    message_ids: tuple[str, ...]
    facts: tuple[Fact, ...]
    translated: frozenset[str]


class Portions:
    """The answered portions of one conversation; who works on it adds to them.

    What is answered need not be asked again when the model fails at a later portion.
    """

    def __init__(self, answered: Iterable[Portion] = ()) -> None:
        self._answered = {each.message_ids: each for each in answered}
        self._before = len(self._answered)

    @property
    def answered(self) -> Sequence[Portion]:
        """Return all of them."""
        return tuple(self._answered.values())

    @property
    def grown(self) -> bool:
        """Return whether there are more than at first."""
        return len(self._answered) > self._before

    def find(self, message_ids: tuple[str, ...]) -> Portion | None:
        """Return the portion of exactly these messages, None if it is not answered."""
        return self._answered.get(message_ids)

    def add(self, portion: Portion) -> None:
        """Take an answered portion in."""
        self._answered[portion.message_ids] = portion
