"""What an edit takes back leaves a memory that was made of several, and only that does."""

from collections.abc import Sequence

import pytest

from mneme.application.ports.compressor import Compression, Shown
from mneme.domain.tenancy import TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.compressing import compressed
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.limited import limit
from tests.unit.application.extract.test_taken_back import add, current

TRIPS = ("I visited Rome in March 2024.", "I visited Oslo in May 2024.", "I visited Bonn in 2023.")
ALL = "I visited Rome in March 2024, Oslo in May 2024 and Bonn in 2023."


class Joined:
    """A `Compressor` that joins all trips."""

    def serves(self, tenant: TenantContext) -> bool:
        return True

    def compress(self, tenant: TenantContext, memories: Sequence[Shown]) -> Compression:
        return Compression(ALL, tuple(range(len(memories))), 100)


@pytest.mark.parametrize("edited", [1, 2, 3])
def test_what_the_other_messages_say_is_left(edited: int) -> None:
    world = EmbeddedWorld()
    world.__dict__["compressor"] = Joined()
    limit(world, everywhere=3)
    for number, text in enumerate(TRIPS, start=1):
        add(world, text, f"m{number}")
    compressed(world)
    assert current(world) == [ALL]

    add(world, "Good morning!", f"m{edited}")

    [left] = current(world)
    gone = ("Rome", "Oslo", "Bonn")[edited - 1]
    assert gone not in left
    assert all(one in left for one in {"Rome", "Oslo", "Bonn"} - {gone})
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
