"""What holds for every test: which sockets it may open, and nothing of the machine's settings."""

import os
from collections import Counter
from pathlib import Path

import hypothesis
import pytest

TESTS = Path(__file__).parent
WITHOUT_NETWORK = ("architecture", "functions", "unit")
FOREIGN_SETTINGS = ("AWS_", "MNEME_", "POWERTOOLS_")
TEST_SWITCHES = {"MNEME_EMULATOR_URL", "MNEME_ISOLATION_EXAMPLES"}

# Same examples on every run and machine; nothing is remembered between runs.
hypothesis.settings.register_profile("mneme", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("mneme")

# A developer's credentials, profiles or switches must neither reach nor sway a test.
for name in set(os.environ) - TEST_SWITCHES:
    if name.startswith(FOREIGN_SETTINGS):
        del os.environ[name]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Block all sockets in tests without network, and all but this machine's elsewhere."""
    folder = item.path.relative_to(TESTS).parts[0]
    if folder in WITHOUT_NETWORK:
        item.add_marker(pytest.mark.disable_socket)
    else:
        item.add_marker(pytest.mark.allow_hosts(["127.0.0.1"]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud what was not tested, and why."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.getreports("skipped"))
    for reason, tests in reasons.items():
        terminalreporter.write_line(f"{tests} not run: {reason}", yellow=True)
