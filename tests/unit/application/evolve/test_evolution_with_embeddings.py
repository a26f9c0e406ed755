"""The pinned examples with the embedding model that is deployed (S3 chapters 8 and 10)."""

import pytest

from mneme.domain.task import Decision, TaskState
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.evolving import decisions, evolve, recalled
from tests.doubles.made import NOW, a_fact, later, said
from tests.doubles.world import World


@pytest.fixture
def world() -> World:
    return EmbeddedWorld()


@pytest.mark.parametrize(
    ("said_by_turns", "becomes"),
    [
        (("喜欢芝士披萨", "爱芝士披萨", "喜欢鸡肉披萨"), "喜欢芝士和鸡肉披萨"),
        (
            ("I like cheese pizza", "I love cheese pizza", "I like chicken pizza"),
            "I like cheese and chicken pizza",
        ),
    ],
)
def test_the_pizza_is_one_memory(
    world: World, said_by_turns: tuple[str, ...], becomes: str
) -> None:
    task = evolve(world, *map(a_fact, said_by_turns))

    assert decisions(task) == [Decision.ADD, Decision.SKIP, Decision.MERGE]
    assert world.contents() == [becomes]


def test_who_moved_to_guangzhou_lives_there_and_once_lived_in_shenzhen(world: World) -> None:
    world.remember(said("我住在深圳南山区。", session_id="s-1"))
    world.durable.clock.set(later(days=90))
    moved = said("我搬到广州了。", session_id="s-2", accepted_at=later(days=90))

    task = world.remember(moved)

    assert task.state is TaskState.DONE
    assert recalled(world, "我住在哪里") == ["我搬到广州了。"]
    assert recalled(world, "我住在哪里", as_of=NOW) == ["我住在深圳南山区。"]
    both = ["我住在深圳南山区。", "我搬到广州了。"]
    assert recalled(world, "我住在哪里", include_superseded=True) == both


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I have two sisters.", "I have three sisters."),
        ("Project deadline is October 15th", "Project deadline is October 16th"),
        ("Lives in Oslo since 2019", "Lived in Oslo until 2019"),
        ("Ana is my sister", "Eva is my sister"),
        ("Wants to visit Japan", "Has visited Japan"),
        ("Prefers window seats", "Prefers aisle seats"),
        ("我养了一只猫", "我养了一只狗"),
    ],
)
def test_near_vectors_do_not_make_two_facts_one(world: World, one: str, other: str) -> None:
    # Their cosines are up to 0.94: a threshold alone would drop the second.
    assert decisions(evolve(world, a_fact(one), a_fact(other))) == [Decision.ADD] * 2


def test_a_move_without_a_slot_ends_the_old_home(world: World) -> None:
    evolve(world, a_fact("我住在深圳南山区"))
    world.durable.clock.set(later(days=90))

    task = evolve(world, a_fact("我搬到广州了", observed_at=later(days=90)))

    assert decisions(task) == [Decision.DELETE]
    assert recalled(world, "我住在哪里") == ["我搬到广州了"]
