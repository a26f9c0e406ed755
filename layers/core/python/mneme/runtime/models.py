"""The language models of a deployment, as one chain, and who asks them; rules, without any."""

from collections.abc import Iterator

from aws_lambda_powertools import Logger

from mneme.adapters.deterministic_extractor import DeterministicExtractor
from mneme.adapters.logged_counts import LoggedCounts
from mneme.adapters.logged_usage import LoggedUsage
from mneme.application.models.measured_counts import MeasuredCounts
from mneme.application.models.measured_usage import MeasuredUsage
from mneme.application.models.model_chain import ModelChain, ModelProvider
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.compressor import Compressor
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.evolver import Evolver
from mneme.application.ports.extractor import Extractor
from mneme.application.ports.language_model import ServingModel
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.runtime.providers import BEDROCK, ENDPOINT
from mneme.runtime.settings import Fallback, ModelSettings


def language_model(
    settings: ModelSettings,
    region: str,
    clock: Clock,
    tenants: TenantRows,
    metrics: Metrics = NO_METRICS,
) -> ServingModel | None:
    """Return the chain of the named models, the server's own before Bedrock; None without any.

    Each tenant is served by those that its row allows.
    """
    providers = tuple(_providers(settings, region, clock))
    if not providers:
        return None
    return ModelChain(
        providers,
        ProviderLists(tenants, tuple(provider.name for provider in providers)),
        MeasuredUsage(LoggedUsage(Logger()), metrics),
        clock,
        clock.sleep,
        clock.chance,
        metrics=metrics,
    )


def extraction_log(metrics: Metrics = NO_METRICS) -> CountsLog:
    """Return the account of extractions, in the structured log and as metrics."""
    return MeasuredCounts(LoggedCounts(Logger(), "facts extracted", "extraction"), metrics)


def extractor(
    settings: ModelSettings,
    model: ServingModel | None,
    clock: Clock,
    ids: Ids,
    log: CountsLog,
    thresholds: ThresholdsNow = as_delivered,
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
        thresholds=thresholds,
    )


def model_evolver(
    model: ServingModel | None, clock: Clock, ids: Ids, metrics: Metrics = NO_METRICS
) -> Evolver | None:
    """Return the evolver that asks the model, None without one: rules alone decide then."""
    if model is None:
        return None
    from mneme.adapters.model_evolver import ModelEvolver  # noqa: PLC0415

    log = MeasuredCounts(LoggedCounts(Logger(), "facts compared", "evolution"), metrics)
    return ModelEvolver(model, clock, ids, log)


def model_compressor(
    model: ServingModel | None, clock: Clock, ids: Ids, metrics: Metrics = NO_METRICS
) -> Compressor | None:
    """Return the compressor that asks the model, None without one: nothing is compressed then."""
    if model is None:
        return None
    from mneme.adapters.model_compressor import ModelCompressor  # noqa: PLC0415

    log = MeasuredCounts(LoggedCounts(Logger(), "memories compressed", "compression"), metrics)
    return ModelCompressor(model, clock, ids, log)


def _providers(settings: ModelSettings, region: str, clock: Clock) -> Iterator[ModelProvider]:
    # Clients and the SDK cost imports that a deployment without models need not pay.
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
