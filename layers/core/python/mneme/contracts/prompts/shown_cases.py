"""Facts and their candidates as a model is shown them: numbered for one prompt, without ids.

A fact may be about an earlier fact of the same task, so that memories and facts share one row of
numbers: first the memories, then the facts in order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from mneme.contracts.prompts.fenced_lines import fenced, json_line
from mneme.domain.evolution.decisions import Candidate, Case

BUDGET = 48_000
"""Characters of memories and facts that one prompt shows."""


@dataclass(frozen=True, slots=True)
class ShownCases:
    """What a model is shown, and what its numbers stand for."""

    cases: Sequence[Case]
    memories: tuple[Candidate, ...]
    facts: Mapping[int, int]
    """Number of a fact → its place among the cases."""

    def target(self, fact: int, number: int) -> str | None:
        """Return the id that a number stands for to a fact, None if it may not name it.

        A fact may name a memory and an earlier fact, but neither itself nor a later one.
        """
        if 1 <= number <= len(self.memories):
            return self.memories[number - 1].memory_id
        if number in self.facts and number < fact:
            return self.cases[self.facts[number]].memory_id
        return None

    def text(self, fence: str) -> str:
        """Return the part of a prompt that is about these cases. `fence` is never reused."""
        memories = [
            json_line({"number": number, **_since(one), "text": one.text})
            for number, one in enumerate(self.memories, start=1)
        ]
        numbers = {one.memory_id: number for number, one in enumerate(self.memories, start=1)}
        numbers |= {self.cases[place].memory_id: number for number, place in self.facts.items()}
        facts = [
            self._fact(number, self.cases[place], numbers) for number, place in self.facts.items()
        ]
        return (
            f"The memories:\n{fenced(fence, 'memories', memories)}\n\n"
            f"The new facts, in order:\n{fenced(fence, 'facts', facts)}"
        )

    def _fact(self, number: int, case: Case, numbers: Mapping[str, int]) -> str:
        line: dict[str, object] = {"fact": number}
        if case.fact.speaker is not None:
            line["said_by"] = case.fact.speaker
        line["said_on"] = case.fact.observed_at.date().isoformat()
        line["text"] = case.fact.text
        near = (one.memory_id for one in case.candidates)
        line["compare_with"] = [numbers[memory_id] for memory_id in near if memory_id in numbers]
        return json_line(line)


def show(cases: Sequence[Case], budget: int = BUDGET) -> ShownCases:
    """Return what is shown of the cases; what exceeds the budget is left out.

    Facts come first, then the most similar memory of each fact, then the second of each.
    """
    shown, left = [], budget
    for place, case in enumerate(cases):
        if len(case.fact.text) <= left:
            left -= len(case.fact.text)
            shown.append(place)
    by_rank = zip_longest(*(cases[place].candidates for place in shown))
    memories: dict[str, Candidate] = {}
    for one in (candidate for rank in by_rank for candidate in rank if candidate is not None):
        if not one.unsaid and one.memory_id not in memories and len(one.text) <= left:
            left -= len(one.text)
            memories[one.memory_id] = one
    first = len(memories) + 1
    facts = dict(enumerate(shown, start=first))
    return ShownCases(cases, tuple(memories.values()), facts)


def _since(one: Candidate) -> dict[str, str]:
    return {"since": one.valid_at.date().isoformat()} if one.valid_at is not None else {}
