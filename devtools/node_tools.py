"""The CDK command-line tool, which runs on Node."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from devtools import stamp
from devtools.errors import ChoreError
from devtools.paths import ROOT

OLDEST = 20
FOLDER = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"


def cdk() -> Path:
    """Return the CDK command, installed as the lock says. Raises ChoreError without Node."""
    _check_node()
    if not stamp.holds(FOLDER, [LOCK]):
        with stamp.one_at_a_time():
            if not stamp.holds(FOLDER, [LOCK]):
                _install()
    return FOLDER / ".bin" / "cdk"


def major_version(answer: str) -> int:
    """Return 20 for `v20.11.1`, and 0 for what is no version."""
    found = re.match(r"v(\d+)\.", answer.strip())
    return int(found.group(1)) if found else 0


def _check_node() -> None:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        raise ChoreError(f"needs Node {OLDEST} or newer with npm, and found none on the PATH")
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    if major_version(done.stdout) < OLDEST:
        raise ChoreError(f"needs Node {OLDEST} or newer, and found {done.stdout.strip() or node}")


def _install() -> None:
    print("dev: installing the CDK command into node_modules", file=sys.stderr)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
    )
    if done.returncode:
        raise ChoreError(f"set-up failed: npm ci ended with {done.returncode}")
    stamp.mark(FOLDER, LOCK)
