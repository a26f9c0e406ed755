"""What holds for the isolation suite."""

import logging
from collections.abc import Iterator

import pytest

import tests.isolation.deployment  # noqa: F401 - makes the functions' loggers
from tests.contract.emulator_fixtures import emulator_url  # noqa: F401 - a fixture


@pytest.fixture(autouse=True)
def _quiet_functions() -> Iterator[None]:
    """Keep what the functions log of every request out of the reports of long programs."""
    logger = logging.getLogger("service_undefined")
    level = logger.level
    logger.setLevel(logging.WARNING)
    yield
    logger.setLevel(level)
