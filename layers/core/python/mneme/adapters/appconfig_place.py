"""Where a deployment's thresholds are in AppConfig; known without importing what reads them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AppconfigPlace:
    """A document, by the ids of AppConfig."""

    application: str
    environment: str
    profile: str
