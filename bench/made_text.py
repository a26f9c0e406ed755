"""Made-up statements for load: varied, and the same for a number on every machine."""

import random

_PEOPLE = ("Ana", "Boris", "Chen", "Dalia", "Emre", "Farah", "Goran", "Hana", "Igor", "Jun", "Kofi")
_VERBS = ("repaired", "sold", "painted", "borrowed", "lost", "found", "photographed", "described")
_THINGS = (
    "a red bicycle",
    "an old violin",
    "the garden wall",
    "a chess set",
    "a jar of honey",
    "the kitchen lamp",
    "a wool coat",
    "a paper map",
    "a cherry tree",
    "a leather notebook",
    "the rowing boat",
    "a box of letters",
    "a pair of boots",
)
_PLACES = ("Lisbon", "Oslo", "Kyoto", "Lima", "Tunis", "Quito", "Bergen", "Perth", "Izmir", "Hanoi")
_REASONS = (
    "because the rain would not stop",
    "after a long train ride",
    "before the spring holidays",
    "while the neighbours were away",
    "to surprise a cousin",
    "with money saved since winter",
    "on the advice of a doctor",
    "during a power cut",
)

UNRELATED = (
    "I am allergic to shellfish.",
    "My daughter studies marine biology.",
    "I swim two kilometres every Tuesday morning.",
    "My dentist moved her practice to the harbour.",
    "I prefer aisle seats on night flights.",
    "My grandmother taught me to bake rye bread.",
    "I support the local handball club.",
    "My landlord raised the rent last week.",
    "I am learning sign language with a deaf colleague.",
    "My car needs new winter tyres.",
    "I stopped drinking coffee after the operation.",
    "My brother proposed to his girlfriend on a glacier.",
    "I volunteer at the animal shelter.",
    "My favourite composer is Sibelius.",
    "I work as a nurse in intensive care.",
    "My passport expires before the conference.",
    "I sleep badly when the moon is full.",
    "My bees survived the frost.",
    "I invested my bonus in solar panels.",
    "My knee hurts when I climb stairs.",
)
"""Statements that resemble neither each other nor any other text made here."""


def statement(number: int) -> str:
    """Return a statement of about 80 bytes; a number always gives the same one."""
    choose = random.Random(number)
    return (
        f"I {choose.choice(_VERBS)} {choose.choice(_THINGS)} for {choose.choice(_PEOPLE)}"
        f" in {choose.choice(_PLACES)} {choose.choice(_REASONS)}, ticket {number}."
    )


def question(number: int) -> str:
    """Return a question about the statement of that number, without its ticket."""
    choose = random.Random(number)
    verb, thing, person = (choose.choice(words) for words in (_VERBS, _THINGS, _PEOPLE))
    return f"Where was it that I {verb} {thing} for {person}?"


def paragraph(number: int, size: int) -> str:
    """Return at least `size` bytes of statements of their own: their tickets start at 1,000,000."""
    sentences: list[str] = []
    while sum(map(len, sentences)) < size:
        sentences.append(statement(1_000_000 + 1_000 * number + len(sentences)))
    return " ".join(sentences)
