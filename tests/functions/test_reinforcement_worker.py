"""reinforcement_worker: the recalls of a batch give their memories weight, once."""

from datetime import UTC, datetime
from typing import Any

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.identity import hashed_user
from tests.functions.cloud import Cloud, event

RECALLS = event("reinforcement_worker", "sqs__recalls")


@pytest.fixture
def remembered(cloud: Cloud) -> Cloud:
    """Return a cloud in which the conversation of the events is remembered."""
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    cloud.invoke("extraction_worker", event("extraction_worker", "sqs__conversation"))
    cloud.invoke("evolution_worker", event("evolution_worker", "sqs__facts"))
    return cloud


def _counts(cloud: Cloud) -> list[int]:
    facts = [row for row in cloud.rows("heads") if row["kind"]["S"] == "FACT"]
    return sorted(int(row["recall_count"]["N"]) for row in facts)


def test_the_hits_of_a_batch_are_added_to_their_memories_once(
    remembered: Cloud, logged: list[dict[str, Any]]
) -> None:
    logged.clear()

    for _ in range(2):  # the second delivery changes nothing
        remembered.invoke("reinforcement_worker", RECALLS)

    assert _counts(remembered) == [1, 2]
    assert [(line["message"], line["memories"]) for line in logged] == [
        ("reinforced", 2),
        ("reinforced", 0),
    ]


def test_a_body_that_is_no_message_is_given_back_alone(remembered: Cloud) -> None:
    unfit = event("reinforcement_worker", "sqs__not_a_message")
    batch = {"Records": [*unfit["Records"], *RECALLS["Records"]]}

    answer = remembered.invoke("reinforcement_worker", batch)

    given_back = [{"itemIdentifier": record["messageId"]} for record in unfit["Records"]]
    assert answer == {"batchItemFailures": given_back}
    assert _counts(remembered) == [1, 2]


def test_the_recalls_of_a_user_with_a_damaged_memory_are_given_back_alone(
    remembered: Cloud, logged: list[dict[str, Any]]
) -> None:
    tenant = remembered.operator().tenants.create("globex")
    damage = Update(TENANTS, tenant_key(tenant), (SetTo("strengthened_by", "luck"),))
    remembered.operator().tables.transact(tenant, [damage])
    theirs = ReinforcementMessage("globex", "u-2", datetime(2026, 3, 1, tzinfo=UTC), ("m",))
    record = {"messageId": "theirs", "body": theirs.encode().body}
    logged.clear()

    answer = remembered.invoke(
        "reinforcement_worker", {"Records": [record, *RECALLS["Records"], record]}
    )

    assert answer == {"batchItemFailures": [{"itemIdentifier": "theirs"}]}
    assert _counts(remembered) == [1, 2]
    (fault,) = [line for line in logged if line["message"] == "memories not reinforced"]
    told = (fault["tenant"], fault["user"], fault["code"])
    assert told == ("globex", hashed_user("globex", "u-2"), 50000)


def test_the_uses_of_a_batch_are_counted_apart_from_its_hits(remembered: Cloud) -> None:
    uses = event("reinforcement_worker", "sqs__uses")

    remembered.invoke("reinforcement_worker", {"Records": [*RECALLS["Records"], *uses["Records"]]})

    facts = [row for row in remembered.rows("heads") if row["kind"]["S"] == "FACT"]
    assert _counts(remembered) == [1, 2]
    assert sorted(int(row["used_count"]["N"]) for row in facts) == [0, 1]
