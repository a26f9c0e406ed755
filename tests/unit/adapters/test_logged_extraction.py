"""The account of extractions: counts by tenant, and nothing of what was said."""

import logging

import pytest

from mneme.adapters.logged_extraction import LoggedExtraction
from mneme.domain.tenancy import internal_context


def test_one_line_tells_the_counts_of_a_conversation(caplog: pytest.LogCaptureFixture) -> None:
    log = LoggedExtraction(logging.getLogger("extraction"))

    with caplog.at_level(logging.INFO):
        log.record(internal_context("acme"), {"facts": 2, "foreign": 1})

    (line,) = caplog.records
    assert line.getMessage() == "facts extracted"
    assert (line.tenant, line.extraction) == ("acme", {"facts": 2, "foreign": 1})  # type: ignore[attr-defined]
