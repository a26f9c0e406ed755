from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution import Known, Reason, Verdict, decide
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership, Provenance, Status
from mneme.domain.task import Decision

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


def fact(observed_at: datetime = NOW, provenance: Provenance = Provenance.AUTOMATIC) -> Fact:
    return Fact("Lives in Berlin", Ownership.USER, (), observed_at, provenance=provenance)


def known(
    memory_id: str = "old",
    status: Status = Status.ACTIVE,
    provenance: Provenance = Provenance.AUTOMATIC,
    observed_at: datetime = NOW,
    revision: int = 1,
) -> Known:
    return Known(memory_id, revision, status, provenance, observed_at)


def test_a_fact_that_nothing_is_known_of_is_added() -> None:
    assert decide(fact(), None, None) == Verdict(Decision.ADD, None, Reason.NEW)


def test_the_same_content_is_skipped_while_it_is_active() -> None:
    verdict = decide(fact(), known("same"), None)

    assert verdict == Verdict(Decision.SKIP, "same", Reason.SAME_CONTENT)


def test_the_same_content_is_skipped_even_if_its_slot_is_taken() -> None:
    verdict = decide(fact(LATER), known("same"), known("other"))

    assert verdict == Verdict(Decision.SKIP, "same", Reason.SAME_CONTENT)


def test_saying_again_what_fills_the_slot_now_changes_nothing() -> None:
    verdict = decide(fact(LATER), known("home", revision=2), known("home", revision=2))

    assert verdict == Verdict(Decision.SKIP, "home", Reason.SAME_CONTENT)


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.ACTIVE])
def test_content_or_key_of_a_memory_that_is_not_active_is_new(status: Status) -> None:
    gone = known(status=status)

    assert decide(fact(LATER), gone, gone) == Verdict(Decision.ADD, None, Reason.NEW)


def test_a_later_observation_of_a_key_updates_its_memory() -> None:
    verdict = decide(fact(LATER), None, known("home", observed_at=NOW))

    assert verdict == Verdict(Decision.UPDATE, "home", Reason.NEWER_FOR_KEY)


def test_of_two_facts_of_one_instant_the_later_decided_wins() -> None:
    assert decide(fact(NOW), None, known(observed_at=NOW)).decision is Decision.UPDATE


def test_instants_are_compared_whatever_their_offsets() -> None:
    said = datetime.fromisoformat("2026-03-01T01:00:00+02:00")

    verdict = decide(fact(said), None, known(observed_at=NOW))

    assert verdict.reason is Reason.OLDER_OBSERVATION


def test_an_older_observation_stays_beside_the_newer_one() -> None:
    verdict = decide(fact(NOW), None, known("home", observed_at=LATER))

    assert verdict == Verdict(Decision.ADD, None, Reason.OLDER_OBSERVATION, ("home",))


def test_a_value_that_returns_after_a_change_becomes_current_again() -> None:
    rome_before = known("home", revision=1)
    oslo_now = known("home", revision=2)

    verdict = decide(fact(LATER), rome_before, oslo_now)

    assert verdict == Verdict(Decision.UPDATE, "home", Reason.NEWER_FOR_KEY)


@pytest.mark.parametrize("new", Provenance)
@pytest.mark.parametrize("old", Provenance)
def test_only_an_equal_or_higher_provenance_takes_the_place(
    new: Provenance, old: Provenance
) -> None:
    verdict = decide(fact(LATER, new), None, known("home", provenance=old))

    if new.rank >= old.rank:
        assert verdict == Verdict(Decision.UPDATE, "home", Reason.NEWER_FOR_KEY)
    else:
        assert verdict == Verdict(Decision.ADD, None, Reason.LOWER_PROVENANCE, ("home",))


knowns = st.none() | st.builds(
    Known,
    memory_id=st.sampled_from(["a", "b"]),
    revision=st.integers(1, 3),
    status=st.sampled_from(Status),
    provenance=st.sampled_from(Provenance),
    observed_at=st.sampled_from([NOW, LATER]),
)


@given(st.sampled_from([NOW, LATER]), st.sampled_from(Provenance), knowns, knowns)
def test_no_decision_destroys_and_every_target_was_given(
    observed_at: datetime, provenance: Provenance, content: Known | None, key: Known | None
) -> None:
    verdict = decide(fact(observed_at, provenance), content, key)

    given_ids = {one.memory_id for one in (content, key) if one is not None}
    assert verdict.decision in {Decision.ADD, Decision.UPDATE, Decision.SKIP}
    assert (verdict.target is None) is (verdict.decision is Decision.ADD)
    assert {verdict.target, *verdict.conflicts_with} <= given_ids | {None}


def test_reasons_are_codes_and_carry_no_content() -> None:
    assert {reason.value for reason in Reason} == {
        "same_content",
        "newer_for_key",
        "older_observation",
        "lower_provenance",
        "new",
    }
