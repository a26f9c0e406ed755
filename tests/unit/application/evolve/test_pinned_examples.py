"""The examples that the sources of the design name, from what is said to what is recalled."""

import pytest

from mneme.domain.memory import Status
from mneme.domain.task import Decision, Task
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.evolving import decisions, evolve, heads, history, recalled
from tests.doubles.made import NOW, a_fact, later, said
from tests.doubles.world import World


@pytest.fixture
def world() -> World:
    return EmbeddedWorld()


def told(world: World, *texts: str, day: int = 0) -> Task:
    world.durable.clock.set(later(days=day))
    at = {"session_id": f"s-{day}", "accepted_at": later(days=day)}
    return world.remember(said(*texts, **at))


def test_cheese_pizza_loved_is_cheese_pizza_liked_and_chicken_pizza_joins_it(
    world: World,
) -> None:
    outcome = [
        decisions(told(world, text, day=day))
        for day, text in enumerate(
            ("I like cheese pizza.", "I love cheese pizza.", "I like chicken pizza.")
        )
    ]

    assert outcome == [[Decision.ADD], [Decision.SKIP], [Decision.MERGE]]
    assert world.contents() == ["I like cheese and chicken pizza."]
    assert recalled(world, "which pizza do I like?") == ["I like cheese and chicken pizza."]


def test_who_moved_from_shenzhen_to_guangzhou_has_one_home_now_and_one_before(
    world: World,
) -> None:
    told(world, "我住在深圳。")
    told(world, "我搬到广州了。", day=90)

    assert recalled(world, "我住在哪里") == ["我搬到广州了。"]
    assert recalled(world, "我住在哪里", as_of=NOW) == ["我住在深圳。"]
    assert recalled(world, "我住在哪里", include_superseded=True) == [
        "我住在深圳。",
        "我搬到广州了。",
    ]
    assert [one.content for one in history(world)] == ["我住在深圳。", "我搬到广州了。"]


def test_what_is_asked_for_from_now_on_lasts_and_what_is_for_this_time_does_not(
    world: World,
) -> None:
    lasting = told(world, "以后请用中文回复我。")
    once = told(world, "这次请用英文回复。", day=1)

    assert (decisions(lasting), decisions(once)) == ([Decision.ADD], [])
    assert recalled(world, "用什么语言回复") == ["以后请用中文回复我。"]


def test_the_same_fact_twice_in_one_batch_is_one_memory(world: World) -> None:
    task = told(world, "I am allergic to peanuts.", "I am allergic to peanuts.")

    assert decisions(task) == [Decision.ADD, Decision.SKIP]
    (held,) = world.held()
    assert [source.message_id for source in held.revision.sources] == ["m1", "m2"]


@pytest.mark.parametrize(
    "again",
    ["John is a software engineer.", "John is a software engineer", "JOHN IS A SOFTWARE ENGINEER!"],
)
def test_john_the_software_engineer_is_one_memory(world: World, again: str) -> None:
    evolve(world, a_fact("John is a software engineer"))

    task = evolve(world, a_fact(again, observed_at=later(minutes=1)))

    assert decisions(task) == [Decision.SKIP]
    assert world.contents() == ["John is a software engineer"]


def test_john_who_became_a_manager_was_a_software_engineer(world: World) -> None:
    evolve(world, a_fact("I work as a software engineer", fact_key="job"))
    world.durable.clock.set(later(days=30))

    evolve(world, a_fact("I work as a manager", fact_key="job", observed_at=later(days=30)))

    assert heads(world)["I work as a manager"].status is Status.ACTIVE
    assert recalled(world, "what is my job?", as_of=NOW) == ["I work as a software engineer"]
    assert recalled(world, "what is my job?") == ["I work as a manager"]
