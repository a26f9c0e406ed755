"""The project's files as the architecture tests see them: what is, or is about to be, committed."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "layers/core/python/mneme/"


@dataclass(frozen=True)
class Import:
    """One imported module, where it stands."""

    module: str
    line: int


@cache
def committed_files() -> tuple[str, ...]:
    """Return the paths that git tracks or would track, relative to the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(  # noqa: S603
        command, cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
    return tuple(sorted(names))


def python_files(*folders: str) -> tuple[str, ...]:
    """Return the Python files below these folders; of the whole project without any."""
    return tuple(
        name
        for name in committed_files()
        if name.endswith(".py") and (not folders or name.startswith(folders))
    )


@cache
def text(name: str) -> str:
    """Return a file's text; bytes that are no UTF-8 are replaced."""
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


@cache
def tree(name: str) -> ast.Module:
    """Return a Python file's syntax tree."""
    return ast.parse(text(name), filename=name)


def imports(name: str) -> Iterator[Import]:
    """Yield every absolute import of a Python file, those inside functions included."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield Import(node.module, node.lineno)


def functions(name: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method of a Python file."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
