"""What operators set reaches whatever is made of it: by file, and all that asks for thresholds."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest

from mneme.application.settings.follow_settings import FollowSettings
from mneme.domain.errors import InvalidRequest
from mneme.domain.thresholds import Thresholds
from mneme.runtime.bootstrap import Services
from mneme.runtime.job_services import JobServices
from mneme.runtime.lifecycle_parts import LifecycleParts
from mneme.runtime.live_settings import FILE_SECONDS, live_settings
from mneme.runtime.management import Management
from mneme.runtime.reconcile_parts import ReconcileParts
from mneme.runtime.settings import Settings
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.recorded_metrics import RecordedMetrics
from tests.doubles.world import LAYOUTS, World

CLOCK = FixedClock()
DEPLOYED = json.dumps({"recall": {"top_k": 7}})


def _settings(thresholds: str = "{}", data_dir: Path | None = None) -> Settings:
    return Settings(
        "test", LAYOUTS, data_dir, {}, {}, {}, "", None, "eu-central-1", thresholds=thresholds
    )


def _followed(settings: Settings, clock: FixedClock = CLOCK) -> FollowSettings:
    return live_settings(settings, clock, RecordedMetrics())


def test_a_deployment_that_says_nothing_has_what_is_delivered() -> None:
    assert _followed(_settings()).now() == Thresholds()


def test_a_deployment_has_what_it_says() -> None:
    assert _followed(_settings(DEPLOYED)).now().recall.top_k == 7


def test_a_deployment_that_says_nonsense_does_not_start() -> None:
    with pytest.raises(InvalidRequest) as refusal:
        _followed(_settings('{"recall": {"top_k": 0}}'))

    assert refusal.value.field == "recall.top_k"


def test_at_home_a_file_beside_the_data_is_followed(tmp_path: Path) -> None:
    clock = FixedClock()
    followed = _followed(_settings(DEPLOYED, tmp_path), clock)
    followed.begin()
    assert followed.now().recall.top_k == 7

    (tmp_path / "thresholds.json").write_text('{"recall": {"top_k": 3}}')
    clock.sleep(FILE_SECONDS)
    followed.begin()

    assert followed.now().recall.top_k == 3


def test_everything_that_goes_by_thresholds_is_given_those_that_hold() -> None:
    world = World()
    asking = {type(one).__name__ for one in _asking(world)}
    strayed = {type(one).__name__ for one in _asking(world) if _source(one) != world.thresholds}

    assert strayed == set()
    assert {
        "Recall",
        "Commits",
        "Reinforce",
        "PlanCommit",
        "RetireDue",
        "RedateWork",
        "FollowDating",
    } <= asking


def _asking(world: World) -> Iterator[object]:
    """Yield whatever the composition root makes that has a source of thresholds."""
    jobs = JobServices(world)
    lifecycle = LifecycleParts(world)
    roots = [
        *_made(world, Services),
        *_made(Management(world), Management),
        *_made(lifecycle, LifecycleParts),
        *_made(ReconcileParts(world, lifecycle.archive), ReconcileParts),
        *(jobs.works[name] for name in jobs.works),
        jobs.follow_dating,
    ]
    seen: dict[int, object] = {}
    while roots:
        one = roots.pop()
        if id(one) in seen or not type(one).__module__.startswith("mneme."):
            continue
        seen[id(one)] = one
        parts = [getattr(one, name, None) for name in _names(one)]
        roots += [each for part in parts for each in (part if isinstance(part, tuple) else (part,))]
        if callable(_source(one)):
            yield one


def _made(of: object, kind: type) -> list[object]:
    """Return everything that is made at first use, but what this world has not."""
    names = {
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, cached_property)
    }
    unknown = {"rebuild_index", "live_settings", "query_embedder", "prompt_embedder"}
    return [getattr(of, name) for name in sorted(names - unknown)]


def _names(one: object) -> list[str]:
    slots = [name for base in type(one).__mro__ for name in getattr(base, "__slots__", ())]
    return [*getattr(one, "__dict__", {}), *slots]


def _source(one: object) -> object:
    return getattr(one, "thresholds", None) or getattr(one, "_thresholds", None)
