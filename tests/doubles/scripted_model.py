"""A language model that gives prepared answers and remembers what it was asked."""

from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.tenancy import TenantContext
from tests.doubles.fixed_clock import FixedClock


class ScriptedModel:
    """Answers each call with the next of its answers; an exception among them is raised.

    With a clock, every call takes `seconds` of its time.
    """

    def __init__(
        self, *answers: str | Exception, clock: FixedClock | None = None, seconds: float = 0.0
    ) -> None:
        self._answers = list(answers)
        self._clock = clock
        self._seconds = seconds
        self.prompts: list[Prompt] = []
        self.timeouts: list[float] = []

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        """Return the next answer."""
        self.prompts.append(prompt)
        self.timeouts.append(timeout_seconds)
        if self._clock is not None:
            self._clock.advance(self._seconds)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Completion(answer, "scripted", input_tokens=100, output_tokens=10)

    @property
    def calls(self) -> int:
        """How often it was asked."""
        return len(self.prompts)
