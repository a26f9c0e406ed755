"""An extractor over a model of one's choice, with what it notes in reach."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mneme.adapters.deterministic_extractor import DeterministicExtractor
from mneme.adapters.model_extractor import ModelExtractor
from mneme.application.ports.language_model import LanguageModel
from mneme.domain.conversation import Conversation, Message
from mneme.domain.fact import Fact
from mneme.domain.tenancy import TenantContext
from tests.doubles import CountingIds, FixedClock
from tests.doubles.model_world import ACME, a_chain

SECONDS = 60.0


class ExtractionNotes:
    """An extraction log that keeps what it is told."""

    def __init__(self) -> None:
        self.counts: list[dict[str, int]] = []

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        self.counts.append(dict(counts))


class ExtractionWorld:
    """A model extractor; `model` None serves nobody."""

    def __init__(
        self, model: LanguageModel | None = None, clock: FixedClock | None = None, **parts: Any
    ) -> None:
        self.notes = ExtractionNotes()
        self.clock = clock or FixedClock()
        models = {} if model is None else {"model": model}
        self.extractor = ModelExtractor(
            model=a_chain(self.clock, **models),
            without=DeterministicExtractor(),
            clock=self.clock,
            ids=CountingIds(),
            log=self.notes,
            seconds=SECONDS,
            **parts,
        )

    def extract(self, conversation: Conversation, *context: Message) -> tuple[Fact, ...]:
        return self.extractor.extract(ACME, conversation, context).facts

    def texts(self, conversation: Conversation, *context: Message) -> list[str]:
        return [fact.text for fact in self.extract(conversation, *context)]

    @property
    def counted(self) -> Counter[str]:
        """What was counted over all conversations."""
        return sum((Counter(counts) for counts in self.notes.counts), Counter())
