"""How a sentence is worded, brought into one form, so that two of them can be compared.

What tells statements apart stays: negations, numbers, names, tense, who does what to whom. What
does not is dropped: articles, fillers, the speaker as subject, inflection. Where the rules do not
understand a language they keep every word, so that only equal words are the same.
"""

from dataclasses import dataclass

from mneme.domain.evolution.wording_words import NOT


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence: its forms in order, its settings (tense, modality), its names and numbers.

    `of_one_occasion` tells that it speaks of a certain day or time, seen from when it was said.
    """

    forms: tuple[str, ...]
    settings: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    of_one_occasion: bool

    @property
    def plain(self) -> tuple[str, ...]:
        """The forms without commas."""
        return tuple(form for form in self.forms if form != ",")

    @property
    def negations(self) -> int:
        """How often it says "not"."""
        return self.forms.count(NOT)
