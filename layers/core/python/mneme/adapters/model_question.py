"""A question to a language model, asked once more and differently if its answer is unreadable."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.language_model import LanguageModel, Prompt
from mneme.domain.errors import ExtractionFailed
from mneme.domain.tenancy import TenantContext

OUTPUT_TOKENS = 4_096
"""Enough for some fifty facts; a second try gets twice as many, in case the first was cut off."""

_FENCE_BYTES = 12

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class ModelQuestion(Generic[Answer]):
    """What is asked, and how the answer is read: `read` returns None for one that it cannot read.

    `again` is said besides if it is asked once more.
    """

    prompt: Prompt
    again: str
    read: Callable[[str], Answer | None]

    def ask(
        self,
        model: LanguageModel,
        clock: Clock,
        tenant: TenantContext,
        deadline: float,
        counts: Counter[str],
    ) -> Answer:
        """Return the answer, read, by the deadline of the monotonic clock.

        Counts unreadable answers as `ill_formed`. Raises ModelOutage, and ExtractionFailed if the
        model refuses or cannot be understood.
        """
        for attempt in (self.prompt, self._more_plainly()):
            completion = model.complete(tenant, attempt, deadline - clock.monotonic())
            answer = self.read(completion.text)
            if answer is not None:
                return answer
            counts["ill_formed"] += 1
        raise ExtractionFailed("the model's answer could not be read, twice")

    def _more_plainly(self) -> Prompt:
        # A model that is asked the same again without chance answers the same again.
        return replace(
            self.prompt,
            user=f"{self.prompt.user}\n\n{self.again}",
            max_output_tokens=2 * self.prompt.max_output_tokens,
        )


def fence_of(ids: Ids) -> str:
    """Return a mark that what is shown between two of it cannot know."""
    return ids.secret(_FENCE_BYTES).hex()
