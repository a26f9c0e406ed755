"""Lists in pages."""

from dataclasses import dataclass
from typing import Generic, TypeVar

PAGE_LIMIT = 100
"""Most entries of a page."""

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Question:
    """What is listed: a verb, and the request but for the page that is asked for."""

    verb: str
    asked: str


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Which page of the answers to a question; no cursor asks for the first."""

    question: Question
    cursor: str | None = None
    limit: int = PAGE_LIMIT


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Entry]):
    """Some entries, and where the list goes on: None at its end. A page may be short or empty."""

    entries: tuple[Entry, ...]
    cursor: str | None
