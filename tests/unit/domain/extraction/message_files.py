"""The development messages: one a line, `\\n` for a line break, under headings of their kind.

Lines under a heading that ends in `assistant` are said by an agent, all others by a user.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mneme.domain.conversation import Role

FOLDER = Path(__file__).parent / "messages"


@dataclass(frozen=True)
class Section:
    """The messages of one kind."""

    language: str
    kind: str
    role: Role
    messages: tuple[str, ...]

    def __str__(self) -> str:
        """Return the name of a test."""
        return f"{self.language} {self.kind}"


def sections(ending: str) -> list[Section]:
    """Return the sections of the files whose name ends so."""
    return [each for path in sorted(FOLDER.glob(f"*_{ending}.txt")) for each in _of(path)]


def _of(path: Path) -> Iterator[Section]:
    language = path.name.partition("_")[0]
    for part in path.read_text(encoding="utf-8").removeprefix("# ").split("\n# "):
        kind, *lines = part.rstrip("\n").split("\n")
        role = Role.ASSISTANT if kind.endswith("assistant") else Role.USER
        yield Section(language, kind, role, tuple(line.replace("\\n", "\n") for line in lines))
