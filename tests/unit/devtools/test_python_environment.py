"""Which Python a virtual environment is made with."""

from pathlib import Path

import pytest

from devtools.errors import ChoreError
from devtools.python_environment import loads_extensions


def _python(path: Path, exit_code: int) -> str:
    path.write_text(f"#!/bin/sh\nexit {exit_code}\n")
    path.chmod(0o755)
    return str(path)


def test_the_first_python_whose_sqlite_loads_extensions_is_taken(tmp_path: Path) -> None:
    cannot, can = _python(tmp_path / "cannot", 1), _python(tmp_path / "can", 0)

    assert loads_extensions([str(tmp_path / "absent"), cannot, can]) == can


def test_it_is_an_error_that_no_python_here_can(tmp_path: Path) -> None:
    with pytest.raises(ChoreError, match="cannot"):
        loads_extensions([_python(tmp_path / "cannot", 1)])
