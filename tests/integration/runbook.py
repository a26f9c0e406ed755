"""The commands of `docs/operations.md`, as somebody would type them who follows it."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from tests.architecture.source import text

_BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
_PROGRAM = "./dev mneme "
_AND_SO_ON = "…"
_INTO = ">"
STAGE = "prod"


@dataclass(frozen=True)
class Command:
    """One line of the runbook: the words behind `./dev mneme`, and the file it writes, if any."""

    words: tuple[str, ...]
    into: str | None = None

    @property
    def of_a_stage(self) -> bool:
        """Whether it works on a deployed stage."""
        return "--stage" in self.words

    def filled(self, meant: Mapping[str, str]) -> list[str]:
        """Return the words with what stands for something in its place."""
        return [meant.get(word, word) for word in self.words]

    def __str__(self) -> str:
        return " ".join(self.words)


def commands(section: str | None = None) -> list[Command]:
    """Return every command of the document, or of a section, in order, each once."""
    told = text("docs/operations.md")
    if section is not None:
        told = told.split(f"\n## {section}\n", 1)[1].split("\n## ", 1)[0]
    blocks = _BLOCK.findall(told)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    found = [_command(line) for line in lines if line.startswith(_PROGRAM)]
    return list(dict.fromkeys(found))


def _command(line: str) -> Command:
    told = shlex.split(line.removeprefix(_PROGRAM), comments=True)
    words = [word for word in told if word != _AND_SO_ON]
    if _INTO in words:
        return Command(tuple(words[: words.index(_INTO)]), words[words.index(_INTO) + 1])
    return Command(tuple(words))
