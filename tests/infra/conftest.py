"""One synthesis for the whole suite: starting CDK costs seconds."""

import pytest

from tests.infra.synthesized import STAGES, Cloud, synthesize


@pytest.fixture(scope="session")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Cloud:
    """Return the synthesized app with every stage, checked against the rules."""
    return synthesize(tmp_path_factory.mktemp("cloud"), *STAGES)
