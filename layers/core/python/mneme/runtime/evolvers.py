"""The evolver of a deployment that names language models."""

from aws_lambda_powertools import Logger

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.evolver import Evolver
from mneme.application.ports.language_model import ServingModel


def model_evolver(model: ServingModel | None, clock: Clock, ids: Ids) -> Evolver | None:
    """Return the evolver that asks the model, None without one: rules alone decide then."""
    if model is None:
        return None
    # Prompts and their contracts cost imports that a deployment without models need not pay.
    from mneme.adapters.logged_evolution import LoggedEvolution  # noqa: PLC0415
    from mneme.adapters.model_evolver import ModelEvolver  # noqa: PLC0415

    return ModelEvolver(model, clock, ids, LoggedEvolution(Logger()))
