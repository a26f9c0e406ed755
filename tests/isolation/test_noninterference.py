"""An answer is what it would be if nobody else were there: not even its numbers tell of others."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.isolation.cast import Cast, casts
from tests.isolation.deployment import Deployment
from tests.isolation.examples import examples
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Write, programs
from tests.isolation.questions import SCOPES, Asked, Options

Told = list[tuple[str, list[float]]]
ROUNDING = 1e-9

OPTIONS = (
    Options(explain=True, turns=True, superseded=True),
    Options(explain=True, consistent=True, least_relevance=0.2),
)


class Unrotated(Deployment):
    """A deployment without the rounding that comes with vectors rotated under random keys."""

    @cached_property
    def rotation(self) -> "Unrotated":  # type: ignore[override]
        """Leaves vectors as they are."""
        return self

    def rotate(self, key: bytes, vector: bytes) -> bytes:
        """Return the vector."""
        return vector


@examples(5)
@given(casts(), programs(), st.booleans())
def test_an_answer_does_not_depend_on_other_users_or_tenants(
    cast: Cast, program: list[Write], indexed: bool
) -> None:
    everyone = _played(cast, program, indexed, lambda _: True)

    for actor in {write.actor for write in program}:
        alone = _played(cast, program, indexed, lambda write, actor=actor: write.actor == actor)

        for asked in SCOPES:
            assert _same(_answers(everyone, actor, asked), _answers(alone, actor, asked))


@examples(5)
@given(casts(), programs(), st.sampled_from(ACTORS), st.lists(st.sampled_from(SCOPES), max_size=4))
def test_an_answer_does_not_depend_on_what_it_may_not_show(
    cast: Cast, program: list[Write], actor: Actor, scopes: list[Asked]
) -> None:
    # One idempotency key of a user names one write, in whatever app.
    program = [replace(write, actor=actor, key=None) for write in program]
    everything = _played(cast, program, True, lambda _: True)

    for asked in [Asked.of(program[0].home), *scopes]:
        homes = asked.homes(actor)
        visible = _played(cast, program, True, lambda write, homes=homes: write.home in homes)

        assert _same(_answers(everything, actor, asked), _answers(visible, actor, asked))


def _played(cast: Cast, program: list[Write], indexed: bool, chosen: Callable[..., bool]) -> Play:
    play = Play.of(cast, Unrotated(cast.tenants))
    play.perform(program, chosen)
    if indexed:
        play.deployment.settle()
    return play


def _answers(play: Play, actor: Actor, asked: Asked) -> list[Told]:
    """Return the answers but for ids, in the order of what is said: near ties may fall any way."""
    answers = [play.ask(actor, asked, options).memories for options in OPTIONS]
    return [sorted(map(_told, memories), key=lambda told: told[0]) for memories in answers]


def _told(memory: dict[str, Any]) -> tuple[str, list[float]]:
    """Return what is said of a memory, and its numbers."""
    parts = memory["explain"] | {"final_score": memory["final_score"]}
    words = memory.keys() - {"memory_id", "explain", "relevance", "weight", "final_score"}
    said = json.dumps({name: memory[name] for name in sorted(words)})
    return said, [-1.0 if part is None else part for part in parts.values()]


def _same(one: list[Told], other: list[Told]) -> bool:
    """Return whether the answers are the same, up to the order of additions."""
    return [[said for said, _ in told] for told in one] == [
        [said for said, _ in told] for told in other
    ] and all(
        numbers == pytest.approx(others, abs=ROUNDING)
        for mine, theirs in zip(one, other, strict=True)
        for (_, numbers), (_, others) in zip(mine, theirs, strict=True)
    )
