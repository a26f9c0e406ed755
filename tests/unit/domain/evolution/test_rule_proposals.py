"""The evolver without a model proposes only what the words of fact and memory show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution.decisions import Candidate, Case, Proposal, Reason
from mneme.domain.evolution.rule_proposals import proposed
from mneme.domain.fact import Fact
from mneme.domain.task import Decision
from tests.unit.domain.evolution.evolution_builders import STEM, a_candidate, a_fact, judge

NOTHING = Proposal(Decision.ADD)


def propose(fact: Fact, *known: Candidate) -> Proposal:
    return proposed(Case(fact, known), STEM)


def test_without_candidates_a_fact_is_new() -> None:
    assert propose(a_fact()) == NOTHING


def test_other_words_for_a_known_statement_are_skipped() -> None:
    proposal = propose(a_fact("Loves cheese pizza"), a_candidate("Likes cheese pizza", "pizza"))

    assert proposal == Proposal(Decision.SKIP, ("pizza",), reason=Reason.SAME_MEANING)


def test_the_same_value_of_a_state_is_skipped_in_other_words() -> None:
    proposal = propose(a_fact("I'm living in Oslo now"), a_candidate("I live in Oslo", "home"))

    assert proposal == Proposal(Decision.SKIP, ("home",), reason=Reason.SAME_MEANING)


def test_a_fact_that_says_more_is_the_fuller_text() -> None:
    known = a_candidate("Likes cheese pizza", "pizza")

    proposal = propose(a_fact("Likes cheese pizza with olives"), known)

    assert proposal == Proposal(Decision.MERGE, ("pizza",), reason=Reason.MORE_COMPLETE)


def test_a_fact_of_several_sentences_says_more_than_one_of_them() -> None:
    known = a_candidate("I like tea.", "tea")

    proposal = propose(a_fact("I like tea. I have two sisters."), known)

    assert (proposal.decision, proposal.targets) == (Decision.MERGE, ("tea",))
    assert propose(
        a_fact("I love tea"), a_candidate("I like tea. I have two sisters.")
    ).decision is (Decision.SKIP)


def test_two_things_liked_are_joined() -> None:
    proposal = propose(a_fact("喜欢鸡肉披萨"), a_candidate("喜欢芝士披萨", "pizza"))

    assert proposal == Proposal(Decision.MERGE, ("pizza",), "喜欢芝士和鸡肉披萨", Reason.JOINED)


def test_a_contradicted_memory_ends_and_one_with_a_slot_goes_on() -> None:
    fact = a_fact("K was moved to project Beta")
    free = a_candidate("K is on project Alpha", "free")
    keyed = a_candidate("K is on project Alpha", "keyed", fact_key="project")

    ended = propose(fact, free)
    goes_on = propose(fact, free, keyed)

    assert ended == Proposal(Decision.DELETE, ("free",), reason=Reason.CONTRADICTED)
    assert goes_on == Proposal(Decision.UPDATE, ("keyed",), reason=Reason.CONTRADICTED)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Ana is my sister", "Eva is my sister"),
        ("Project deadline is in October", "The project is overdue"),
        ("I play the piano", "I play the guitar well"),
        ("I went to the gym today", "I went to the gym today."),
        ("Wants to visit Japan", "Has visited Japan"),
    ],
)
def test_where_the_words_do_not_show_it_a_fact_is_added(known: str, new: str) -> None:
    assert propose(a_fact(new), a_candidate(known)) == NOTHING


@pytest.mark.parametrize(
    ("known", "new"),
    [("He likes tea.", "He likes coffee."), ("我朋友喜欢茶", "我朋友喜欢咖啡")],
)
def test_what_may_be_said_of_two_people_is_not_joined(known: str, new: str) -> None:
    assert propose(a_fact(new), a_candidate(known)) == NOTHING


def test_a_denial_in_doubt_is_added_beside_what_it_may_deny() -> None:
    known = [a_candidate("He works nights", name) for name in ("m1", "m2")]

    proposal = propose(a_fact("He doesn't work nights"), *known)

    assert proposal == Proposal(Decision.ADD, ("m1", "m2"), reason=Reason.IN_DOUBT)


@pytest.mark.parametrize(
    ("similarity", "decision"),
    [(0.79, Decision.ADD), (0.80, Decision.SKIP)],
)
def test_the_same_needs_the_similarity_of_a_paraphrase(
    similarity: float, decision: Decision
) -> None:
    known = a_candidate("Likes cheese pizza", similarity=similarity)

    assert propose(a_fact("Loves cheese pizza"), known).decision is decision


@pytest.mark.parametrize(
    ("similarity", "decision"),
    [(0.89, Decision.ADD), (0.90, Decision.MERGE)],
)
def test_memories_are_made_one_from_nine_tenths_on(similarity: float, decision: Decision) -> None:
    known = a_candidate("Likes cheese pizza", similarity=similarity)

    assert propose(a_fact("Likes chicken pizza"), known).decision is decision


_SAID = [
    "Likes cheese pizza",
    "Loves chicken pizza",
    "Does not like cheese pizza",
    "Lives in Oslo",
    "Moved from Oslo to Rome",
    "Has 2 cats",
    "喜欢芝士披萨",
    "不喜欢芝士披萨",
    "搬到广州了",
]
said = st.sampled_from(_SAID) | st.text(max_size=40)


@given(said, said)
def test_what_rules_propose_stands_before_the_discipline(known: str, new: str) -> None:
    candidate = a_candidate(known)
    proposal = propose(a_fact(new), candidate)

    assert judge(a_fact(new), proposal, candidate).decision is proposal.decision


def test_long_texts_are_not_compared_sentence_by_sentence() -> None:
    many = "I like tea. " * 300

    assert propose(a_fact(many), a_candidate(many + "I like milk.")) == NOTHING
