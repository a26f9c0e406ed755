"""The account of claims and proposals: counts by tenant, and nothing of what was said."""

import logging

import pytest

from mneme.adapters.logged_counts import LoggedCounts
from mneme.domain.tenancy import internal_context


@pytest.mark.parametrize(
    ("message", "name"), [("facts extracted", "extraction"), ("facts compared", "evolution")]
)
def test_one_line_tells_the_counts_of_a_conversation_or_a_task(
    caplog: pytest.LogCaptureFixture, message: str, name: str
) -> None:
    log = LoggedCounts(logging.getLogger("counts"), message, name)

    with caplog.at_level(logging.INFO):
        log.record(internal_context("acme"), {"facts": 2, "foreign": 1})

    (line,) = caplog.records
    assert line.getMessage() == message
    assert (line.tenant, getattr(line, name)) == ("acme", {"facts": 2, "foreign": 1})  # type: ignore[attr-defined]
