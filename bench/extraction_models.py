"""What `./dev bench extraction` measures: the rules, or a model behind an endpoint.

The model-led extractor is the product's own, with its prompts, its lenient reading and its vetting;
only the chain of providers is left out, so that no breaker opens over a slow server.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mneme.adapters.deterministic_extractor import DeterministicExtractor
from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.adapters.model_extractor import ModelExtractor
from mneme.adapters.openai_compatible_model import OpenaiCompatibleModel
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.application.ports.language_model import Completion, LanguageModel, Prompt
from mneme.domain.conversation import Conversation
from mneme.domain.errors import ExtractionFailed, ModelOutage
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.fact import Fact
from mneme.domain.tenancy import TenantContext

_TENANT = TenantContext("bench")


@dataclass
class Measured:
    """An extractor by its name, and what else is known of its runs: codes with their counts."""

    name: str
    extract: Callable[[Conversation], Sequence[Fact]]
    counts: Counter[str] = field(default_factory=Counter)


def rules() -> Measured:
    """Return the deterministic extractor."""
    return Measured("deterministic", extract_facts)


def endpoint(url: str, name: str, api_key: str | None, seconds: float) -> Measured:
    """Return the model-led extractor over the server at `url`."""
    model = OpenaiCompatibleModel(ModelEndpoint(url, api_key), name, SystemClock())
    return led_by(model, name, seconds)


def led_by(model: LanguageModel, name: str, seconds: float) -> Measured:
    """Return the extractor that asks the model, at most `seconds` for a conversation.

    A message whose extraction fails yields no fact and is counted, `unread` if the answer could not
    be read and else by the outage: in the product its task would be FAILED or tried again.
    """
    counts = Counter[str]()
    extractor = ModelExtractor(
        model=_Alone(model),
        without=DeterministicExtractor(),
        clock=SystemClock(),
        ids=SystemIds(),
        log=_Counting(counts),
        seconds=seconds,
    )

    def extract(conversation: Conversation) -> Sequence[Fact]:
        try:
            return extractor.extract(_TENANT, conversation, ()).facts
        except ExtractionFailed:
            counts["unread"] += 1
        except ModelOutage as outage:
            counts[outage.reason.value] += 1
        return ()

    return Measured(f"model-led, {name}", extract, counts)


@dataclass(frozen=True)
class _Alone:
    """A `ServingModel` of one model, for everybody."""

    model: LanguageModel

    def serves(self, tenant: TenantContext) -> bool:  # noqa: ARG002
        return True

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        return self.model.complete(tenant, prompt, timeout_seconds)


@dataclass(frozen=True)
class _Counting:
    """A `CountsLog` that adds up."""

    counts: Counter[str]

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:  # noqa: ARG002
        self.counts.update(counts)
