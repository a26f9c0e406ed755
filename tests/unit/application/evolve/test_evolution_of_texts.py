"""What a model writes for a memory: taken up, kept apart, or already said by another."""

from typing import Any

import pytest

from mneme.domain.extraction.policy import Mode
from mneme.domain.fact import Fact
from mneme.domain.memory import Source
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.evolving import answered, decisions, evolve, reasons
from tests.doubles.made import a_fact, later
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import World


def asked(decided: dict[str, Any], *known: Fact) -> World:
    """Return a world that knows these, with a model that decides so about the next fact."""
    before = World()
    evolve(before, *known, mode=Mode.APPEND)
    answer = answered({"fact": len(known) + 1, **decided})
    return World(before.durable, model=ScriptedModel(answer))


def test_an_update_says_what_was_known_more_exactly_and_keeps_both_sources() -> None:
    text = "I have a cat called Tuan"
    world = asked(
        {"decision": "UPDATE", "targets": [1], "text": text},
        a_fact("I have a cat", sources=(Source("s-1", "m1"),)),
    )

    named = a_fact("My cat is called Tuan", sources=(Source("s-2", "m2"),))
    task = evolve(world, named)

    (held,) = world.held()
    assert (decisions(task), held.revision.content) == ([Decision.UPDATE], text)
    assert held.revision.sources == (Source("s-1", "m1"), Source("s-2", "m2"))


def test_a_slot_may_be_told_more_exactly_by_the_model() -> None:
    home = a_fact("I live in Oslo", fact_key="home_city")
    text = "I live in Oslo near the harbour"
    world = asked({"decision": "UPDATE", "targets": [1], "text": text}, home)

    near = a_fact("I live near the harbour", fact_key="home_city", observed_at=later(days=1))
    task = evolve(world, near)

    (held,) = world.held()
    assert (decisions(task), held.revision.content) == ([Decision.UPDATE], text)
    assert (held.revision.fact_key, reasons(world)[-1]) == ("home_city", ("UPDATE", "model"))


def test_a_text_that_another_memory_says_already_is_not_said_twice() -> None:
    both = "I like cheese and chicken pizza"
    decided = {"decision": "MERGE", "targets": [2], "text": both}
    world = asked(decided, a_fact(both), a_fact("I like cheese pizza"))

    task = evolve(world, a_fact("I like chicken pizza"))

    assert decisions(task) == [Decision.ADD]
    assert world.contents() == sorted([both, "I like cheese pizza", "I like chicken pizza"])
    assert stored_counts(world) == true_counts(world)


def test_a_text_that_nobody_says_any_longer_may_be_said_again() -> None:
    both = "I like cheese and chicken pizza"
    decided = {"decision": "MERGE", "targets": [1], "text": both}
    world = asked(decided, a_fact("I like cheese pizza"), a_fact(both))
    (gone,) = [one.head for one in world.held() if one.revision.content == both]
    world.set_head(gone.memory_id, status="DELETED")
    model = ScriptedModel(answered({"fact": 2, **decided}))

    task = evolve(World(world.durable, model=model), a_fact("I like chicken pizza"))

    assert decisions(task) == [Decision.MERGE]


def test_a_text_in_the_facts_own_words_is_the_fact() -> None:
    world = asked(
        {"decision": "UPDATE", "targets": [1], "text": "I like CHEESE pizza with olives."},
        a_fact("I like cheese pizza"),
    )

    task = evolve(world, a_fact("I like cheese pizza with olives"))

    again = evolve(World(world.durable), a_fact("i like cheese pizza with olives"))
    assert (decisions(task), decisions(again)) == ([Decision.UPDATE], [Decision.SKIP])


@pytest.mark.parametrize("policy", SensitivePolicy)
def test_a_text_that_joins_the_halves_of_a_secret_is_kept_only_where_secrets_are(
    policy: SensitivePolicy,
) -> None:
    halves = ["My lucky numbers are 4111 1111", "My lucky numbers are 1111 1111"]
    whole = "My lucky numbers are 4111 1111 1111 1111"
    world = asked({"decision": "UPDATE", "targets": [1], "text": whole}, a_fact(halves[0]))
    world.sensitive_policies.set(world.acme, policy)

    evolve(world, a_fact(halves[1], observed_at=later(days=1)))

    assert world.contents() == ([whole] if policy is SensitivePolicy.ALLOW else sorted(halves))
