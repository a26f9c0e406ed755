"""Messages name things by id, in a form that every queue takes."""

import json

import pytest

from mneme.adapters.queue_layout import check_message
from mneme.application.tasks.queue_messages import (
    ReinforcementMessage,
    TaskMessage,
    reinforcement_message,
    task_message,
)
from mneme.domain.errors import InternalFault
from tests.doubles.made import NOW

ODD_USERS = ["u-1", "a b", "用户", "a#b", "x" * 128, "👩🏽‍🚀", '"', "%23"]
TASK = {"tenant_id": "acme", "user_id": "u-1", "task_id": "t_1", "attempt": 1}
RECALLED = {
    "tenant_id": "acme",
    "user_id": "u-1",
    "at": "2026-03-01T12:00:00+00:00",
    "memory_ids": ["m-1"],
}


@pytest.mark.parametrize("user", ODD_USERS)
def test_a_task_message_fits_a_fifo_queue_and_comes_back_as_it_was(user: str) -> None:
    message = TaskMessage("acme", user, "t_1", 3)

    sent = message.encode()

    check_message(sent, fifo=True)
    assert task_message(sent.body) == message


@pytest.mark.parametrize("user", ODD_USERS)
def test_a_reinforcement_message_fits_a_standard_queue_and_comes_back(user: str) -> None:
    message = ReinforcementMessage("acme", user, NOW, ("m-1", "m-2"))

    sent = message.encode()

    check_message(sent, fifo=False)
    assert reinforcement_message(sent.body) == message


def test_each_user_has_a_group_of_their_own() -> None:
    owners = [("acme", "u-1"), ("acme", "u-2"), ("globex", "u-1"), ("acme#u", "-1"), ("acme", "u")]

    groups = {TaskMessage(*owner, "t_1", 1).encode().group for owner in owners}

    assert len(groups) == len(owners)


def test_all_tasks_of_a_user_share_one_group() -> None:
    groups = {TaskMessage("acme", "u-1", f"t_{n}", n).encode().group for n in range(3)}

    assert len(groups) == 1


def test_a_repetition_is_recognized_and_a_new_attempt_is_none() -> None:
    named = [TaskMessage("acme", "u-1", "t_1", attempt).encode() for attempt in (1, 1, 2)]

    first, same, next_one = (message.deduplication_id for message in named)

    assert (first == same, first == next_one) == (True, False)


def test_the_user_is_not_readable_in_group_or_deduplication_id() -> None:
    sent = TaskMessage("acme", "jane.doe", "t_1", 1).encode()

    assert "jane" not in f"{sent.group}{sent.deduplication_id}"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '"text"',
        "{}",
        json.dumps({**TASK, "attempt": "many"}),
        json.dumps({**TASK, "attempt": None}),
        json.dumps({name: value for name, value in TASK.items() if name != "task_id"}),
    ],
)
def test_a_strange_task_message_is_refused(body: str) -> None:
    with pytest.raises(InternalFault):
        task_message(body)


@pytest.mark.parametrize(
    "body",
    [
        "}",
        "7",
        "{}",
        json.dumps({**RECALLED, "at": "yesterday"}),
        json.dumps({**RECALLED, "at": 7}),
        json.dumps({**RECALLED, "memory_ids": None}),
    ],
)
def test_a_strange_reinforcement_message_is_refused(body: str) -> None:
    with pytest.raises(InternalFault):
        reinforcement_message(body)


def test_a_refusal_repeats_nothing_of_the_message() -> None:
    with pytest.raises(InternalFault) as refused:
        task_message('{"secret": "canary"}')

    assert "canary" not in refused.value.message
