"""Crashes and repeated deliveries lose and double nothing; the audit would say so if they did."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.in_process import InProcess
from bench.soak.benchmark import soak
from bench.soak.findings import examine
from bench.soak.plan import Plan, make_plan
from bench.soak.table_rows import rows_of
from bench.soak.telling import Accepted
from bench.soak.trouble import TENANT, Repeater
from mneme.application.ports.table_store import Delete, Item, Put, Value
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    COUNTERS,
    HEADS,
    OPERATIONS,
    attachment_key,
    user_partition,
)
from mneme.application.repositories.task_attachments import FACTS, PORTIONS
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.contracts.http.add import AddRequest
from mneme.domain.memory import Kind, Status


class Told:
    """A plan carried out in this process, without any trouble."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.plan = plan
        self.accepted = Accepted()
        self.mneme = InProcess(folder)
        self.mneme.tenants.create(TENANT.tenant_id)
        for telling in plan.tellings:
            body = {"user_id": telling.user, "messages": telling.messages}
            request = AddRequest.model_validate_json(json.dumps(body))
            conversation = request.conversation(self.mneme.clock.now())
            task = self.mneme.accept_add(TENANT, telling.user, conversation, telling.key)
            self.accepted.add(telling, task.task_id)
            self.work()
        self.mneme.index()

    def work(self) -> None:
        while any(map(self.mneme.waiting, (EXTRACTION, EVOLUTION))):
            self.mneme.deliver(EXTRACTION)
            self.mneme.deliver(EVOLUTION)

    def violated(self) -> set[str]:
        found = examine(self.mneme, self.plan, self.accepted)
        return {what for what, _, violations in found.rows() if violations != "0"}

    def spoiled(self, table: str, row: Item, **attributes: Value) -> set[str]:
        """Return what is violated while a row's attributes are others; it is as before then."""
        key = {"pk": row["pk"], "sk": row["sk"]}
        tables = self.mneme.backend.tables
        tables.transact(TENANT, [Put(table, {**row, **key, **attributes})])
        try:
            return self.violated()
        finally:
            tables.transact(TENANT, [Put(table, row)])

    def first(self, table: str, holds: Callable[[Item], bool] = lambda _: True) -> Item:
        return next(filter(holds, rows_of(self.mneme, table, "soak-0")))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return Told(tmp_path_factory.mktemp("told"), make_plan(adds=6, users=2, seed=5))


def _fact(row: Item) -> bool:
    return row.get("kind") == Kind.FACT and row.get("status") == Status.ACTIVE


def test_a_plan_without_trouble_violates_nothing(told: Told) -> None:
    assert told.violated() == set()


def test_a_repeated_delivery_changes_nothing(told: Told) -> None:
    repeater = Repeater(told.mneme, told.accepted, seed=1)

    for _ in range(12):
        repeater()
        told.work()

    assert set(repeater.repeated) == {EXTRACTION, EVOLUTION}
    assert told.violated() == set()


def test_a_lost_fact_is_found_with_all_that_it_leaves_behind(told: Told) -> None:
    head = told.first(HEADS, _fact)

    assert told.spoiled(HEADS, head, status="DELETED") == {
        "each fact held once",
        "counters equal rows",
        "index equals table",
    }


def test_a_wrong_counter_is_found(told: Told) -> None:
    assert told.spoiled(COUNTERS, told.first(COUNTERS), memories=99) == {"counters equal rows"}


def test_a_log_with_a_gap_is_found(told: Told) -> None:
    head = told.first(CHANGE_LOG, lambda row: row["sk"] == "@head")

    assert told.spoiled(CHANGE_LOG, head, sequence=99) == {"the change log dense"}


def test_a_task_that_did_not_end_is_found(told: Told) -> None:
    task = told.first(OPERATIONS, lambda row: "state" in row)

    assert told.spoiled(OPERATIONS, task, state="EXTRACTING") == {
        "each task over",
        "each task DONE",
    }


@pytest.mark.parametrize("name", [PORTIONS, FACTS])
def test_what_a_task_left_behind_is_found(told: Told, name: str) -> None:
    task_id = str(told.first(OPERATIONS, lambda row: "state" in row)["task_id"])
    place = attachment_key(user_partition(TENANT, "soak-0"), task_id, name)
    left: Item = {"pk": place.partition, "sk": place.sort, "sealed": b"left"}
    told.mneme.backend.tables.transact(TENANT, [Put(OPERATIONS, left)])

    assert told.violated() == {"each task over"}

    told.mneme.backend.tables.transact(TENANT, [Delete(OPERATIONS, place)])


def test_a_message_that_is_left_in_a_queue_is_found(told: Told) -> None:
    Repeater(told.mneme, told.accepted, seed=1)()

    assert told.violated() == {"no message left, no dead letter"}

    told.work()


def test_nothing_is_lost_or_doubled_while_processes_die_and_messages_repeat() -> None:
    plan = make_plan(adds=16, users=4, seed=3)

    soaked = soak(plan, kills=2, repeats=10, seed=3, peace=1.0, processes=1)

    assert soaked.findings.violations == []
    assert all(int(looked) > 0 for _, looked, _ in soaked.findings.rows())
    assert "none" not in {soaked.facts["killed"], soaked.facts["delivered again"]}
