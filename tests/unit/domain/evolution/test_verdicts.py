"""Whatever is proposed about a fact, people are not overruled and nothing is destroyed."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from mneme.domain.evolution.decisions import (
    DEFAULT_LIMITS,
    Interval,
    Reason,
    Verdict,
)
from mneme.domain.evolution.verdicts import replacing
from mneme.domain.memory import Provenance
from mneme.domain.task import Decision
from tests.unit.domain.evolution.evolution_builders import (
    LATER,
    NOW,
    a_candidate,
    a_fact,
    judge,
    propose,
)

PIZZA = a_candidate("Likes cheese pizza", "pizza")
CHICKEN = a_fact("Likes chicken pizza")
BOTH = "Likes cheese and chicken pizza"


def added(reason: Reason, *conflicts: str) -> Verdict:
    return Verdict(Decision.ADD, reason, conflicts_with=conflicts)


@pytest.mark.parametrize("new", Provenance)
@pytest.mark.parametrize("old", Provenance)
def test_only_an_equal_or_higher_provenance_takes_the_place(
    new: Provenance, old: Provenance
) -> None:
    known = a_candidate(memory_id="home", provenance=old)

    verdict = replacing(a_fact(provenance=new), [known], Reason.NEWER_FOR_KEY, NOW)

    if new.rank >= old.rank:
        assert verdict == Verdict(Decision.UPDATE, Reason.NEWER_FOR_KEY, ("home",))
    else:
        assert verdict == added(Reason.LOWER_PROVENANCE, "home")


def test_an_older_observation_stays_beside_the_newer_one() -> None:
    known = a_candidate(memory_id="home", observed_at=LATER)

    verdict = replacing(a_fact(), [known], Reason.NEWER_FOR_KEY, NOW)

    # It was said before the newer one was: it held until then, which is no time at all.
    assert verdict == replace(
        added(Reason.OLDER_OBSERVATION, "home"), interval=Interval(NOW, "home")
    )


def test_of_two_facts_of_one_instant_the_later_decided_wins() -> None:
    known = a_candidate(observed_at=NOW)

    assert replacing(a_fact(), [known], Reason.NEWER_FOR_KEY, NOW).decision is Decision.UPDATE


def test_instants_are_compared_whatever_their_offsets() -> None:
    said = datetime.fromisoformat("2026-03-01T01:00:00+02:00")  # an hour before NOW

    verdict = replacing(
        a_fact(observed_at=said), [a_candidate(observed_at=NOW)], Reason.NEWER_FOR_KEY, NOW
    )

    assert verdict.reason is Reason.OLDER_OBSERVATION


def test_what_will_hold_ends_the_present_value_and_leaves_it_until_then() -> None:
    moves = a_fact("Moves to Rome", valid_at=NOW + timedelta(days=30))

    verdict = replacing(moves, [a_candidate(memory_id="home")], Reason.NEWER_FOR_KEY, NOW)

    assert verdict == Verdict(Decision.DELETE, Reason.NEWER_FOR_KEY, ("home",))


def test_a_target_that_was_not_listed_makes_the_fact_a_memory_of_its_own() -> None:
    # P05
    for decision in (Decision.UPDATE, Decision.MERGE, Decision.DELETE, Decision.SKIP):
        assert judge(CHICKEN, propose(decision, "12"), PIZZA) == added(Reason.UNKNOWN_TARGET)


def test_an_unknown_number_that_was_counted_shows_in_the_reason() -> None:
    verdict = judge(CHICKEN, propose(Decision.ADD, unknown_targets=1), PIZZA)

    assert verdict == added(Reason.UNKNOWN_TARGET)


def test_a_merge_unites_what_is_near_enough() -> None:
    verdict = judge(CHICKEN, propose(Decision.MERGE, "pizza", text=BOTH), PIZZA)

    assert verdict == Verdict(Decision.MERGE, Reason.MODEL, ("pizza",), BOTH)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"similarity": 0.89}, Reason.NOT_SIMILAR),
        ({"provenance": Provenance.EXPLICIT_REQUEST}, Reason.LOWER_PROVENANCE),
        ({"provenance": Provenance.CANDIDATE}, Reason.NOT_JOINABLE),
        ({"expire_at": LATER}, Reason.NOT_JOINABLE),
        ({"invalid_at": LATER}, Reason.NOT_JOINABLE),
    ],
)
def test_a_merge_of_what_does_not_belong_together_is_an_add(parts, reason: Reason) -> None:  # type: ignore[no-untyped-def]
    known = a_candidate("Likes cheese pizza", "pizza", **parts)

    verdict = judge(CHICKEN, propose(Decision.MERGE, "pizza", text=BOTH), known)

    assert verdict == added(reason)


def test_memories_of_two_slots_are_not_made_one() -> None:
    known = a_candidate("Likes cheese pizza", "pizza", fact_key="food")
    fact = a_fact("Likes chicken pizza", fact_key="dinner")

    assert judge(fact, propose(Decision.MERGE, "pizza", text=BOTH), known).reason is (
        Reason.NOT_JOINABLE
    )


def test_a_merge_keeps_the_first_of_several_families_and_a_few_more() -> None:
    known = [a_candidate("Likes cheese pizza", f"m{n}") for n in range(9)]

    verdict = judge(
        CHICKEN, propose(Decision.MERGE, *(f"m{n}" for n in range(9)), text=BOTH), *known
    )

    assert verdict.targets == ("m0", "m1", "m2", "m3")
    assert verdict.superseded == ("m1", "m2", "m3")
    assert len(verdict.superseded) == DEFAULT_LIMITS.retirements


@pytest.mark.parametrize(
    "text",
    [
        "Likes cheese and chicken pizza with olives",  # olives are in neither
        "Likes cheese pizza",  # leaves the fact out
        "喜欢芝士和鸡肉披萨",  # not the language of either
        "",
        "Does not like cheese and chicken pizza",
    ],
)
def test_a_text_that_says_more_or_less_than_its_sources_is_not_taken(text: str) -> None:
    verdict = judge(CHICKEN, propose(Decision.MERGE, "pizza", text=text), PIZZA)

    assert verdict == added(Reason.UNFOUNDED_TEXT)


def test_an_update_may_take_over_what_still_holds() -> None:
    known = a_candidate("Has a cat", "cat")
    fact = a_fact("The cat is called Tuan")

    verdict = judge(fact, propose(Decision.UPDATE, "cat", text="Has a cat called Tuan"), known)

    assert verdict == Verdict(Decision.UPDATE, Reason.MODEL, ("cat",), "Has a cat called Tuan")


def test_an_update_without_a_text_says_the_fact() -> None:
    verdict = judge(a_fact("Lives in Rome"), propose(Decision.UPDATE, "old"), a_candidate())

    assert verdict == Verdict(Decision.UPDATE, Reason.MODEL, ("old",))


def test_a_memory_about_something_else_is_not_updated_or_superseded() -> None:
    known = a_candidate("Plays tennis", "tennis", similarity=0.15)

    for decision in (Decision.UPDATE, Decision.DELETE):
        assert judge(a_fact("Likes tea"), propose(decision, "tennis"), known) == added(
            Reason.NOT_SIMILAR
        )


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Likes tea", "Does not like tea"),
        ("Does not like tea", "Likes tea"),
        ("Has 2 cats", "Has 3 cats"),
        ("The deadline is 15 October", "The deadline is 16 October"),
        ("Ana is my sister", "Eva is my sister"),
        ("Plays tennis with Ana", "Plays tennis with Eva"),
    ],
)
def test_a_fact_is_not_dropped_for_one_that_differs_in_what_matters(known: str, new: str) -> None:
    verdict = judge(a_fact(new), propose(Decision.SKIP, "old"), a_candidate(known))

    assert verdict == added(Reason.NOT_THE_SAME)


def test_a_fact_is_not_dropped_for_one_that_holds_for_another_time_or_is_not_near() -> None:
    for parts in ({"expire_at": LATER}, {"similarity": 0.79}):
        verdict = judge(a_fact(), propose(Decision.SKIP, "old"), a_candidate(**parts))
        assert verdict == added(Reason.NOT_THE_SAME)


def test_the_end_of_a_head_is_the_same_though_it_is_cut_to_milliseconds() -> None:
    until = LATER.replace(microsecond=123_456)
    known = a_candidate(expire_at=LATER.replace(microsecond=123_000))

    verdict = judge(a_fact(expire_at=until), propose(Decision.SKIP, "old"), known)

    assert verdict.decision is Decision.SKIP
