"""DESIGN §3: within the product, one module reads the environment."""

import ast
from collections.abc import Iterator

from tests.architecture.source import PACKAGE, python_files, tree

READER = f"{PACKAGE}runtime/settings.py"
ENVIRONMENT = {"environ", "environb", "getenv", "getenvb"}


def _reads(name: str) -> Iterator[int]:
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Attribute):
            names = {node.attr}
        elif isinstance(node, ast.ImportFrom) and node.module == "os":
            names = {alias.name for alias in node.names}
        else:
            continue
        if names & ENVIRONMENT:
            yield node.lineno


def test_only_the_settings_module_reads_the_environment() -> None:
    readers = [
        f"{name}:{line}"
        for name in python_files(PACKAGE, "functions/")
        if name != READER
        for line in _reads(name)
    ]

    assert readers == []
