"""How much a sentence says by itself."""

from enum import Enum


class Weight(Enum):
    """What becomes of a sentence.

    STATEMENT: it states something about people. ANSWER: it does together with the question before
    it. ASIDE: it adds to the statement before it and means little alone. NOTHING: it is dropped.
    """

    NOTHING = "nothing"
    ASIDE = "aside"
    ANSWER = "answer"
    STATEMENT = "statement"
