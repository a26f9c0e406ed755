"""The text that is embedded for a memory. A query is embedded as it is."""

PREVIOUS_CHARACTERS = 160
"""How much of the end of the previous turn stands before a turn: answers lean on their question."""


def turn_text(speaker: str, content: str, previous: tuple[str, str] | None) -> str:
    """Return a turn with its speaker, after the end of the previous turn (speaker, content)."""
    turn = f"{speaker}: {content}"
    if previous is None:
        return turn
    before_speaker, before = previous
    return f"{before_speaker}: {before[-PREVIOUS_CHARACTERS:]}\n{turn}"


def fact_text(speaker: str | None, text: str) -> str:
    """Return a fact, with the person it is about if a name is known."""
    return f"{speaker}: {text}" if speaker else text
