"""The commands of `./dev`, by name."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from devtools import checks
from devtools.checks import Step
from devtools.errors import ChoreError
from devtools.locks import write_locks
from devtools.node_tools import cdk
from devtools.paths import ROOT, variables
from devtools.python_environment import project_python


@dataclass(frozen=True)
class Chore:
    """One command: how it is written, what it does, and what carries it out."""

    usage: str
    summary: str
    run: Callable[[Sequence[str]], None]


def serve(arguments: Sequence[str]) -> None:
    """Become the local stack."""
    _become(project_python("local.txt"), "-m", "local.serve", *arguments)


def test(arguments: Sequence[str]) -> None:
    """Run everything; with arguments, only pytest with these."""
    python = project_python("dev.txt")
    # The emulator knows its own environment; without it, its suites would be skipped.
    _call(python, "-c", "from local.emulator import interpreter; interpreter()")
    # Processes side by side must order sets alike: their elements are in the names of tests.
    os.environ["PYTHONHASHSEED"] = "0"
    os.chdir(ROOT)
    if arguments:
        _become(python, "-m", "pytest", *arguments)
    checks.run([checks.LINT, checks.FORMAT, checks.TYPES, checks.IMPORTS, _synthesis()])
    # What shares a server runs in one process, all else in as many as there are cores.
    # `--cov`, which fails below 95 % of the branches, would take twice the time.
    servers = "emulator or opensearch"
    _call(python, "-m", "pytest", "-n", "auto", "-m", f"not ({servers} or long)")
    _become(python, "-m", "pytest", "-m", f"({servers}) and not long")


def check(arguments: Sequence[str]) -> None:
    """Run what reads the code instead of running it."""
    _refuse(arguments)
    project_python("dev.txt")
    steps = [checks.LINT, checks.FORMAT, checks.TYPES, checks.IMPORTS, checks.ARCHITECTURE]
    checks.run(steps)


def reformat(arguments: Sequence[str]) -> None:
    """Order the imports and lay out the code of the whole project, or of the given paths."""
    ruff = project_python("dev.txt").parent / "ruff"
    _call(ruff, "check", "--quiet", "--select", "I", "--fix", *arguments)
    _call(ruff, "format", "--quiet", *arguments)


def synth(arguments: Sequence[str]) -> None:
    """Write the CloudFormation templates to cdk.out."""
    project_python("dev.txt")
    _call(cdk(), "synth", *(arguments or EVERY_STACK))


def deploy(arguments: Sequence[str]) -> None:
    """Deploy one stage: to the account of the caller's credentials, or `local` to the emulator."""
    target, rest = split_target(arguments)
    python = project_python("dev.txt")
    command = cdk()
    if target == "local":
        _become(python, "-m", "local.deploy_emulator", *rest)
    # One stage by name, never all: nobody deploys to production by leaving a word out.
    _call(command, "deploy", f"mneme-{target}/*", "--context", f"stage={target}", *rest)


def bench(arguments: Sequence[str]) -> None:
    """Become a benchmark."""
    _become(project_python("local.txt"), "-m", "bench", *arguments)


def mneme(arguments: Sequence[str]) -> None:
    """Become the operator's command."""
    _become(project_python("local.txt"), "-m", "local.operate", *arguments)


def lock(arguments: Sequence[str]) -> None:
    """Write the locks anew."""
    write_locks(arguments)


CHORES = {
    "serve": Chore("serve [--port N] [--data DIR] …", "run Mneme here: API and workers", serve),
    "test": Chore("test [pytest arguments]", "run all checks and tests, or some tests", test),
    "check": Chore("check", "lint, format, types, imports, architecture", check),
    "format": Chore("format [paths]", "lay out the code", reformat),
    "synth": Chore("synth [cdk arguments]", "write the CloudFormation templates to cdk.out", synth),
    "deploy": Chore("deploy --target STAGE …", "deploy dev or prod; local: the emulator", deploy),
    "bench": Chore(
        "bench NAME …",
        "measure: api, cold, evolution, extraction, faults, isolation, lifecycle, peers, purge,"
        " quality, recall, scale, smoke, soak, write",
        bench,
    ),
    "mneme": Chore(
        "mneme redrive|reindex|settings|jobs|backup|tenants|keys|tokens|issuers|quotas|branch-keys"
        "|audit|certificate …",
        "operate: failed tasks, the index, jobs, tenants and who may call, logs, certificates",
        mneme,
    ),
    "lock": Chore("lock [--upgrade]", "pin the dependencies anew", lock),
}

EVERY_STACK = ("--quiet", "**")


def split_target(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the value of `--target` and the arguments without it. Raises ChoreError."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--target")
    try:
        known, rest = parser.parse_known_args(list(arguments))
    except argparse.ArgumentError as error:
        raise ChoreError(str(error)) from error
    if not known.target:
        raise ChoreError("deploy needs --target local, dev or prod")
    return known.target, rest


def _synthesis() -> Step:
    return Step("cdk synth", (str(cdk()), "synth", *EVERY_STACK))


def _refuse(arguments: Sequence[str]) -> None:
    if arguments:
        sys.exit(f"dev: unexpected argument {arguments[0]}")


def _call(*command: str | Path) -> None:
    # Runs at the root, since the tools find their settings there.
    done = subprocess.run(command, cwd=ROOT, env=variables(), check=False)
    if done.returncode:
        sys.exit(done.returncode)


def _become(*command: str | Path) -> NoReturn:
    # Replaces this process, so that signals and the exit code are the command's own. The working
    # directory stays the caller's: paths in the arguments mean what the caller meant.
    sys.stdout.flush()
    os.execve(command[0], [str(part) for part in command], variables())
