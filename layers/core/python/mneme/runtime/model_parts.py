"""The language models, and who asks them."""

from functools import cached_property

from mneme.application.ports.compressor import Compressor
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.evolver import Evolver
from mneme.application.ports.extractor import Extractor
from mneme.application.ports.language_model import ServingModel
from mneme.runtime.models import (
    extraction_log,
    extractor,
    language_model,
    model_compressor,
    model_evolver,
)
from mneme.runtime.tenant_settings import TenantSettings


class ModelParts(TenantSettings):
    """What is imported only where a model may be asked."""

    @cached_property
    def language_model(self) -> ServingModel | None:
        """The language models, as one; None if the deployment names none."""
        return language_model(
            self.settings.models, self.settings.region, self.clock, self.tenant_rows, self.metrics
        )

    @cached_property
    def extractor(self) -> Extractor:
        """From conversations to facts."""
        return extractor(
            self.settings.models,
            self.language_model,
            self.clock,
            self.ids,
            self.extraction_log,
            self.thresholds,
        )

    @cached_property
    def extraction_log(self) -> CountsLog:
        """The account of extractions."""
        return extraction_log(self.metrics)

    @cached_property
    def model_evolver(self) -> Evolver | None:
        """The evolver that asks a model; None if the deployment names none."""
        return model_evolver(self.language_model, self.clock, self.ids, self.metrics)

    @cached_property
    def compressor(self) -> Compressor | None:
        """What writes one memory of several; None if the deployment names no model."""
        return model_compressor(self.language_model, self.clock, self.ids, self.metrics)
