"""The deployed thing: gateway, authorizer, functions, queues, stream and index together."""

import boto3
import pytest

from infra.queues import QUEUES
from local.deployment import Deployment
from tests.e2e.caller import Caller, eventually

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]


def test_a_request_without_a_key_is_refused_in_the_envelope(deployment: Deployment) -> None:
    with Caller(deployment.base_url, None) as stranger:
        status, envelope = stranger.answer("recall", user_id="alice", query="home")

    assert (status, envelope["code"], envelope["data"]) == (401, 40101, None)
    assert envelope["trace_id"]


def test_a_request_with_an_unknown_key_is_refused(deployment: Deployment) -> None:
    with Caller(deployment.base_url, "mk_first_nobody_knows") as stranger:
        status, envelope = stranger.answer("recall", user_id="alice", query="home")

    assert (status, envelope["code"]) == (401, 40101)


def test_an_unknown_path_is_not_found(first: Caller) -> None:
    status, envelope = first.answer("forget_everything", user_id="alice")

    assert (status, envelope["code"]) == (404, 40401)


def test_a_wrong_request_names_its_field(first: Caller) -> None:
    status, envelope = first.answer("recall", user_id="alice", query="home", top_k=0)

    assert (status, envelope["code"]) == (400, 40001)
    assert envelope["data"]["field"] == "top_k"


def test_a_written_memory_travels_through_the_stream_and_is_recalled(first: Caller) -> None:
    first.data(
        "add_structured",
        user_id="bob",
        level="GLOBAL",
        ownership="USER",
        content="Bob plays the cello in an orchestra",
        mem_type="SEMANTIC",
        skip_evolution=True,
    )

    assert eventually(
        lambda: (
            first.recalled("Which instrument does Bob play?", user_id="bob")
            == ["Bob plays the cello in an orchestra"]
        )
    )


def test_a_conversation_travels_through_both_queues_and_is_recalled(first: Caller) -> None:
    said = {"message_id": "m1", "role": "user", "content": "I am allergic to peanuts."}
    task = first.data("add", user_id="carol", messages=[said])["task_id"]

    assert eventually(lambda: first.data("task", user_id="carol", task_id=task)["state"] == "DONE")
    assert eventually(lambda: said["content"] in first.recalled("peanut allergy", user_id="carol"))


def test_another_tenant_recalls_nothing_of_a_user_with_the_same_id(
    first: Caller, second: Caller
) -> None:
    memory = {
        "user_id": "dave",
        "level": "GLOBAL",
        "ownership": "USER",
        "mem_type": "SEMANTIC",
        "skip_evolution": True,
    }
    first.data("add_structured", content="The first Dave breeds zebras", **memory)
    second.data("add_structured", content="The second Dave breeds zebras", **memory)

    assert eventually(lambda: first.recalled("zebras", user_id="dave") != [])
    assert eventually(lambda: second.recalled("zebras", user_id="dave") != [])
    assert first.recalled("zebras", user_id="dave") == ["The first Dave breeds zebras"]
    assert second.recalled("zebras", user_id="dave") == ["The second Dave breeds zebras"]


def test_nothing_ended_in_a_dead_letter_queue(deployment: Deployment, first: Caller) -> None:
    assert first.recalled("anything", user_id="nobody") == []
    environment = deployment.environment
    sqs = boto3.client(
        "sqs",
        endpoint_url=environment["AWS_ENDPOINT_URL"],
        region_name=environment["AWS_REGION"],
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )

    depths = {
        url.rpartition("/")[2]: sqs.get_queue_attributes(
            QueueUrl=url, AttributeNames=["ApproximateNumberOfMessages"]
        )["Attributes"]["ApproximateNumberOfMessages"]
        for url in sqs.list_queues()["QueueUrls"]
        if "Dead" in url or "IndexFailures" in url
    }

    assert set(depths.values()) == {"0"}
    assert len(depths) == len(QUEUES)
