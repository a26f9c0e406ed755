"""What a worker could not do at any delivery is a dead letter, and FAILED until redriven."""

import pytest

from local import operate
from local.deployment import STAGE, Deployment
from mneme.runtime import bootstrap
from tests.e2e.caller import Caller, eventually
from tests.e2e.extraction_queue import ExtractionQueue

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

USER = "ulrike"
SAID = {"message_id": "m1", "role": "user", "content": "I am allergic to walnuts."}


@pytest.fixture(autouse=True)
def operator(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process work on the deployed stage."""
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)


def _redrive(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    bootstrap.services.cache_clear()
    assert operate.main(["redrive", *arguments, "--stage", STAGE]) == 0
    return capsys.readouterr().out


def test_a_dead_letters_task_is_failed_where_its_caller_sees_it_and_done_once_redriven(
    deployment: Deployment, first: Caller, capsys: pytest.CaptureFixture[str]
) -> None:
    queue = ExtractionQueue(deployment)
    with queue.failing():
        task_id = first.data("add", user_id=USER, messages=[SAID])["task_id"]
        queue.await_dead(task_id)

    asked = {"user_id": USER, "task_id": task_id}
    failed = first.data("task", **asked)
    assert (failed["state"], failed["error"]["code"]) == ("FAILED", 50001)
    assert first.recalled("walnuts", user_id=USER, consistent=True) == []
    told = _redrive(capsys)
    assert f"50001  first {USER} {task_id}  failed" in told
    assert "extraction: 1 dead letters" in told

    assert "1 tasks are open again" in _redrive(capsys, "--yes")

    assert eventually(lambda: first.data("task", **asked)["state"] == "DONE")
    assert first.recalled("walnuts", user_id=USER, consistent=True) == [SAID["content"]]
    assert [body for body in queue.dead() if SAID["content"] in body] == []
    queue.drop_dead()
    assert _redrive(capsys) == ""
