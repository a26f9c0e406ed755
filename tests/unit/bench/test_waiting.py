"""Waits end: with what was waited for, or with an error."""

import pytest

from bench.waiting import TooLateError, until


def test_a_condition_that_holds_is_not_waited_for() -> None:
    until(lambda: True, deadline=0.0, what="nothing")


def test_a_condition_that_never_holds_is_an_error_after_its_deadline() -> None:
    with pytest.raises(TooLateError, match="the index took too long"):
        until(lambda: False, deadline=0.0, what="the index")
