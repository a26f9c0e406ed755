"""The compressor that asks a language model, and lets it name nothing it was not shown."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mneme.adapters.model_question import ModelQuestion, fence_of
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.compressor import Compression, Shown
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.language_model import Completion, LanguageModel, Prompt, ServingModel
from mneme.contracts.prompts import compress
from mneme.contracts.prompts.compress import CompressionAnswer
from mneme.domain.models.lenient_json import first_json
from mneme.domain.tenancy import TenantContext

TASK = "compression"

SECONDS = 40.0
"""For both calls together, well within what the worker has for a page."""

OUTPUT_TOKENS = 1_024
"""Enough for one memory of the greatest length."""

_CHARACTERS_A_TOKEN = 3
"""What is reckoned where a server does not tell how many tokens it took."""


class _Metered:
    """A `LanguageModel` before another one, that adds up what it took."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.tokens = 0

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        """Return the answer. Raises as the other model does."""
        answer = self._model.complete(tenant, prompt, timeout_seconds)
        characters = len(prompt.system) + len(prompt.user) + len(answer.text)
        told = answer.input_tokens + answer.output_tokens
        self.tokens += told or characters // _CHARACTERS_A_TOKEN
        return answer


@dataclass(frozen=True)
class ModelCompressor:
    """A `Compressor` that asks once, and once more if it cannot read that."""

    model: ServingModel
    clock: Clock
    ids: Ids
    log: CountsLog
    seconds: float = SECONDS

    def serves(self, tenant: TenantContext) -> bool:
        """Tell whether a model may be asked for this tenant."""
        return self.model.serves(tenant)

    def compress(self, tenant: TenantContext, memories: Sequence[Shown]) -> Compression:
        """Return what the model makes of the memories.

        Raises ModelOutage, and ExtractionFailed if the model refuses or cannot be understood.
        """
        counts, model = Counter(memories=len(memories)), _Metered(self.model)
        text = compress.shown(fence_of(self.ids), [_line(one) for one in memories])
        prompt = Prompt(TASK, compress.SYSTEM, text, compress.SCHEMA, OUTPUT_TOKENS)
        question = ModelQuestion(prompt, compress.AGAIN, _read)
        deadline = self.clock.monotonic() + self.seconds
        try:
            answer = question.ask(model, self.clock, tenant, deadline, counts)
            made = _made(answer, len(memories), model.tokens)
            counts.update(unknown_targets=made.unknown, written=int(made.text is not None))
        finally:
            self.log.record(tenant, counts)
        return made


def _line(one: Shown) -> dict[str, object]:
    since = {} if one.since is None else {"since": one.since.date().isoformat()}
    return {**since, "text": one.text}


def _read(text: str) -> CompressionAnswer | None:
    value = first_json(text, compress.is_answer)
    return None if value is None else compress.read_answer(value)


def _made(answer: CompressionAnswer, count: int, tokens: int) -> Compression:
    known = [number for number in dict.fromkeys(answer.numbers) if 1 <= number <= count]
    unknown = len(set(answer.numbers) - set(known))
    return Compression(answer.text, tuple(number - 1 for number in known), tokens, unknown)
