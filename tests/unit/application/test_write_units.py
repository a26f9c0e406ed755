"""What the write path costs in DynamoDB's write units (DESIGN §24)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mneme.application.tasks.queue_messages import EVOLUTION, ReinforcementMessage
from mneme.domain.fact import Fact
from mneme.domain.task import Decision
from tests.doubles.evolving import a_task, decisions
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import a_fact, later, said
from tests.doubles.world import LAYOUTS, TENANT, USER, Durable, World
from tests.doubles.write_meter import WriteMeter

TWO_KILOBYTES = "I walked along the river and thought about it. " * 44
TAIL = ", which I have told nobody so far, since it is of no use to anybody"
REAL_DIMENSIONS = 512


@pytest.fixture
def metered() -> tuple[World, WriteMeter]:
    """Return a process whose writes are counted, of a user who has written before."""
    durable = Durable(embedder=HashingEmbedder(REAL_DIMENSIONS))
    World(durable).tenants.create(TENANT)
    world = World(durable)
    world.remember(said("I live in Oslo.", session_id="earlier"))
    meter = WriteMeter(world.durable.backend.tables, LAYOUTS)
    return World(world.durable, lambda stores: replace(stores, tables=meter)), meter


def _cost(meter: WriteMeter, write: Callable[[], object]) -> int:
    before = meter.units
    write()
    return meter.units - before


def _fact(text: str, **parts: object) -> Fact:
    slot = "home_city" if text.startswith("I live in") else None
    return a_fact(text, fact_key=slot, **parts)


def test_an_accepted_add_of_two_kilobytes_takes_six_units(
    metered: tuple[World, WriteMeter],
) -> None:
    world, meter = metered
    conversation = said(TWO_KILOBYTES)
    assert 2000 < len(TWO_KILOBYTES) <= 2100

    # Its payload 3, the task's row 1, its entry in the index of open tasks 1, its mark as sent 1.
    assert _cost(meter, lambda: world.accept_add(world.acme, USER, conversation, "k")) == 6


def test_an_add_that_is_sent_again_takes_no_unit(metered: tuple[World, WriteMeter]) -> None:
    world, meter = metered
    world.accept_add(world.acme, USER, said(TWO_KILOBYTES), "k")

    assert _cost(meter, lambda: world.accept_add(world.acme, USER, said(TWO_KILOBYTES), "k")) == 0


def test_an_edit_that_takes_a_fact_back_costs_its_end_and_that_of_its_task(
    metered: tuple[World, WriteMeter],
) -> None:
    world, meter = metered

    def edited(text: str) -> int:
        conversation = said(text, session_id="s-9", accepted_at=world.clock.now())
        task = world.accept_add(world.acme, USER, conversation, None)
        world.durable.clock.advance(hours=1)
        world.hand("extraction", world.message(task))
        return _cost(meter, lambda: world.hand(EVOLUTION, world.message(task)))

    edited("I adopted a cat named Tom.")

    assert edited("Good morning!") == 34


@pytest.mark.parametrize(
    ("known", "fact", "decision", "units", "most"),
    [
        ((), f"I own a small red boat{TAIL * 2}", Decision.ADD, 33, 40),
        ((f"I live in Oslo{TAIL * 2}",), f"I live in Bergen{TAIL * 2}", Decision.UPDATE, 32, 65),
        (("I like cheese pizza",), "I like chicken pizza", Decision.MERGE, 30, 65),
    ],
)
def test_a_decision_and_the_end_of_its_task_cost_what_the_architecture_says(
    metered: tuple[World, WriteMeter],
    known: tuple[str, ...],
    fact: str,
    decision: Decision,
    units: int,
    most: int,
) -> None:
    world, meter = metered
    for text in known:
        world.hand(EVOLUTION, world.message(a_task(world, _fact(text))))
    task = a_task(world, _fact(fact, observed_at=later(days=1)))

    cost = _cost(meter, lambda: world.hand(EVOLUTION, world.message(task)))
    ended = world.read_task(world.acme, USER, task.task_id)
    assert decisions(ended) == [decision]
    assert cost == units <= most


def test_a_recall_that_strengthens_takes_one_unit_and_moves_no_index(
    metered: tuple[World, WriteMeter],
) -> None:
    world, meter = metered
    memory_id = world.decide(_fact("I own a small red boat")).memory_id
    recalled = ReinforcementMessage(TENANT, USER, later(days=40), (memory_id,))

    assert _cost(meter, lambda: world.reinforce([recalled])) == 1
