"""The key service down, hanging, throttled or slow: 50002 in time, nothing half done, then well."""

import pytest

from infra.functions import FUNCTIONS
from mneme.adapters.call_bounds import CallBounds
from mneme.application.repositories.branch_keys import REST_SECONDS
from mneme.contracts.http.verbs import VERBS
from tests.functions.key_service_faults import (
    BODIES,
    NEEDS_NO_KEY,
    UNAVAILABLE,
    Process,
    Trouble,
    asked,
    prepared,
    refused,
)

OUT_OF_TIME = 50401
GIVEN_UP_SECONDS = 20.0
"""In which a call ends that a recall has given up."""
FUNCTION_OF = {
    route.path.removeprefix("/memory/v1/"): function
    for function in FUNCTIONS
    for route in function.routes
}
VERB_NAMES = [verb.name for verb in VERBS]


def _bounds(verb: str) -> CallBounds:
    calls = FUNCTION_OF[verb].calls
    return CallBounds() if calls is None else CallBounds(calls.read_seconds, calls.tries)


def test_every_verb_is_asked() -> None:
    assert BODIES.keys() == FUNCTION_OF.keys() == set(VERB_NAMES)


@pytest.mark.parametrize("verb", VERB_NAMES)
@pytest.mark.parametrize("trouble", [Trouble.DOWN, Trouble.HANGS], ids=str)
def test_a_verb_answers_in_time_that_it_cannot_and_does_nothing_and_then_it_can(
    verb: str, trouble: Trouble
) -> None:
    durable, names = prepared()
    process = Process(durable)
    before, began = process.stored(), durable.clock.monotonic()
    process.in_trouble(trouble, _bounds(verb))

    answer = asked(process, verb, names)

    took = durable.clock.monotonic() - began
    assert took < FUNCTION_OF[verb].timeout_seconds
    if verb in NEEDS_NO_KEY:
        assert (answer.code, process.key_service.calls) == (0, 0)
        return
    assert process.key_service.calls == 1, "whoever got no answer asks no more for a while"
    if verb == "recall":
        assert took <= 0.5
        assert answer.code in {UNAVAILABLE, OUT_OF_TIME}
    else:
        assert refused(answer), answer
    assert process.stored() == before

    process.in_trouble(None)
    durable.clock.sleep(REST_SECONDS + GIVEN_UP_SECONDS)
    again = asked(process, verb, names)

    assert again.code == 0, again.message
    assert not refused(again)
    assert process.amounts() == _without_trouble(verb)


@pytest.mark.parametrize("verb", [name for name in VERB_NAMES if name not in NEEDS_NO_KEY])
@pytest.mark.parametrize("trouble", [Trouble.THROTTLES, Trouble.SLOW], ids=str)
def test_a_verb_that_is_asked_until_it_can_does_what_it_does_once(
    verb: str, trouble: Trouble
) -> None:
    durable, names = prepared()
    process = Process(durable)
    process.in_trouble(trouble)

    codes = []
    for _ in range(4):
        answer = asked(process, verb, names)
        codes.append(answer.code)
        if answer.code == 0 and not refused(answer):
            break
        durable.clock.sleep(REST_SECONDS)

    assert not refused(answer)
    assert set(codes) <= {0, UNAVAILABLE}
    assert len(codes) == (3 if trouble is Trouble.THROTTLES else 1)
    assert process.amounts() == _without_trouble(verb)


def _without_trouble(verb: str) -> dict[str, int]:
    """Return how much is stored after the verb was asked while all was well."""
    durable, names = prepared()
    process = Process(durable)
    assert asked(process, verb, names).code == 0
    return process.amounts()
