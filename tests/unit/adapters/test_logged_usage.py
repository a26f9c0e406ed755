"""What of a model's answer is logged."""

import logging

import pytest

from mneme.adapters.logged_usage import LoggedUsage
from mneme.domain.tenancy import internal_context


def test_one_line_an_answer_tells_who_asked_what_and_what_it_cost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "usage")

    LoggedUsage(logging.getLogger("usage")).record(
        internal_context("acme"), "extraction", "small-one", 120, 7
    )

    (line,) = caplog.records
    told = {name: vars(line)[name] for name in ("tenant", "model_task", "model")}
    assert told == {"tenant": "acme", "model_task": "extraction", "model": "small-one"}
    assert (vars(line)["input_tokens"], vars(line)["output_tokens"]) == (120, 7)
