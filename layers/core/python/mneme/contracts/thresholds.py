"""The document in which operators set thresholds: it says only what is to differ (DESIGN §18)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from pydantic import ValidationError

from mneme.contracts.http.model import WireModel
from mneme.contracts.threshold_sections import (
    CompressionSection,
    EvolutionSection,
    ExtractionSection,
    IndexBreakerSection,
    RecallSection,
    RetentionSection,
    SessionsSection,
    TenantsSection,
    WeightsSection,
)
from mneme.domain.capacity import Limit
from mneme.domain.circuit_breaker import BreakerPolicy
from mneme.domain.due import Retention
from mneme.domain.errors import InvalidRequest
from mneme.domain.evolution.compression_limits import CompressionLimits
from mneme.domain.evolution.decisions import Limits
from mneme.domain.recollection import RecallPolicy
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.session_policy import SessionPolicy
from mneme.domain.thresholds import ExtractionBounds, TenantDefaults, Thresholds
from mneme.domain.weight import ClassWeights, WeightPolicy

Document = Mapping[str, Any]
"""Sections by name, and in them values by name."""


class ThresholdsDocument(WireModel):
    """All thresholds; what is not named is as delivered."""

    recall: RecallSection = RecallSection()
    weights: WeightsSection = WeightsSection()
    retention: RetentionSection = RetentionSection()
    extraction: ExtractionSection = ExtractionSection()
    evolution: EvolutionSection = EvolutionSection()
    compression: CompressionSection = CompressionSection()
    sessions: SessionsSection = SessionsSection()
    index_breaker: IndexBreakerSection = IndexBreakerSection()
    tenants: TenantsSection = TenantsSection()

    def thresholds(self) -> Thresholds:
        """Return them as the domain sees them."""
        recall, weights = self.recall.model_dump(), self.weights.model_dump()
        share, overlap = recall.pop("relevance_share"), recall.pop("duplicate_overlap")
        shares = {"relevance": share, "weight": round(1 - share, 12)}
        tenants = self.tenants.model_dump()
        capacity = self.tenants.capacity.model_dump(by_alias=True)
        return Thresholds(
            recall=RecallPolicy(**recall),
            ranking=replace(RankingWeights(), **shares, duplicate_overlap=overlap),
            weights=WeightPolicy(**{**weights, "initial": ClassWeights(**weights["initial"])}),
            retention=Retention(**self.retention.model_dump()),
            extraction=ExtractionBounds(**self.extraction.model_dump()),
            evolution=Limits(**self.evolution.model_dump()),
            compression=CompressionLimits(**self.compression.model_dump()),
            sessions=SessionPolicy(**self.sessions.model_dump()),
            index_breaker=BreakerPolicy(**self.index_breaker.model_dump()),
            tenants=TenantDefaults(
                **{**tenants, "capacity": {Limit(name): n for name, n in capacity.items()}}
            ),
        )


def parsed_document(text: str | bytes) -> Document:
    """Return the document that a JSON text holds. Raises InvalidRequest if it is no object."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise InvalidRequest("is not JSON", field="thresholds") from error
    if not isinstance(document, dict):
        raise InvalidRequest("is no object", field="thresholds")
    return document


def whole_document(*documents: Document) -> ThresholdsDocument:
    """Return what documents say together, each over those before it.

    Raises InvalidRequest, naming the field: what is unknown, out of bounds, or does not go with
    something else.
    """
    merged: Document = reduce(_merged, documents, {})
    try:
        return ThresholdsDocument.model_validate_json(json.dumps(merged))
    except ValidationError as error:
        raise _refusal(error) from None


def thresholds_of(*documents: Document) -> Thresholds:
    """Return the thresholds that documents say together. Raises as `whole_document` does."""
    return whole_document(*documents).thresholds()


def _merged(below: Document, above: Document) -> Document:
    merged = dict(below)
    for name, value in above.items():
        under = merged.get(name)
        both = isinstance(under, Mapping) and isinstance(value, Mapping)
        merged[name] = _merged(under, value) if both else value  # type: ignore[arg-type]
    return merged


def _refusal(error: ValidationError) -> InvalidRequest:
    first = error.errors(include_url=False, include_input=False)[0]
    named = first.get("ctx", {}).get("field")
    path = [str(part) for part in first["loc"]]
    if first["type"] == "between_fields" and named:
        path.append(str(named))
    unknown = first["type"] == "extra_forbidden"
    message = "is not a known field" if unknown else first["msg"]
    return InvalidRequest(message, field=".".join(path) or "thresholds")
