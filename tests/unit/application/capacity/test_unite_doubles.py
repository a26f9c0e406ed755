"""Before anything leaves, weak memories that say the same become one, and nothing is lost."""

from typing import Any

import pytest

from mneme.domain.memory import Provenance, Source, Status
from tests.doubles.evolving import reasons
from tests.doubles.limited import GLOBAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import a_fact, an_app, later
from tests.doubles.managing import head_of, revision_of, told
from tests.doubles.world import World


def fill(world: World, *texts: str, **parts: Any) -> list[str]:
    """Write these memories, a day apart, each from a message of its own."""
    ids = []
    for number, text in enumerate(texts):
        source = (Source("s-1", f"m{number}"),)
        ids.append(told(world, text, sources=source, **parts))
        world.durable.clock.advance(days=1)
    return ids


def test_of_doubles_the_strongest_stays_and_takes_over_where_the_others_came_from(
    world: World,
) -> None:
    limit(world, everywhere=4)
    first, boat, again, last = fill(
        world, "I like tea.", "I own a boat.", "I really like tea.", "I truly like tea."
    )

    told(world, "I have two sisters")

    assert [head_of(world, one).status for one in (first, boat, again, last)] == [
        Status.SUPERSEDED, Status.ACTIVE, Status.SUPERSEDED, Status.ACTIVE
    ]  # fmt: skip
    kept = revision_of(world, last)
    assert {source.message_id for source in kept.sources} == {"m0", "m2", "m3"}
    assert set(kept.supersedes) == {first, again}
    assert revision_of(world, first).superseded_by == last
    assert ("MERGE", "double") in reasons(world)
    assert reasons(world).count(("SUPERSEDE", "double")) == 2
    assert ("ARCHIVE", "capacity") not in reasons(world)
    assert standing(world, GLOBAL_COUNTER) == [3]
    assert is_kept(world)


@pytest.mark.parametrize(
    "other",
    [
        {"custom_tags": {"by": "phone"}},
        {"fact_key": "drink"},
        {"speaker": "Ana"},
        {"expire_at": later(days=100)},
        {"valid_at": later(days=50)},
    ],
)
def test_what_differs_in_more_than_words_is_no_double(world: World, other: dict[str, Any]) -> None:
    limit(world, everywhere=2)
    [plain] = fill(world, "I like green tea.")
    [marked] = fill(world, "I really like green tea.", **other)

    told(world, "I own a boat")

    statuses = {head_of(world, one).status for one in (plain, marked)}
    assert statuses == {Status.ACTIVE, Status.ARCHIVED}


def test_the_same_in_another_scope_is_no_double(world: World) -> None:
    limit(world, total=2)
    [everywhere] = fill(world, "I like green tea.")
    [of_app] = [told(world, "I really like green tea.", an_app())]

    told(world, "I own a boat")

    assert head_of(world, everywhere).status is Status.ARCHIVED
    assert head_of(world, of_app).status is Status.ACTIVE


def test_automation_never_supersedes_what_a_person_asked_to_keep(world: World) -> None:
    limit(world, everywhere=2)
    [asked] = fill(world, "I like green tea.", provenance=Provenance.EXPLICIT_REQUEST)
    [learned] = fill(world, "I really like green tea.", provenance=Provenance.AUTOMATIC)

    told(world, "I own a boat")

    assert head_of(world, asked).status is Status.ACTIVE
    assert head_of(world, learned).status is Status.SUPERSEDED


def test_the_same_told_again_is_known_by_the_one_that_stayed(world: World) -> None:
    limit(world, everywhere=2)
    _, last = fill(world, "I like green tea.", "I really like green tea.")
    told(world, "I own a boat")

    result = world.decide(a_fact("I like green tea"))

    assert (result.decision, result.memory_id) == ("SKIP", last)
