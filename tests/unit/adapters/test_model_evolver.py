"""The evolver that asks a model: what it shows, what it counts, and what it makes of an answer."""

from collections.abc import Mapping

import pytest

from mneme.adapters.model_evolver import ModelEvolver
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.evolution.decisions import Case, Proposal, Reason
from mneme.domain.task import Decision
from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles.counting_ids import CountingIds
from tests.doubles.evolving import answered
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.model_world import a_chain
from tests.doubles.scripted_model import ScriptedModel
from tests.unit.domain.evolution.evolution_builders import a_candidate, a_fact

ACME = internal_context("acme")
CASES = [
    Case(a_fact("Likes milk"), (a_candidate("Likes tea", "tea"),), "own-1"),
    Case(
        a_fact("Likes cocoa"),
        (
            a_candidate("Likes milk", "own-1", unsaid=True),
            a_candidate("Likes tea", "tea"),
            a_candidate("Has two sisters", "sisters"),
        ),
        "own-2",
    ),
]
TEA, SISTERS, MILK, COCOA = 1, 2, 3, 4


class Evolving:
    """An evolver over a scripted model, with what it logs."""

    def __init__(self, *answers: str | Exception, seconds: float = 0.0) -> None:
        self.clock = FixedClock()
        self.model = ScriptedModel(*answers, clock=self.clock, seconds=seconds)
        self.counts: list[Mapping[str, int]] = []
        chain = a_chain(self.clock, model=self.model)
        self.evolver = ModelEvolver(chain, self.clock, CountingIds(), self)

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        self.counts.append(dict(counts))

    def propose(self, cases: list[Case] | None = None) -> list[Proposal | None]:
        return self.evolver.propose(ACME, CASES if cases is None else cases)


def test_numbers_are_turned_into_what_they_stand_for() -> None:
    evolving = Evolving(
        answered(
            {"fact": MILK, "decision": "UPDATE", "targets": [TEA], "text": "Likes tea and milk"},
            {"fact": COCOA, "decision": "DELETE", "targets": [MILK, SISTERS]},
        )
    )

    assert evolving.propose() == [
        Proposal(Decision.UPDATE, ("tea",), "Likes tea and milk", Reason.MODEL),
        Proposal(Decision.DELETE, ("own-1", "sisters"), None, Reason.MODEL),
    ]


def test_what_is_not_on_the_list_is_counted_and_changes_nothing() -> None:
    evolving = Evolving(
        answered(
            {"fact": MILK, "decision": "UPDATE", "targets": [12, COCOA, MILK]},
            {"fact": COCOA, "decision": "DELETE", "targets": [TEA, 99]},
        )
    )

    first, second = evolving.propose()

    assert first == Proposal(Decision.ADD, unknown_targets=3)
    assert second == Proposal(Decision.DELETE, ("tea",), None, Reason.MODEL, 1)
    assert evolving.counts[0]["unknown_targets"] == 4


def test_a_fact_without_a_decision_is_passed_over() -> None:
    evolving = Evolving(answered({"fact": COCOA, "decision": "ADD"}))

    assert evolving.propose() == [None, Proposal(Decision.ADD, reason=Reason.MODEL)]
    assert evolving.counts[0]["passed_over"] == 1


def test_of_two_decisions_about_a_fact_the_one_that_is_no_add_counts() -> None:
    evolving = Evolving(
        answered(
            {"fact": MILK, "decision": "ADD"},
            {"fact": MILK, "decision": "DELETE", "targets": [TEA]},
            {"fact": MILK, "decision": "SKIP", "targets": [TEA]},
        )
    )

    first, _ = evolving.propose()

    assert first is not None
    assert first.decision is Decision.DELETE


def test_the_second_try_has_the_time_that_is_left_and_more_room() -> None:
    evolving = Evolving("hm", answered({"fact": MILK, "decision": "ADD"}), seconds=15.0)

    evolving.propose()

    first, second = evolving.model.prompts
    assert evolving.model.timeouts == pytest.approx([40.0, 25.0])
    assert second.max_output_tokens == 2 * first.max_output_tokens
    assert second.user.startswith(first.user)
    assert evolving.counts[0]["ill_formed"] == 1


def test_two_answers_that_cannot_be_read_are_a_failure() -> None:
    evolving = Evolving("hm", '{"decisions": [{"fact": 3, "decision": "ADD"')

    with pytest.raises(ExtractionFailed):
        evolving.propose()

    assert evolving.counts[0]["ill_formed"] == 2


def test_an_outage_is_handed_on_and_counted() -> None:
    evolving = Evolving(ModelOutage(OutageReason.THROTTLED))

    with pytest.raises(ModelOutage):
        evolving.propose()

    assert evolving.counts == [{"facts": 2, "memories": 2}]


def test_every_prompt_has_a_fence_of_its_own() -> None:
    answer = answered({"fact": MILK, "decision": "ADD"})
    evolving = Evolving(answer, answer)

    evolving.propose()
    evolving.propose()

    first, second = (prompt.user for prompt in evolving.model.prompts)
    assert first != second


def test_it_serves_whom_the_models_serve() -> None:
    assert Evolving().evolver.serves(ACME)
