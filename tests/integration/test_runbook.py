"""Every command of the runbook is one, and does on a local stack's data what it is there for."""

import io
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import timedelta
from pathlib import Path

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.application.ports.work_queue import QueueMessage
from mneme.application.tasks.queue_messages import REINFORCEMENT
from mneme.application.tenants.api_key_rows import KeyTerms
from mneme.domain.job import JobName, JobOwner
from mneme.domain.purge import PurgeTarget
from mneme.domain.task import TaskError, TaskState
from mneme.domain.tenancy import Grant, internal_context
from mneme.runtime import bootstrap
from mneme.runtime.bootstrap import Services
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import said
from tests.integration.runbook import Command, commands

TENANT = "acme"
USER = "u-1"
COMMANDS = commands()
HERE = [one for one in COMMANDS if not one.of_a_stage]
THERE = [one for one in COMMANDS if one.of_a_stage]
CERTIFICATE = "certificate.json"
PUBLIC_KEYS = "mneme-keys.pem"
WANTED = "wanted.json"
REFUSED = {
    "branch-keys finish NAME": "mneme: ",
    "tenants erase NAME --yes NAME": "mneme: tenant: is not suspended",
}
"""What nothing was begun for: it says so, and exits with 1."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield the data of a stack in which much has happened, and what the runbook's words mean."""
    folder = tmp_path_factory.mktemp("prepared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mneme.application.jobs.do_page.PAUSE_SECONDS", 0)
        meant = _happened(_opened(folder, patch))
        _certified(folder, meant)
        yield folder, meant


def _opened(folder: Path, patch: pytest.MonkeyPatch) -> Services:
    for name, value in child_environment(folder, "WARNING", {}).items():
        patch.setenv(name, value)
    (folder / MARKER).touch()
    bootstrap.services.cache_clear()
    return bootstrap.services()


def _happened(made: Services) -> dict[str, str]:
    """Let a task fail, a message die and a job begin; return what the words stand for."""
    made.__dict__["embedder"] = HashingEmbedder()
    tenant = made.tenants.create(TENANT)
    at = made.clock.now()
    task = made.accept_add(tenant, USER, said("I live in Oslo.", accepted_at=at), "k")
    made.tasks.finish(tenant, USER, task, TaskState.FAILED, error=TaskError(50001, "it failed"))
    made.backend.queue.send(tenant, REINFORCEMENT, QueueMessage("{}"))
    for _ in range(6):
        for received in made.queue_consumer.receive(REINFORCEMENT, 1):
            made.queue_consumer.release(REINFORCEMENT, received.receipt)
    purge = made.purge_memory(tenant, USER, PurgeTarget(app_id="planner"))
    while received := made.queue_consumer.receive(JOBS_QUEUE, 10):
        for record in received:
            made.jobs.do_page(job_message(record.body))
            made.queue_consumer.acknowledge(JOBS_QUEUE, record.receipt)
    job = made.jobs.start.by_hand(JobName.RECONCILE, JobOwner())
    return {
        "NAME": TENANT,
        "T": TENANT,
        "U": USER,
        "USER": USER,
        "S": "s-1",
        "QUEUE": REINFORCEMENT,
        "JOB": job,
        "PURGE": purge,
    }


def _certified(folder: Path, meant: dict[str, str]) -> None:
    """Write the files that the runbook's commands read, by the commands that write them."""
    (folder / WANTED).write_text('{"recall": {"top_k": 5}}')
    bootstrap.services.cache_clear()
    with redirect_stdout(io.StringIO()):
        assert operate.main(["settings", "set", "recall.top_k=9", "--data", str(folder)]) == 0
    show = ("show", meant["PURGE"], "--tenant", TENANT, "--user", USER)
    for file, arguments in ((CERTIFICATE, show), (PUBLIC_KEYS, ("keys",))):
        bootstrap.services.cache_clear()
        told = io.StringIO()
        with redirect_stdout(told):
            assert operate.main(["certificate", *arguments, "--data", str(folder)]) == 0
        (folder / file).write_text(told.getvalue())


@contextmanager
def _worker(made: Services) -> Iterator[None]:
    """Do the pages of jobs meanwhile, as the stack's worker does."""
    ended = threading.Event()

    def work() -> None:
        while not ended.wait(0.02):
            for record in made.queue_consumer.receive(JOBS_QUEUE, 10):
                delivered = made.jobs.do_page(job_message(record.body))
                if delivered.again_after is None:
                    made.queue_consumer.acknowledge(JOBS_QUEUE, record.receipt)
                else:
                    made.queue_consumer.release(JOBS_QUEUE, record.receipt, delivered.again_after)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_the_runbook_has_commands_for_here_and_for_a_stage() -> None:
    kinds = {one.words[0] for one in COMMANDS}
    files = {one.into for one in COMMANDS} - {None}

    assert kinds == set(operate.COMMANDS)
    assert files == {CERTIFICATE, PUBLIC_KEYS}
    assert len(HERE) > 30
    assert len(THERE) > 5


@pytest.mark.parametrize("command", HERE, ids=str)
def test_a_command_does_what_it_is_there_for(
    prepared: tuple[Path, dict[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: Command,
) -> None:
    origin, meant = prepared
    data = tmp_path / "data"
    shutil.copytree(origin, data)
    monkeypatch.chdir(data)
    made = _opened(data, monkeypatch)
    key_id = made.tenants.api_keys.issue(
        internal_context(TENANT), KeyTerms(frozenset(Grant))
    ).key_id
    bootstrap.services.cache_clear()

    with _worker(made):
        status = operate.main([*command.filled({**meant, "KEY_ID": key_id}), "--data", str(data)])

    told = capsys.readouterr()
    refusal = REFUSED.get(str(command))
    if refusal is None:
        assert (status, told.err) == (0, "")
    else:
        assert (status, told.err[: len(refusal)]) == (1, refusal)


def test_a_tenant_leaves_by_the_commands_of_its_section(
    prepared: tuple[Path, dict[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    origin, meant = prepared
    data = tmp_path / "data"
    shutil.copytree(origin, data)
    monkeypatch.setattr("mneme.application.tenants.erase_tenant.SETTLED", timedelta())
    monkeypatch.setattr("mneme.application.privacy.offboard_work.REST_SECONDS", 0)
    made = _opened(data, monkeypatch)
    told = []

    def follow(command: Command) -> str:
        bootstrap.services.cache_clear()
        assert operate.main([*command.filled(meant), "--data", str(data)]) == 0
        return capsys.readouterr().out

    with _worker(made):
        for command in (one for one in commands("A tenant leaves") if not one.of_a_stage):
            told.append(follow(command))
            while "is being erased" in told[-1]:
                told[-1] = follow(command)

    suspended, verified, erased, listed, certified = told
    assert suspended == f"{TENANT} is suspended, within a minute\n"
    assert verified.endswith("0 flaws\n")
    assert erased.startswith(f"{TENANT} is erased since ")
    assert listed.startswith(f"{TENANT}  erased ")
    assert "erase-" in certified


@pytest.mark.parametrize("command", THERE, ids=str)
def test_a_command_for_a_stage_is_one_that_is_understood(command: Command) -> None:
    meant = {"NAME": TENANT, "USER": USER}

    given = operate.parsed(command.filled(meant))

    assert given.stage == "prod"
