"""The operator's command on a deployed stage: what failed is shown, and goes on when asked to."""

import json
from pathlib import Path

import boto3
import pytest

from local import operate
from local.deployment import STAGE, Deployment
from local.stage_environment import stage_environment
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.domain.task import TaskError, TaskState
from mneme.domain.tenancy import internal_context
from mneme.runtime import bootstrap
from tests.e2e.caller import Caller, eventually
from tests.e2e.erased import erased
from tests.e2e.extraction_queue import ExtractionQueue
from tests.integration.runbook import Command, commands

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

FIRST = internal_context("first")
UNRECOVERABLE = {"backup show --stage prod", "backup return heads --stage prod"}
"""They tell that the emulator switches no recovery on, and exit with 1."""

REFUSED = {"tenants erase NAME --yes NAME --stage prod": "mneme: tenant: is not suspended"}
"""What the tenant of all other tests is spared."""

CERTIFICATE = "certificate.json"
SAID = {"message_id": "m1", "role": "user", "content": "I am allergic to walnuts."}


@pytest.fixture
def operator(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process work on the deployed stage."""
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)
    for name, value in stage_environment(STAGE).items():
        monkeypatch.setenv(name, value)
    bootstrap.services.cache_clear()


def _operated(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    bootstrap.services.cache_clear()
    assert operate.main([*arguments, "--stage", STAGE]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("operator")
def test_a_failed_task_is_listed_and_done_once_it_is_redriven(
    deployment: Deployment, first: Caller, capsys: pytest.CaptureFixture[str]
) -> None:
    made, queue, sqs = bootstrap.services(), ExtractionQueue(deployment), boto3.client("sqs")
    with queue.resting():
        task_id = first.data("add", user_id="wanda", messages=[SAID])["task_id"]
        [message] = sqs.receive_message(QueueUrl=queue.url)["Messages"]
        sqs.delete_message(QueueUrl=queue.url, ReceiptHandle=message["ReceiptHandle"])
        task = made.read_task(FIRST, "wanda", task_id)
        error = TaskError(50001, "it failed")
        made.tasks.finish(FIRST, "wanda", task, TaskState.FAILED, error=error)

        assert f"50001  first wanda {task_id}  failed" in _operated(capsys, "redrive")
        # A worker that is quick opens it before the command does, which then counts none.
        assert "1 tasks are open again" in _operated(capsys, "redrive", "--yes")

    assert eventually(
        lambda: first.data("task", user_id="wanda", task_id=task_id)["state"] == "DONE"
    )
    assert task_id not in _operated(capsys, "redrive")


@pytest.mark.usefixtures("operator")
def test_dead_letters_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    # The emulator has no StartMessageMoveTask, so none is moved back here.
    queue = {"QueueUrl": bootstrap.services().settings.queues["reinforcement-dead"]}
    sqs = boto3.client("sqs")
    sqs.send_message(**queue, MessageBody="{}")

    assert "reinforcement: 1 dead letters" in _operated(capsys, "redrive")

    [message] = sqs.receive_message(**queue)["Messages"]
    sqs.delete_message(**queue, ReceiptHandle=message["ReceiptHandle"])
    assert "reinforcement" not in _operated(capsys, "redrive")


@pytest.mark.usefixtures("operator", "first")
def test_what_a_tenant_chose_is_set_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    told = _operated(capsys, "tenants", "set", "first", "--episode-retention", "90")

    assert "episode-retention  90 days" in told
    assert "episode-retention  90 days" in _operated(capsys, "tenants", "show", "first")


@pytest.mark.usefixtures("operator")
def test_a_lost_index_is_built_anew_while_the_functions_go_on(
    first: Caller, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"user_id": "xenia", "content": "I keep bees on the roof.", "skip_evolution": True}
    first.data("add_structured", **told)
    asked = {"user_id": "xenia", "query": "Who keeps bees?", "timeout_ms": 2000}
    assert eventually(lambda: first.data("recall", **asked)["hit"])
    stored = bootstrap.services().settings
    client = opensearch_client(stored.opensearch_url or "")
    client.indices.delete(index=f"{stored.index_name}-*")
    assert first.data("recall", **asked)["degraded"] == ["index_unavailable"]

    assert "the new index answers" in _operated(capsys, "reindex")

    answer = first.data("recall", **asked)
    assert (answer["hit"], answer["degraded"]) == (True, [])


@pytest.mark.usefixtures("operator", "first")
@pytest.mark.parametrize("command", [one for one in commands() if one.of_a_stage], ids=str)
def test_a_command_of_the_runbook_does_what_it_is_there_for(
    first: Caller,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Command,
) -> None:
    monkeypatch.chdir(tmp_path)
    if CERTIFICATE in command.words:
        Path(CERTIFICATE).write_text(json.dumps(erased(first, "zachary")))
    bootstrap.services.cache_clear()

    status = operate.main(command.filled({"prod": STAGE, "NAME": "first"}))

    told = capsys.readouterr()
    refusal = REFUSED.get(str(command), "")
    assert status == int(str(command) in {*UNRECOVERABLE, *REFUSED}), told
    assert (told.err[: len(refusal)], bool(told.err)) == (refusal, bool(refusal))
