"""What the DynamoDB table store makes of a write that the service refuses."""

from typing import Any, cast

import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, EndpointConnectionError

from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.table_store import Missing, Put
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.tenancy import internal_context
from tests.unit.adapters.scripted_client import ScriptedClient, refusal

LAYOUTS = {"heads": TableLayout("heads", "heads", sorted=True, stream=True, indexes={})}


def refuse(error: Exception) -> None:
    """Carry out a transaction of two actions that is answered with the error."""
    store = DynamodbTableStore(cast(Any, ScriptedClient(error)), LAYOUTS)
    actions = [Put("heads", {"pk": "p", "sk": sort}, Missing("pk")) for sort in ("m", "n")]
    store.transact(internal_context("acme"), actions)


@pytest.mark.parametrize(
    ("error", "failed"),
    [
        (refusal("ConditionalCheckFailedException"), (0,)),
        (refusal("TransactionConflictException"), ()),
        (refusal("TransactionCanceledException", "None", "ConditionalCheckFailed"), (1,)),
        (refusal("TransactionCanceledException", "TransactionConflict", "None"), ()),
        (
            refusal(
                "TransactionCanceledException", "ConditionalCheckFailed", "TransactionConflict"
            ),
            (0,),
        ),
    ],
)
def test_a_refused_condition_is_a_conflict_at_its_position(
    error: ClientError, failed: tuple[int, ...]
) -> None:
    with pytest.raises(WriteConflict) as conflict:
        refuse(error)

    assert conflict.value.failed == failed
    assert conflict.value.__cause__ is error


@pytest.mark.parametrize(
    "error",
    [
        refusal("ProvisionedThroughputExceededException"),
        refusal("ThrottlingException"),
        refusal("RequestLimitExceeded"),
        refusal("TransactionInProgressException"),
        refusal("InternalServerError", status=500),
        refusal("TransactionCanceledException", "None", "ThrottlingError"),
        refusal("TransactionCanceledException", "ProvisionedThroughputExceeded"),
        ConnectTimeoutError(endpoint_url="x"),
        EndpointConnectionError(endpoint_url="x"),
    ],
    ids=str,
)
def test_an_outage_of_a_write_is_unavailable_and_no_conflict(error: Exception) -> None:
    with pytest.raises(Unavailable) as outage:
        refuse(error)

    assert not isinstance(outage.value, WriteConflict)


@pytest.mark.parametrize(
    "error",
    [
        refusal("ValidationException"),
        refusal("TransactionCanceledException", "None", "ValidationError"),
    ],
)
def test_a_write_that_the_service_calls_invalid_is_a_value_error(error: ClientError) -> None:
    with pytest.raises(ValueError) as refused:
        refuse(error)

    assert "told by the service" not in str(refused.value)


@pytest.mark.parametrize(
    "error",
    [
        refusal("ResourceNotFoundException"),
        refusal("AccessDeniedException"),
        refusal("TransactionCanceledException", "ItemCollectionSizeLimitExceeded"),
    ],
)
def test_an_error_of_ours_passes_as_it_is(error: ClientError) -> None:
    with pytest.raises(ClientError) as passed:
        refuse(error)

    assert passed.value is error
    assert passed.value.__cause__ is None
