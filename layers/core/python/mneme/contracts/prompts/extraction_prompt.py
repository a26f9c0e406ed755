"""An extraction prompt: a role and what is peculiar to it, around the rules that all share."""

from collections.abc import Iterable
from dataclasses import dataclass

from mneme.contracts.prompts.extraction_rules import CATEGORIES, RULES, Example
from mneme.domain.conversation import Role


@dataclass(frozen=True, slots=True)
class ExtractionPrompt:
    """One variant. `sources` are the sides whose messages are shown, and nobody else's are."""

    purpose: str
    sources: frozenset[Role]
    rules: tuple[str, ...]
    examples: tuple[Example, ...]

    @property
    def system(self) -> str:
        """Return what a model is told once; it holds nothing of any conversation."""
        return "\n\n".join(
            (
                self.purpose,
                "Facts are of these categories:\n" + _listed(f"{n}: {d}" for n, d in CATEGORIES),
                "Rules:\n" + _listed((*RULES, *self.rules)),
                "Examples, of which only the sentences are shown:\n"
                + "\n".join(map(_shown, self.examples)),
            )
        )


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _shown(example: Example) -> str:
    kept = " | ".join(example.kept) or "nothing"
    return f'"{example.said}" -> {kept} ({example.because})'
