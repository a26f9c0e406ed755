"""An edited message: what it told before, and what is new in it.

What a message told before is known by its sentences and their parts, of which only so much is
kept that each can be found as equal: the text itself may be gone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mneme.domain.extraction.draft_fields import letters
from mneme.domain.extraction.sentences import part_spans, sentence_spans, sentences

STATEMENTS = 200
"""So many statements of a message are told apart: more than it yields facts."""


@dataclass(frozen=True, slots=True)
class Retold:
    """The text of an edited message in two: what it told before, and what is new.

    `known` and `news` are the letters of the statements in them.
    """

    before: str
    new: str
    known: frozenset[str]
    news: tuple[str, ...]

    def has_told(self, text: str) -> bool:
        """Return whether a fact's text says what the message told before, and nothing new of it."""
        found = [known for one in sentences(text) for known in self._known(one)]
        return True in found and False not in found

    def _known(self, sentence: str) -> Iterator[bool]:
        """Yield whether a sentence, or each of its parts, was told; nothing if it is in neither."""
        whole = self._is_known(letters(sentence))
        spans = part_spans(sentence) if whole is None else []
        parts = [whole, *(self._is_known(letters(sentence[slice(*span)])) for span in spans)]
        yield from (one for one in parts if one is not None)

    def _is_known(self, said: str) -> bool | None:
        if not said:
            return None
        if said in self.known:
            return True
        if any(said in one for one in self.news):
            return False
        return True if any(said in one for one in self.known) else None


def statements(text: str) -> tuple[str, ...]:
    """Return the letters of each sentence and of its parts, each once, at most STATEMENTS."""
    found: dict[str, None] = {}
    for start, end in sentence_spans(text):
        if len(found) >= STATEMENTS:
            break
        found |= dict.fromkeys(statements_of(text[start:end]))
    return tuple(found)[:STATEMENTS]


def retold(text: str, was_told: Callable[[str], bool]) -> Retold:
    """Return the text in two; `was_told` tells of a statement's letters if they were told before.

    A sentence without letters belongs to neither.
    """
    before, new, at = "", "", 0
    known: set[str] = set()
    news: list[str] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        told = [one for one in statements_of(sentence) if was_told(one)]
        known.update(told)
        whole = letters(sentence)
        if whole in told:
            before += text[at:end]
        elif whole:
            new += text[at:end]
            parts = [letters(sentence[slice(*span)]) for span in part_spans(sentence)]
            news += [one for one in parts if one and one not in told] if told else [whole]
        at = end
    return Retold(before.strip(), new.strip(), frozenset(known), tuple(news))


def statements_of(sentence: str) -> tuple[str, ...]:
    """Return the letters of a sentence and of its parts."""
    parts = (sentence[slice(*span)] for span in part_spans(sentence))
    return tuple(one for one in (letters(sentence), *map(letters, parts)) if one)
