"""What the guards decide before anything is compared: said already, doubtful, over."""

import pytest

from mneme.domain.evolution.decisions import Candidate, Reason, Verdict
from mneme.domain.evolution.verdicts import gated
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision
from tests.unit.domain.evolution.evolution_builders import EARLIER, NOW, a_candidate, a_fact

SAME, OTHER = a_candidate(memory_id="same"), a_candidate("Lives in Oslo", "other")


@pytest.mark.parametrize("rivals", [(), (SAME,), (SAME, OTHER)])
def test_the_same_content_is_skipped_where_nothing_stronger_fills_its_slot(
    rivals: tuple[Candidate, ...],
) -> None:
    verdict = gated(a_fact(), SAME, rivals, NOW)

    assert verdict == Verdict(Decision.SKIP, Reason.SAME_CONTENT, ("same",))


def test_the_same_content_of_another_memory_than_the_slots_is_news() -> None:
    assert gated(a_fact(), SAME, (OTHER, SAME), NOW) is None


def test_what_stands_beside_a_stronger_value_is_known() -> None:
    stronger = a_candidate("Lives in Oslo", "other", provenance=Provenance.USER_CONFIRMED)

    verdict = gated(a_fact(), SAME, (stronger, SAME), NOW)

    assert verdict == Verdict(Decision.SKIP, Reason.SAME_CONTENT, ("same",))


@pytest.mark.parametrize("status", [one for one in Status if one is not Status.ACTIVE])
def test_content_of_a_memory_that_is_not_active_is_no_repetition(status: Status) -> None:
    assert gated(a_fact(), a_candidate(status=status), (), NOW) is None


def test_a_value_that_its_slot_has_left_behind_is_news_again() -> None:
    rome_before = a_candidate("Lives in Rome", "home", revision=1)
    oslo_now = a_candidate("Lives in Oslo", "home", revision=2)

    assert gated(a_fact("Lives in Rome"), rome_before, (oslo_now,), NOW) is None


def test_a_doubtful_fact_and_one_that_is_over_change_nothing_that_is_known() -> None:
    slot = a_candidate("Lives in Oslo")

    doubtful = gated(a_fact(provenance=Provenance.CANDIDATE), None, (slot,), NOW)
    over = gated(a_fact("Lived in Rome", invalid_at=EARLIER), None, (slot,), NOW)

    assert doubtful == Verdict(Decision.ADD, Reason.NOT_CERTAIN)
    assert over == Verdict(Decision.ADD, Reason.OVER_ALREADY)
