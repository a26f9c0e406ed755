"""The AWS emulator, for suites that need one."""

from collections.abc import Iterator

import pytest

from local import emulator
from tests.contract import aws


@pytest.fixture(scope="session")
def emulator_url() -> Iterator[str]:
    """Yield the address of the AWS emulator: the named one, else one of our own."""
    if aws.EMULATOR_URL is not None:
        yield aws.EMULATOR_URL
    elif not emulator.ENVIRONMENT.is_dir():
        pytest.skip("THE AWS EMULATOR IS NOT INSTALLED: its contract tests did not run")
    else:
        with emulator.running() as running:
            yield running.url
