"""Which provider is asked, how often, for how long, and what is told if none answers."""

import pytest

from mneme.application.models.model_chain import LEAST_SECONDS
from mneme.domain.circuit_breaker import BreakerState
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.tenancy import internal_context
from tests.doubles import FixedClock
from tests.doubles.model_world import ACME, FAULT, LATE, PROMPT, REFUSED, Allowed, ModelWorld
from tests.doubles.scripted_model import ScriptedModel


def test_the_first_provider_that_answers_is_the_only_one_asked() -> None:
    world = ModelWorld(first=ScriptedModel("{}"), second=ScriptedModel())

    assert world.ask().text == "{}"
    assert world.models["first"].prompts == [PROMPT]
    assert world.models["second"].calls == 0


def test_tokens_are_recorded_by_tenant_task_and_model_once_for_an_answer() -> None:
    world = ModelWorld(first=ScriptedModel(FAULT, "{}"))

    world.ask()

    assert world.usage.rows == [("acme", "extraction", "scripted", 100, 10)]


def test_a_passing_outage_is_tried_again_after_a_growing_pause() -> None:
    world = ModelWorld(first=ScriptedModel(FAULT, FAULT, "{}"))

    assert world.ask().text == "{}"
    assert world.pauses == [0.5, 1.0]


def test_a_server_is_given_the_pause_it_asks_for() -> None:
    throttled = ModelOutage(OutageReason.THROTTLED, retry_after_seconds=3.0)
    world = ModelWorld(first=ScriptedModel(throttled, "{}"))

    world.ask()

    assert world.pauses == [3.5]


@pytest.mark.parametrize(
    "outage",
    [LATE, ModelOutage(OutageReason.MISCONFIGURED), ModelOutage(OutageReason.THROTTLED, 3600.0)],
)
def test_what_does_not_pass_at_once_goes_to_the_next_provider(outage: ModelOutage) -> None:
    world = ModelWorld(first=ScriptedModel(outage), second=ScriptedModel("{}"))

    assert world.ask().text == "{}"
    assert world.pauses == []


def test_after_its_attempts_a_provider_is_left_for_the_next() -> None:
    world = ModelWorld(first=ScriptedModel(FAULT, FAULT, FAULT), second=ScriptedModel("{}"))

    assert world.ask().text == "{}"
    assert world.models["first"].calls == 3


def test_a_refusal_is_not_repeated_and_goes_to_the_next_provider() -> None:
    world = ModelWorld(first=ScriptedModel(REFUSED), second=ScriptedModel("{}"))

    assert world.ask().text == "{}"
    assert world.models["first"].calls == 1


def test_what_every_provider_refuses_will_never_succeed() -> None:
    world = ModelWorld(first=ScriptedModel(REFUSED), second=ScriptedModel(REFUSED))

    with pytest.raises(ExtractionFailed):
        world.ask()


@pytest.mark.parametrize("answers", [(REFUSED, LATE), (LATE, REFUSED)])
def test_what_one_provider_might_answer_later_may_succeed_later(
    answers: tuple[Exception, Exception],
) -> None:
    world = ModelWorld(first=ScriptedModel(answers[0]), second=ScriptedModel(answers[1]))

    assert world.outage().reason is OutageReason.TIMED_OUT


def test_an_outage_of_all_tells_why_the_last_one_failed_and_when_to_ask_again() -> None:
    throttled = ModelOutage(OutageReason.THROTTLED, retry_after_seconds=600.0)
    world = ModelWorld(first=ScriptedModel(LATE), second=ScriptedModel(throttled))

    outage = world.outage()

    assert (outage.reason, outage.retry_after_seconds) == (OutageReason.THROTTLED, 600.0)
    assert outage.retryable


def test_a_provider_may_not_use_up_the_time_of_those_behind_it() -> None:
    world = ModelWorld(first=ScriptedModel(LATE), second=ScriptedModel("{}"))

    world.ask(30.0)

    assert world.models["first"].timeouts == [pytest.approx(20.0)]
    assert world.models["second"].timeouts == [pytest.approx(30.0)]


def test_repetitions_get_what_is_left_of_the_time() -> None:
    clock = FixedClock()
    slow = ScriptedModel(FAULT, FAULT, "{}", clock=clock, seconds=4.0)

    ModelWorld(clock=clock, slow=slow).ask(20.0)

    assert slow.timeouts == [20.0, 15.5, 10.5]


def test_no_pause_outlasts_the_deadline() -> None:
    world = ModelWorld(first=ScriptedModel(FAULT, FAULT))

    # The second pause, of a second, would leave too little time to ask.
    assert world.outage(0.5 + 1.0 + LEAST_SECONDS / 2).reason is OutageReason.SERVER_FAULT
    assert world.pauses == [0.5]


def test_with_too_little_time_no_model_is_asked_or_blamed() -> None:
    world = ModelWorld(failures=1, first=ScriptedModel())

    assert world.outage(LEAST_SECONDS / 2).reason is OutageReason.TIMED_OUT
    assert world.chain.breaker_states() == {"first": BreakerState.CLOSED}


def test_only_the_providers_a_tenant_allows_are_asked_in_its_order() -> None:
    access = Allowed(("first", "second"), {"acme": ("third", "first", "third")})
    models = {name: ScriptedModel(LATE) for name in ("first", "second", "third")}
    world = ModelWorld(access, **models)

    world.outage()

    assert [models[name].calls for name in ("first", "second", "third")] == [1, 0, 1]
    assert models["third"].timeouts < models["first"].timeouts


@pytest.mark.parametrize("allowed", [(), ("unheard-of",)])
def test_without_an_allowed_provider_nothing_is_asked(allowed: tuple[str, ...]) -> None:
    world = ModelWorld(Allowed(("first",), {"acme": allowed}), first=ScriptedModel("{}"))

    assert not world.chain.serves(ACME)
    assert world.chain.serves(internal_context("globex"))
    with pytest.raises(ExtractionFailed, match="no provider"):
        world.ask()


def test_what_no_port_names_is_not_taken_for_an_outage() -> None:
    world = ModelWorld(first=ScriptedModel(KeyError("a bug")), second=ScriptedModel("{}"))

    with pytest.raises(KeyError):
        world.ask()
