"""What most tests of use cases begin with."""

import pytest

from tests.doubles.world import World


@pytest.fixture
def world() -> World:
    """Return a world with the tenant `acme` and nothing else in it."""
    return World()
