"""A provider that keeps failing is left alone for a time, and then tried."""

import pytest

from mneme.application.models.model_chain import FAIR_SECONDS
from mneme.domain.circuit_breaker import BreakerState
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.measures import Measured
from mneme.domain.tenancy import internal_context
from tests.doubles import FixedClock
from tests.doubles.model_world import FAULT, LATE, REFUSED, Allowed, ModelWorld
from tests.doubles.scripted_model import ScriptedModel


def test_a_provider_that_keeps_failing_is_not_asked_for_a_time() -> None:
    world = ModelWorld(
        failures=2, first=ScriptedModel(LATE, LATE, "{}"), second=ScriptedModel(*"abc")
    )

    answers = [world.ask().text for _ in range(3)]

    assert answers == ["a", "b", "c"]
    assert world.models["first"].calls == 2
    assert world.chain.breaker_states() == {
        "first": BreakerState.OPEN,
        "second": BreakerState.CLOSED,
    }


def test_a_provider_has_all_the_time_if_those_behind_it_would_not_be_asked() -> None:
    access = Allowed(("first", "second"), {"globex": ("second",)})
    world = ModelWorld(access, failures=1, first=ScriptedModel("{}"), second=ScriptedModel(LATE))
    with pytest.raises(ModelOutage):
        world.ask(tenant=internal_context("globex"))

    world.ask(20.0)

    assert world.models["first"].timeouts == [20.0]


def test_repetitions_stop_when_the_breaker_opens() -> None:
    world = ModelWorld(failures=2, first=ScriptedModel(FAULT, FAULT))

    outage = world.outage()

    assert outage.reason is OutageReason.BREAKER_OPEN
    assert world.models["first"].calls == 2
    assert world.metrics.names(Measured.MODEL_BREAKER_OPENED) == ["model_breaker_opened"]


def test_when_all_breakers_are_open_the_caller_learns_when_to_come_back() -> None:
    clock = FixedClock()
    second = ScriptedModel(LATE, clock=clock, seconds=10.0)
    world = ModelWorld(clock=clock, failures=1, first=ScriptedModel(LATE), second=second)
    world.outage()

    outage = world.outage()

    assert (outage.reason, outage.retry_after_seconds) == (OutageReason.BREAKER_OPEN, 20.0)
    assert world.models["first"].calls == second.calls == 1


def test_while_one_breaker_is_closed_the_caller_is_told_of_the_failure() -> None:
    world = ModelWorld(failures=2, first=ScriptedModel(FAULT, FAULT), second=ScriptedModel(LATE))

    assert world.outage().reason is OutageReason.TIMED_OUT
    assert world.chain.breaker_states()["first"] is BreakerState.OPEN


def test_after_its_time_one_call_tries_the_provider_and_closes_its_breaker() -> None:
    world = ModelWorld(failures=1, first=ScriptedModel(LATE, "{}", "{}"))
    world.outage()
    world.clock.advance(30.0)

    world.ask()

    assert world.chain.breaker_states() == {"first": BreakerState.CLOSED}


def test_a_try_that_fails_is_not_repeated() -> None:
    world = ModelWorld(failures=1, first=ScriptedModel(FAULT, FAULT))
    world.outage()
    world.clock.advance(30.0)

    assert world.outage().reason is OutageReason.BREAKER_OPEN
    assert world.models["first"].calls == 2
    assert world.pauses == []


def test_a_refusal_is_an_answer_to_the_breaker() -> None:
    world = ModelWorld(failures=2, first=ScriptedModel(LATE, REFUSED, LATE, "{}"))

    for expected in (ModelOutage, ExtractionFailed, ModelOutage):
        with pytest.raises(expected):
            world.ask()

    assert world.ask().text == "{}"


def test_a_provider_that_got_the_last_seconds_of_a_deadline_is_not_blamed_for_them() -> None:
    world = ModelWorld(failures=1, only=ScriptedModel(LATE, LATE))

    for seconds, state in (
        (FAIR_SECONDS - 0.1, BreakerState.CLOSED),
        (FAIR_SECONDS, BreakerState.OPEN),
    ):
        with pytest.raises(ModelOutage):
            world.ask(seconds)

        assert world.chain.breaker_states() == {"only": state}


def test_a_provider_that_cannot_be_reached_is_blamed_however_little_time_it_had() -> None:
    world = ModelWorld(failures=1, only=ScriptedModel(FAULT))

    with pytest.raises(ModelOutage):
        world.ask(FAIR_SECONDS - 0.1)

    assert world.chain.breaker_states() == {"only": BreakerState.OPEN}
