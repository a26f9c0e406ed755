"""`./dev mneme certificate` over a local stack's data, and over nothing but a file of keys."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.domain.job import JobName
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import internal_context
from mneme.runtime import bootstrap, process

HOME = internal_context("home")
ADA = ("--tenant", "home", "--user", "ada")
Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Return the command, over a folder in which one user was erased."""
    for name, value in child_environment(tmp_path / "data", "WARNING", {}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("mneme.application.jobs.do_page.PAUSE_SECONDS", 0)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / MARKER).touch()
    bootstrap.services.cache_clear()
    made = bootstrap.services()
    made.tenants.create("home")
    made.keys.keys_for(HOME, "ada", 1)
    made.purge_memory(HOME, "ada", PurgeTarget(), name=JobName.ERASE)
    while received := made.queue_consumer.receive(JOBS_QUEUE, 10):
        for record in received:
            made.jobs.do_page(job_message(record.body))
            made.queue_consumer.acknowledge(JOBS_QUEUE, record.receipt)

    def run(*arguments: str, data: bool = True) -> tuple[int, str]:
        where = ("--data", str(tmp_path / "data")) if data else ()
        status = operate.main(["certificate", *arguments, *where])
        return status, capsys.readouterr().out

    return run


@pytest.fixture
def file(command: Command, tmp_path: Path) -> Path:
    """Return a certificate as it was handed out."""
    path = tmp_path / "certificate.json"
    path.write_text(command("show", "erase-2", *ADA)[1])
    return path


def _edit(file: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    told = json.loads(file.read_text())
    edit(told)
    file.write_text(json.dumps(told))


def test_a_users_certificates_are_listed(command: Command) -> None:
    status, told = command("list", *ADA)

    assert status == 0
    assert told.startswith("erase-2  everything  keys_destroyed  still pending, until ")


def test_one_that_was_handed_out_verifies_and_says_that_it_is_pending(
    command: Command, file: Path
) -> None:
    status, told = command("verify", str(file))

    assert status == 0
    assert told.startswith("valid, signed with key ")
    assert "user/erase of everything, of home ada: keys_destroyed, still pending, until" in told


def test_it_verifies_offline_with_published_keys_alone(
    command: Command, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = tmp_path / "keys.pem"
    keys.write_text(command("keys")[1])
    bootstrap.services.cache_clear()
    monkeypatch.setattr(process, "settings", None)

    assert command("verify", str(file), "--keys", str(keys), data=False)[0] == 0

    keys.write_text("")
    assert command("verify", str(file), "--keys", str(keys), data=False)[0] == 1


def test_an_altered_count_is_named(command: Command, file: Path) -> None:
    def alter(told: dict[str, Any]) -> None:
        told["statement"]["destroyed"]["data_keys"] += 1

    _edit(file, alter)

    told = "/statement/destroyed/data_keys: is not what was signed\n"
    assert command("verify", str(file)) == (1, told)


def test_a_key_that_is_none_of_ours_is_named(command: Command, file: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.pem"
    keys.write_text(command("keys")[1])
    (tmp_path / "data" / "certificate-keys" / "1.pem").unlink()

    told = "/signed_by/key_id: is none of the keys that are trusted\n"
    assert command("verify", str(file)) == (1, told)
    assert command("verify", str(file), "--keys", str(keys), data=False)[0] == 0


def test_the_subject_is_withheld_where_that_is_asked_for(
    command: Command, file: Path, tmp_path: Path
) -> None:
    withheld = tmp_path / "withheld.json"
    withheld.write_text(command("show", "erase-2", *ADA, "--without-subject")[1])

    assert '"ada"' not in withheld.read_text()
    status, told = command("verify", str(withheld))
    assert (status, "whose is withheld" in told) == (0, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ('{"format": 1, "format": 2}', "/format: is there twice"),
        ("{}", "/statement: is missing"),
    ],
)
def test_a_file_that_is_no_certificate_is_told_so(
    command: Command, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "file.json"
    file.write_text(text)

    status, said = command("verify", str(file))

    assert (status, told in said) == (1, True), said


@pytest.mark.parametrize(
    ("path", "value", "flaw"),
    [
        (("signature",), "é", "/signature: does not fit"),
        (("signed_by", "public_key"), "é", "/signed_by/key_id: "),
        (("statement", "extent"), "deep", "/statement/extent: is not what was signed"),
        (("manifest", "/extent"), "deep", "/manifest: is not that of a certificate"),
        (("format",), "deep", "/format: is not that of a certificate"),
        (
            ("\ud800\nvalid, signed with key\x1b[2J",),
            1,
            "/\\ud800\\nvalid, signed with key\\x1b[2J: ",
        ),
    ],
)
def test_what_is_put_into_a_certificate_is_named(
    command: Command, file: Path, path: tuple[str, ...], value: Any, flaw: str
) -> None:
    def put(told: dict[str, Any]) -> None:
        *outer, last = path
        for name in outer:
            told = told[name]
        told[last] = value

    for depth in (100, 600, 900):
        _edit(file, put)
        file.write_text(file.read_text().replace('"deep"', "[" * depth + "]" * depth))

        status, said = command("verify", str(file))

        assert status == 1
        assert flaw in said
        assert not any(line.startswith("valid") for line in said.splitlines())


def test_a_file_that_is_not_there_and_a_job_without_certificate_are_faults(
    command: Command, tmp_path: Path
) -> None:
    assert command("verify", str(tmp_path / "none"))[0] == 1
    assert command("show", "erase-3", *ADA)[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("list",),
        ("show", *ADA),
        ("show", "erase-2", "--tenant", "home"),
        ("verify",),
        ("verify", "file", *ADA),
        ("keys", "file"),
        ("list", *ADA, "--without-subject"),
        ("keys", "--keys", "file"),
    ],
)
def test_what_makes_no_sense_is_refused(command: Command, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        command(*arguments)
