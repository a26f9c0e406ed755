"""`./dev mneme reindex` over a local stack's data."""

from pathlib import Path

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.runtime import bootstrap


def test_it_builds_the_index_anew_and_says_how_much_that_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in child_environment(tmp_path, "WARNING", {}).items():
        monkeypatch.setenv(name, value)
    (tmp_path / MARKER).touch()
    bootstrap.services.cache_clear()

    status = operate.main(["reindex", "--data", str(tmp_path), "--anew"])

    assert status == 0
    assert "0 memories in " in capsys.readouterr().out
