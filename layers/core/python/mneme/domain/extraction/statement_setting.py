"""What surrounds a sentence and decides whether it states something."""

from dataclasses import dataclass

_NICKNAME = 3
"""So many first letters of a name may stand for it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of one sentence.

    `names` are the words of the speakers' names in lower case. `by_agent`: an agent speaks, of whom
    only what it tells of itself counts. `among_people`: several users talk to each other, so that
    nothing is a request to an agent. `asked`: what the message before asked this user.
    """

    names: frozenset[str] = frozenset()
    by_agent: bool = False
    among_people: bool = False
    asked: str | None = None

    def is_name(self, word: str) -> bool:
        """Return whether the word, in lower case, names one of the speakers."""
        if word.removesuffix("'s") in self.names:
            return True
        return len(word) >= _NICKNAME and any(name.startswith(word) for name in self.names)
