"""The checks that read the code instead of running it."""

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from devtools.errors import ChoreError
from devtools.paths import ROOT, variables


@dataclass(frozen=True)
class Step:
    """A command that is silent when it succeeds."""

    name: str
    command: tuple[str, ...]


LINT = Step("ruff check", ("ruff", "check"))
FORMAT = Step("ruff format", ("ruff", "format", "--check"))
TYPES = Step("mypy --strict", ("mypy",))
IMPORTS = Step("import contracts", ("lint-imports",))
ARCHITECTURE = Step("architecture", ("python", "-m", "pytest", "tests/architecture"))


def run(steps: Sequence[Step]) -> None:
    """Run all steps, a line each; raise ChoreError if any failed, its output shown."""
    failed = [step.name for step in steps if not _passes(step)]
    if failed:
        raise ChoreError(f"failed: {', '.join(failed)}")


def _passes(step: Step) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        step.command,
        cwd=ROOT,
        env=variables(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - started
    verdict = "FAILED" if done.returncode else "ok"
    print(f"{step.name:<20}{verdict:<8}{seconds:5.1f} s", flush=True)
    if done.returncode:
        sys.stdout.write(done.stdout)
        sys.stdout.flush()
    return done.returncode == 0
