"""What tests of handlers begin with: the stage's resources, and the logs that were written."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from aws_lambda_powertools.logging.formatter import LambdaPowertoolsFormatter

from mneme.application.ports.table_store import Put
from mneme.application.repositories.row_keys import TENANTS
from mneme.application.tenants.api_key_rows import KeyTerms, KeyText, key_row
from mneme.domain.tenancy import Grant, TenantContext
from tests.functions.canary import Overheard
from tests.functions.cloud import Cloud, running

ACME = TenantContext("acme")


@pytest.fixture(scope="module")
def _resources() -> Iterator[Cloud]:
    """Yield one cloud a module: its tests keep apart by their users."""
    with pytest.MonkeyPatch.context() as patch, running(patch) as cloud:
        cloud.operator().tenants.create("acme")
        _admit(cloud)
        yield cloud


def _admit(cloud: Cloud) -> None:
    """Let in the key that the events are of: verbs of privacy look it up."""
    key = KeyText("acme", "01KJKB3Q000000000000000007", "")
    row = key_row(ACME, key, KeyTerms(frozenset(Grant)), cloud.clock.now())
    cloud.operator().tables.transact(ACME, [Put(TENANTS, row)])


@pytest.fixture
def cloud(_resources: Cloud) -> Iterator[Cloud]:
    """Yield the module's cloud, and fail if a function went beyond its role."""
    _resources.role.denied.clear()
    _resources.instead.clear()
    yield _resources
    assert _resources.role.denied == []


class _Lines(logging.Handler):
    """Keeps log records as the platform would show them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(LambdaPowertoolsFormatter())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record, formatted."""
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def logged() -> Iterator[list[dict[str, Any]]]:
    """Yield the lines that handlers log meanwhile."""
    kept = _Lines()
    logger = logging.getLogger("service_undefined")
    logger.addHandler(kept)
    yield kept.lines
    logger.removeHandler(kept)


@pytest.fixture
def overheard() -> Iterator[list[str]]:
    """Yield what all loggers write meanwhile, at the most talkative level."""
    kept = Overheard()
    loggers = [logging.getLogger(), logging.getLogger("service_undefined")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(kept)
        logger.setLevel(logging.DEBUG)
    yield kept.lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(kept)
        logger.setLevel(level)
