"""The language models of a deployment, as one chain; without any, rules alone extract."""

from collections.abc import Iterator

from aws_lambda_powertools import Logger

from mneme.adapters.deterministic_extractor import DeterministicExtractor
from mneme.adapters.logged_extraction import LoggedExtraction
from mneme.application.model_chain import ModelChain, ModelProvider
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.extraction_log import ExtractionLog
from mneme.application.ports.extractor import Extractor
from mneme.application.ports.language_model import ServingModel
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.runtime.settings import Fallback, ModelSettings

ENDPOINT = "endpoint"
BEDROCK = "bedrock"


def language_model(
    settings: ModelSettings, region: str, clock: Clock, tenants: TenantRows
) -> ServingModel | None:
    """Return the chain of the named models, the server's own before Bedrock; None without any.

    Each tenant is served by those that its row allows.
    """
    providers = tuple(_providers(settings, region, clock))
    if not providers:
        return None
    # Clients and the SDK cost imports that a deployment without models need not pay.
    from mneme.adapters.logged_usage import LoggedUsage  # noqa: PLC0415

    return ModelChain(
        providers,
        ProviderLists(tenants, tuple(provider.name for provider in providers)),
        LoggedUsage(Logger()),
        clock,
        clock.sleep,
        clock.chance,
    )


def extraction_log() -> ExtractionLog:
    """Return the account of extractions, in the structured log."""
    return LoggedExtraction(Logger())


def extractor(
    settings: ModelSettings,
    model: ServingModel | None,
    clock: Clock,
    ids: Ids,
    log: ExtractionLog,
) -> Extractor:
    """Return the extractor that asks the model, if there is one."""
    rules = DeterministicExtractor()
    if model is None:
        return rules
    # Prompts and their contracts cost imports that a deployment without models need not pay.
    from mneme.adapters.model_extractor import ModelExtractor  # noqa: PLC0415

    return ModelExtractor(
        model=model,
        without=rules,
        clock=clock,
        ids=ids,
        log=log,
        seconds=settings.seconds,
        falls_back=settings.fallback is Fallback.DETERMINISTIC,
    )


def _providers(settings: ModelSettings, region: str, clock: Clock) -> Iterator[ModelProvider]:
    if settings.url and settings.name:
        from mneme.adapters.model_endpoint import ModelEndpoint  # noqa: PLC0415
        from mneme.adapters.openai_compatible_model import OpenaiCompatibleModel  # noqa: PLC0415

        endpoint = ModelEndpoint(settings.url, settings.api_key)
        yield ModelProvider(ENDPOINT, OpenaiCompatibleModel(endpoint, settings.name, clock))
    if settings.bedrock_model:
        from mneme.adapters.bedrock_clients import BedrockClients  # noqa: PLC0415
        from mneme.adapters.bedrock_model import BedrockModel  # noqa: PLC0415

        clients = BedrockClients(region or None)
        yield ModelProvider(BEDROCK, BedrockModel(clients, settings.bedrock_model, clock))
