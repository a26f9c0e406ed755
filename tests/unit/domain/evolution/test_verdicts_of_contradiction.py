"""What a contradiction retires, and what stays beside it in conflict."""

from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution.decisions import Interval, Proposal, Reason, Verdict
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision
from tests.unit.domain.evolution.evolution_builders import (
    EARLIER,
    LATER,
    NOW,
    a_candidate,
    a_fact,
    judge,
    propose,
)

MOVED = a_fact("Moved to Rome")


def test_a_contradiction_retires_what_it_may() -> None:
    verdict = judge(MOVED, propose(Decision.DELETE, "old"), a_candidate("Lives in Oslo"))

    assert verdict == Verdict(Decision.DELETE, Reason.MODEL, ("old",))
    assert verdict.superseded == ("old",)


def test_what_may_not_be_retired_is_marked_in_conflict() -> None:
    told = a_candidate("Lives in Oslo", "told", provenance=Provenance.EXPLICIT_REQUEST)
    newer = a_candidate("Lives in Bonn", "newer", observed_at=LATER, valid_at=LATER)
    older = a_candidate("Lives in Graz", "older")

    verdict = judge(MOVED, propose(Decision.DELETE, "told", "newer", "older"), told, newer, older)

    until = Interval(LATER, "newer")
    in_conflict = ("told", "newer")
    assert verdict == Verdict(Decision.DELETE, Reason.MODEL, ("older",), None, in_conflict, until)


def test_where_nothing_may_be_retired_the_fact_is_added_in_conflict() -> None:
    told = a_candidate("Lives in Oslo", "told", provenance=Provenance.USER_CONFIRMED)

    verdict = judge(MOVED, propose(Decision.DELETE, "told"), told)

    assert verdict == Verdict(Decision.ADD, Reason.LOWER_PROVENANCE, conflicts_with=("told",))


def test_what_is_in_doubt_retires_nothing_and_is_marked_with_a_few() -> None:
    near = [a_candidate("He works nights", f"m{n}") for n in range(5)]
    far = a_candidate("He works nights", "far", similarity=0.1)
    doubt = Proposal(Decision.ADD, ("far", *(one.memory_id for one in near)), None, Reason.IN_DOUBT)

    verdict = judge(a_fact("He doesn't work nights"), doubt, far, *near)

    assert verdict == Verdict(Decision.ADD, Reason.IN_DOUBT, conflicts_with=("m0", "m1", "m2"))


def test_one_fact_retires_no_more_than_a_few_memories() -> None:
    known = [a_candidate("Lives in Oslo", f"m{n}") for n in range(10)]

    verdict = judge(MOVED, propose(Decision.DELETE, *(f"m{n}" for n in range(10))), *known)

    assert verdict.superseded == ("m0", "m1", "m2")


TEXTS = ["Likes cheese pizza", "Likes chicken pizza", "Does not like pizza", "喜欢披萨", "x" * 5000]
candidates = st.lists(
    st.builds(
        a_candidate,
        st.sampled_from(TEXTS),
        st.sampled_from("abcde"),
        similarity=st.sampled_from([0.0, 0.2, 0.8, 0.9, 1.0]),
        provenance=st.sampled_from(Provenance),
        observed_at=st.sampled_from([EARLIER, LATER]),
        expire_at=st.sampled_from([None, LATER]),
        fact_key=st.sampled_from([None, "food"]),
    ),
    max_size=6,
    unique_by=lambda one: one.memory_id,
)
proposals = st.builds(
    Proposal,
    st.sampled_from(Decision),
    st.lists(st.sampled_from("abcdexyz"), max_size=8).map(tuple),
    st.none() | st.sampled_from([*TEXTS, "", "Likes cheese and chicken pizza"]),
    st.just(Reason.MODEL),
    st.integers(0, 3),
)
facts = st.builds(
    a_fact,
    st.sampled_from(TEXTS),
    provenance=st.sampled_from(list(Provenance)[:3]),
    valid_at=st.sampled_from([None, EARLIER, LATER]),
)


@given(facts, proposals, candidates)
def test_whatever_is_proposed_the_discipline_holds(fact, proposal, known) -> None:  # type: ignore[no-untyped-def]
    verdict = judge(fact, proposal, *known, now=NOW)

    by_id = {one.memory_id: one for one in known}
    changed = verdict.targets if verdict.decision is not Decision.SKIP else ()
    assert {*verdict.targets, *verdict.conflicts_with} <= by_id.keys() & set(proposal.targets)
    assert set(verdict.targets).isdisjoint(verdict.conflicts_with)
    assert (verdict.targets == ()) == (verdict.decision is Decision.ADD)
    assert verdict.decision in {proposal.decision, Decision.ADD, Decision.DELETE}
    assert all(by_id[one].provenance.rank <= fact.provenance.rank for one in changed)
    assert len(verdict.superseded) <= 3
    assert all(by_id[one].status is Status.ACTIVE for one in changed)
    if verdict.decision is Decision.MERGE:
        assert all(by_id[one].similarity >= 0.9 for one in verdict.targets)


def test_reasons_are_codes_and_carry_no_content() -> None:
    assert all(reason.value.replace("_", "").isalpha() for reason in Reason)
