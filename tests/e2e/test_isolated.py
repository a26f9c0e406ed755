"""Nobody reaches anybody else over the deployed API: what is tried in process, tried over HTTP."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.deployment import STAGE, Deployment
from local.stage_environment import stage_environment
from mneme.runtime import bootstrap
from tests.e2e.remote_sentry import RemoteSentry
from tests.isolation.cast import Cast, casts
from tests.isolation.crossings import Crossings
from tests.isolation.examples import examples
from tests.isolation.programs import Write, programs
from tests.isolation.questions import Options, options

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch, pytest.mark.long]


def test_nobody_crosses_over_in_a_deployed_stack(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)
    for name, value in stage_environment(STAGE).items():
        monkeypatch.setenv(name, value)
    bootstrap.services.cache_clear()
    asked = 0

    @examples(1)
    @given(casts(), programs(longest=10), options(), st.integers(0))
    def crossed(cast: Cast, program: list[Write], wanted: Options, number: int) -> None:
        nonlocal asked
        with RemoteSentry(cast, deployment.base_url, bootstrap.services()) as sentry:
            played = Crossings.of(sentry, cast, program, Random(number))  # noqa: S311
            played.try_all([sentry.possible(wanted)])
            asked += sentry.asked.total()

    crossed()

    assert asked > 50
