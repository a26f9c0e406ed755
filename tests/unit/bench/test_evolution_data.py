"""The labelled chains: enough of each class and language, and no chain in both halves."""

from collections import Counter

import pytest

from bench.evolution import EXPECTED, Outcome, load, tell
from mneme.domain.task import Decision

HALVES = ("seen", "unseen")


@pytest.mark.parametrize("half", HALVES)
def test_each_half_has_chains_of_every_class_in_both_languages(half: str) -> None:
    kinds = Counter((chain.kind, chain.language) for chain in load(half))

    assert {kind for kind, _ in kinds} == set(EXPECTED)
    assert all(kinds[kind, language] for kind in EXPECTED for language in ("en", "zh"))
    assert all(len(chain.told) > 1 for chain in load(half))


def test_no_chain_is_in_both_halves() -> None:
    told = [chain.told for half in HALVES for chain in load(half)]

    assert len(told) == len(set(told)) >= 80


def test_a_memory_that_decides_ends_nothing_by_mistake() -> None:
    first_of_each = {chain.kind: chain for chain in reversed(load("seen"))}

    outcomes = {one.chain.kind: one for one in tell(first_of_each.values(), decides=True)}

    assert [kind for kind, one in outcomes.items() if one.ended or one.lost] == []
    assert sum(one.right for one in outcomes.values()) >= len(EXPECTED) - 1


def test_a_memory_that_appends_keeps_stale_values_and_repetitions() -> None:
    chains = [chain for chain in load("seen") if chain.kind in {"changed", "same"}][:12]

    outcomes = list(tell(chains, decides=False))

    assert {one.decision for one in outcomes} <= {Decision.ADD, Decision.SKIP}
    assert any(one.stale for one in outcomes)
    assert any(one.duplicate for one in outcomes)


def test_a_fact_that_was_taken_for_known_counts_as_lost() -> None:
    chain = next(chain for chain in load("seen") if chain.kind == "similar")

    outcome = Outcome(chain, Decision.SKIP, ())

    assert (outcome.lost, outcome.right, outcome.ended) == (True, False, False)
