"""The key service out of order behind the API: nothing is lost or half done, and it goes on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from infra.function import Trigger
from infra.functions import FUNCTIONS
from local.queue_events import failed_ids, queue_event
from local.stream_events import stream_event
from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.repositories.branch_keys import REST_SECONDS
from mneme.application.repositories.row_keys import HEADS
from mneme.application.tenants.reseal_work import ResealOrder
from mneme.domain.job import JobName
from tests.doubles.durable import Durable
from tests.doubles.export_lines import FILE
from tests.functions.cloud import event
from tests.functions.key_service_faults import ACME, ASKED, Process, Trouble, prepared

USERS = [f"u-{number}" for number in range(10, 20)]
SAID = [{"message_id": "m1", "role": "user", "content": "I live in Oslo."}]
KEPT = ("heads", "revisions", "guards", "counters", "episodes", "keys", "change_log", "tenants")
"""Where nothing may be half written. A task may note that it was tried."""

Run = Callable[[Process], bool]
"""Let the platform call the function once; return whether it did what it was called for."""


@dataclass(frozen=True)
class Work:
    """What a function finds to do, and its one run over it."""

    leave: Callable[[Process], None]
    run: Run


def _deliver(queue: str, worker: str) -> Run:
    def run(process: Process) -> bool:
        consumer = process.backend.queue_consumer
        batch = consumer.receive(queue, 10)
        assert batch
        now = int(process.clock.now().timestamp() * 1000)
        answer = process.invoke(worker, queue_event(queue, batch, now))
        failed = failed_ids(answer, frozenset(one.message_id for one in batch))
        for message in batch:
            if message.message_id in failed:
                consumer.release(queue, message.receipt)
            else:
                consumer.acknowledge(queue, message.receipt)
        assert len(failed) in {0, len(batch)}
        return not failed

    return run


def _tell_all(process: Process) -> None:
    for user_id in USERS:
        assert process.call("add", ACME, {"user_id": user_id, "messages": SAID}).code == 0


def _extract_all(process: Process) -> None:
    _tell_all(process)
    assert _deliver("extraction", "extraction_worker")(process)


def _reseal(process: Process) -> None:
    process.rotate_branch_key.begin(ACME)
    process.durable.clock.advance(minutes=10)
    cursor = ResealOrder("acme", 2).encode()
    process.jobs.start.once(JobName.RESEAL, EVERYBODY, "reseal-acme@2", cursor)


def _ask(verb: str, **body: Any) -> Callable[[Process], None]:
    def leave(process: Process) -> None:
        assert process.call(verb, ACME, {**ASKED, **body}).code == 0

    return leave


def _write(process: Process) -> None:
    body = {**ASKED, "content": "Likes jam", "skip_evolution": True}
    assert process.call("add_structured", ACME, body).code == 0


def _index(process: Process) -> bool:
    page = process.backend.change_feed.read(HEADS, None, 100)
    try:
        answer = process.invoke("indexer", stream_event(page.changes, process.clock.now()))
    except Exception:  # noqa: BLE001
        return False
    return not (answer or {}).get("batchItemFailures")


def _leave_a_session(process: Process) -> None:
    process.durable.clock.advance(hours=25)


def _sweep(process: Process) -> bool:
    try:
        process.invoke("sweep", event("sweep", "schedule__every_quarter_of_an_hour"))
    except Exception:  # noqa: BLE001
        return False
    return True


def _create(process: Process) -> bool:
    answer = process.invoke("tenant_admin", {"action": "tenants.create", "tenant": "newco"})
    assert answer["code"] in {0, 50002}
    return bool(answer["code"] == 0)


WORKS = {
    "extraction_worker": Work(_tell_all, _deliver("extraction", "extraction_worker")),
    "evolution_worker": Work(_extract_all, _deliver("evolution", "evolution_worker")),
    "job_worker/reseal": Work(_reseal, _deliver("jobs", "job_worker")),
    "job_worker/import": Work(_ask("user/import", **FILE), _deliver("transfers", "job_worker")),
    "job_worker/export": Work(_ask("user/export"), _deliver("transfers", "job_worker")),
    "indexer": Work(_write, _index),
    "sweep": Work(_leave_a_session, _sweep),
    "tenant_admin": Work(lambda process: None, _create),
}
NAMED = {function.name: function for function in FUNCTIONS}


def test_every_function_that_opens_keys_is_run() -> None:
    behind = {
        function.name
        for function in FUNCTIONS
        if function.access.wrap_keys and function.trigger is not Trigger.HTTP
    }
    assert behind == {_function(name) for name in WORKS}


def _function(name: str) -> str:
    return name.split("/", maxsplit=1)[0]


def _ready(name: str) -> tuple[Durable, Process]:
    """Return stores in which there is something to do, and a process that has yet to begin."""
    durable, _ = prepared()
    WORKS[name].leave(Process(durable))
    return durable, Process(durable)


def _kept(process: Process) -> dict[str, Any]:
    stored = process.stored()
    return {name: stored[name] for name in KEPT}


@pytest.mark.parametrize("trouble", [Trouble.DOWN, Trouble.HANGS], ids=str)
@pytest.mark.parametrize("name", WORKS)
def test_it_ends_in_time_half_does_nothing_and_goes_on_without_a_restart(
    name: str, trouble: Trouble
) -> None:
    durable, process = _ready(name)
    before, began = _kept(process), durable.clock.monotonic()
    process.in_trouble(trouble)

    assert not WORKS[name].run(process)

    assert process.key_service.calls >= 1
    assert durable.clock.monotonic() - began < NAMED[_function(name)].timeout_seconds
    assert _kept(process) == before
    process.in_trouble(None)
    durable.clock.advance(seconds=REST_SECONDS + 60)
    assert WORKS[name].run(process)
    process.settle()
    assert process.amounts() == _without_trouble(name)


@pytest.mark.parametrize("trouble", [Trouble.THROTTLES, Trouble.SLOW], ids=str)
@pytest.mark.parametrize("name", WORKS)
def test_it_does_what_it_does_once_however_often_it_is_run_until_it_can(
    name: str, trouble: Trouble
) -> None:
    durable, process = _ready(name)
    process.in_trouble(trouble)

    runs = 1
    while not WORKS[name].run(process):
        durable.clock.advance(seconds=REST_SECONDS + 60)
        runs += 1

    assert runs == (1 if trouble is Trouble.SLOW else 3)
    process.in_trouble(None)
    process.settle()
    assert process.amounts() == _without_trouble(name)


def _without_trouble(name: str) -> dict[str, int]:
    """Return how much is stored after the function was run while all was well."""
    _, process = _ready(name)
    assert WORKS[name].run(process)
    process.settle()
    return process.amounts()
