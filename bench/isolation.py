"""`./dev bench isolation`: does anything cross from one tenant, user, app or session to another?

The cases and what must come of them are those of the tests, in `tests/isolation`; this runs them.
"""

import subprocess
import sys
from collections.abc import Sequence

from devtools.paths import ROOT, variables
from devtools.python_environment import project_python

MODULE = "tests.isolation.many_cases"
FOREIGN = ("AWS_", "MNEME_", "POWERTOOLS_")
"""Settings of this machine that must not sway what is tried."""


def main(arguments: Sequence[str]) -> None:
    """Run the cases where the tests run, and exit with 1 for a crossing."""
    run_module(MODULE, arguments)


def run_module(module: str, arguments: Sequence[str]) -> None:
    """Run a module of the tests, away from this machine's settings; exit as it does, if not 0."""
    kept = {name: value for name, value in variables().items() if not name.startswith(FOREIGN)}
    command = [str(project_python("dev.txt")), "-m", module, *arguments]
    sys.stdout.flush()
    done = subprocess.run(command, cwd=ROOT, env=kept, check=False)
    if done.returncode:
        sys.exit(done.returncode)
