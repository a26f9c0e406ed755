"""The extractor that asks a language model, and believes none of it unchecked (DESIGN §7)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from mneme.adapters.extraction_windows import Window, windows
from mneme.adapters.model_question import OUTPUT_TOKENS, ModelQuestion, fence_of
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.extractor import Extractor
from mneme.application.ports.language_model import Prompt, ServingModel
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.contracts.prompts import extract_agent, extract_general, extract_user
from mneme.contracts.prompts.extraction_answer import SCHEMA, ReadAnswer, is_answer, read_facts
from mneme.contracts.prompts.extraction_prompt import ExtractionPrompt
from mneme.contracts.prompts.shown_messages import AGAIN, ShownConversation
from mneme.domain.conversation import Conversation, Message
from mneme.domain.errors import ModelOutage
from mneme.domain.extraction.extract_facts import Extracted
from mneme.domain.extraction.fact_vetting import Vetted, Vetting
from mneme.domain.extraction.portions import Portion, Portions
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership
from mneme.domain.models.lenient_json import first_json
from mneme.domain.tenancy import TenantContext

TASK = "extraction"

_EMPTY_ANSWERS = frozenset({"[]", "```json\n[]\n```", "```\n[]\n```"})
_VARIANTS: Final = {
    None: extract_general.PROMPT,
    Ownership.USER: extract_user.PROMPT,
    Ownership.AGENT: extract_agent.PROMPT,
}


@dataclass(frozen=True)
class ModelExtractor:
    """An `Extractor` that asks a model once for each portion of a conversation.

    `without` serves tenants that no model serves, and gives the facts of messages that the model
    translated. With `falls_back` it also takes over while no model answers; otherwise that is
    raised. All calls for one conversation end within `seconds`.
    """

    model: ServingModel
    without: Extractor
    clock: Clock
    ids: Ids
    log: CountsLog
    seconds: float
    falls_back: bool = False
    thresholds: ThresholdsNow = as_delivered

    def reads_context(self, tenant: TenantContext) -> bool:
        """Tell whether a model will be asked."""
        return self.model.serves(tenant)

    def extract(
        self,
        tenant: TenantContext,
        conversation: Conversation,
        context: tuple[Message, ...],
        settled: frozenset[str] = frozenset(),
        answered: Portions | None = None,
    ) -> Extracted:
        """Return the facts in order of their messages.

        Raises ModelOutage, and ExtractionFailed if the model refuses or cannot be understood.
        """
        if not self.model.serves(tenant):
            return self.without.extract(tenant, conversation, context, settled)
        counts: Counter[str] = Counter()
        try:
            return self._asked(
                tenant, conversation, context, settled, answered or Portions(), counts
            )
        except ModelOutage:
            counts["outage"] += 1
            if not self.falls_back:
                raise
            return self.without.extract(tenant, conversation, context, settled)
        finally:
            self.log.record(tenant, +counts)

    def _asked(
        self,
        tenant: TenantContext,
        conversation: Conversation,
        context: tuple[Message, ...],
        settled: frozenset[str],
        answered: Portions,
        counts: Counter[str],
    ) -> Extracted:
        deadline = self.clock.monotonic() + self.seconds
        variant = _VARIANTS[conversation.ownership]
        facts: list[Fact] = []
        translated: set[str] = set()
        most = self.thresholds().extraction.context_messages
        for window in windows(conversation, context, variant.sources, most):
            shown = tuple(each.message.message_id for each in window.messages)
            portion = answered.find(shown)
            if portion is None:
                question = self._question(conversation, variant, window)
                answer = question.ask(self.model, self.clock, tenant, deadline, counts)
                vetted = _vetted(conversation, window, answer)
                counts.update({drop.value: number for drop, number in vetted.dropped.items()})
                counts["malformed"] += answer.malformed
                portion = Portion(shown, vetted.facts, vetted.translated)
                answered.add(portion)
            facts += portion.facts
            translated |= portion.translated
        left_out: Mapping[str, int] = {}
        if translated:
            spoken = self.without.extract(tenant, conversation, context, settled)
            facts = _in_order(conversation, facts, _of_messages(spoken.facts, translated))
            left_out = {one: n for one, n in spoken.left_out.items() if one in translated}
        counts["facts"] += len(facts)
        return Extracted(tuple(facts), left_out)

    def _question(
        self, conversation: Conversation, variant: ExtractionPrompt, window: Window
    ) -> ModelQuestion[ReadAnswer]:
        shown = ShownConversation(conversation, window.messages, window.earlier)
        text = shown.text(fence_of(self.ids))
        return ModelQuestion(
            Prompt(TASK, variant.system, text, SCHEMA, OUTPUT_TOKENS), AGAIN, _read
        )


def _read(text: str) -> ReadAnswer | None:
    if text.strip() in _EMPTY_ANSWERS:
        return ReadAnswer((), 0)
    value = first_json(text, is_answer)
    return None if value is None else read_facts(value)


def _vetted(conversation: Conversation, window: Window, answer: ReadAnswer) -> Vetted:
    earlier = [own_text for _, own_text in window.earlier]
    return Vetting(conversation, window.messages, earlier).vet(answer.drafts)


def _of_messages(facts: Iterable[Fact], message_ids: set[str]) -> list[Fact]:
    return [fact for fact in facts if fact.sources[-1].message_id in message_ids]


def _in_order(conversation: Conversation, facts: list[Fact], replacing: list[Fact]) -> list[Fact]:
    """Return both in order of the messages, without what is said twice in the same words."""
    places = {m.message_id: place for place, m in enumerate(conversation.messages)}
    known = {fact.text for fact in facts}
    both = [*facts, *(fact for fact in replacing if fact.text not in known)]
    return sorted(both, key=lambda fact: places[fact.sources[-1].message_id])
