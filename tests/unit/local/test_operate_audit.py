"""`./dev mneme audit` over a local stack's data."""

from collections.abc import Callable
from pathlib import Path

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.application.ports.table_store import Put, Value
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.row_keys import CHANGE_LOG, log_record_key
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.tenancy import internal_context
from mneme.runtime import bootstrap

HOME = internal_context("home")
Audit = Callable[..., tuple[int, str]]


@pytest.fixture
def audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Audit:
    """Return the command, over a folder in which one user's memory was changed three times."""
    for name, value in child_environment(tmp_path, "WARNING", {}).items():
        monkeypatch.setenv(name, value)
    (tmp_path / MARKER).touch()
    bootstrap.services.cache_clear()
    made = bootstrap.services()
    made.tenants.create("home")
    for number in range(3):
        ids = (f"m-{number}",)
        now = made.clock.now()
        record = ChangeRecord(Operation.SKIP, ids, None, None, "same", Actor.SYSTEM, now)
        made.commits.carry_out(HOME, "ada", Commit((), (record,)))

    def command(*arguments: str) -> tuple[int, str]:
        status = operate.main(["audit", *arguments, "--data", str(tmp_path)])
        return status, capsys.readouterr().out

    return command


def _alter(number: int, **fields: Value) -> None:
    tables = bootstrap.services().tables
    place = log_record_key("home#ada", number)
    row = tables.get(HOME, CHANGE_LOG, place)
    assert row is not None
    tables.transact(HOME, [Put(CHANGE_LOG, {**row, **fields})])


@pytest.mark.parametrize("place", [(), ("--tenant", "home"), ("--tenant", "home", "--user", "ada")])
def test_a_record_that_was_changed_is_named_wherever_it_is_looked_for(
    audit: Audit, place: tuple[str, ...]
) -> None:
    status, told = audit("verify", *place)
    assert (status, told.splitlines()[-1][:18]) == (0, "1 logs, 3 records ")
    assert told.endswith("0 flaws\n")

    _alter(2, reason="because")

    status, told = audit("verify", *place)
    assert status == 1
    assert told.startswith("home ada  record 2: the record is not as it was written\n")


def test_a_digest_is_written_once_a_day(audit: Audit, tmp_path: Path) -> None:
    assert audit("digest") == (0, "1 logs taken down\n")
    assert audit("digest") == (0, "0 logs taken down\n")

    (file,) = (tmp_path / "digests" / "home").iterdir()
    assert file.stat().st_mode & 0o222 == 0


@pytest.mark.parametrize(
    "arguments", [("verify", "--user", "ada"), ("digest", "--tenant", "home"), ("forget",)]
)
def test_what_makes_no_sense_is_refused(audit: Audit, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        audit(*arguments)


@pytest.mark.parametrize(
    "named", [("--tenant", "home", "--user", "nobody"), ("--tenant", "nope"), ("--tenant", "acme")]
)
def test_a_name_without_a_log_does_not_read_as_verified(
    audit: Audit, named: tuple[str, ...]
) -> None:
    bootstrap.services().tenants.create("acme")

    status, told = audit("verify", *named)

    assert (status, told.splitlines()[-1]) == (
        1,
        "nothing was verified: there is no log of that name",
    )
    assert audit("verify", "--tenant", "home")[0] == 0
