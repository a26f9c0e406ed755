"""What holds for every test: which sockets it may open, and nothing of the machine's settings."""

import os
from collections import Counter
from pathlib import Path

import hypothesis
import pytest

TESTS = Path(__file__).parent
WITHOUT_NETWORK = ("architecture", "functions", "unit")
SERVERS = ("emulator", "opensearch")
FOREIGN_SETTINGS = ("AWS_", "MNEME_", "POWERTOOLS_")
TEST_SWITCHES = {"MNEME_EMULATOR_URL", "MNEME_ISOLATION_EXAMPLES"}

# Same examples on every run and machine; nothing is remembered between runs.
hypothesis.settings.register_profile("mneme", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("mneme")

# A developer's credentials, profiles or switches must neither reach nor sway a test.
for name in set(os.environ) - TEST_SWITCHES:
    if name.startswith(FOREIGN_SETTINGS):
        del os.environ[name]


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say which sockets a test may open, and which tests share one server."""
    for item in items:
        _limit_sockets(item)
        _share_server(item)


def _limit_sockets(item: pytest.Item) -> None:
    """Block all sockets in tests without network, and all but this machine's elsewhere."""
    folder = item.path.relative_to(TESTS).parts[0]
    if folder in WITHOUT_NETWORK:
        item.add_marker(pytest.mark.disable_socket)
    else:
        item.add_marker(pytest.mark.allow_hosts(["127.0.0.1"]))


def _share_server(item: pytest.Item) -> None:
    """Keep the tests of one server in one of the processes that run side by side."""
    needed = [name for name in SERVERS if item.get_closest_marker(name)]
    if needed:
        item.add_marker(pytest.mark.xdist_group("+".join(needed)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud what was not tested, and why."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.getreports("skipped"))
    for reason, tests in reasons.items():
        terminalreporter.write_line(f"{tests} not run: {reason}", yellow=True)
