"""How the AWS adapters tell an outage, which may be tried again, from a fault of ours."""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    ReadTimeoutError,
)
from botocore.stub import Stubber

from mneme.adapters.kms_key_service import KmsKeyService
from mneme.adapters.s3_blob_store import S3BlobStore
from mneme.adapters.sqs_work_queue import SqsWorkQueue
from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract import aws

ACME = internal_context("acme")
CONTEXT = {"purpose": "branch-key"}
URLS = {"notes": "http://127.0.0.1/notes"}
SECRET = "canary"


def queue(client: Any) -> SqsWorkQueue:
    return SqsWorkQueue(client, URLS, frozenset())


def blobs(client: Any) -> S3BlobStore:
    return S3BlobStore(client, {"payloads": "the-payloads"})


def keys(client: Any) -> KmsKeyService:
    return KmsKeyService(client, "the-key")


CALLS: dict[str, tuple[str, str, Callable[[Any], object]]] = {
    "send": ("sqs", "send_message", lambda c: queue(c).send(ACME, "notes", QueueMessage(SECRET))),
    "receive": ("sqs", "receive_message", lambda c: queue(c).receive("notes", 1)),
    "acknowledge": ("sqs", "delete_message", lambda c: queue(c).acknowledge("notes", "receipt")),
    "release": ("sqs", "change_message_visibility", lambda c: queue(c).release("notes", "r")),
    "put": ("s3", "put_object", lambda c: blobs(c).put(ACME, "payloads", "n", SECRET.encode())),
    "get": ("s3", "get_object", lambda c: blobs(c).get(ACME, "payloads", "n")),
    "delete": ("s3", "list_object_versions", lambda c: blobs(c).delete(ACME, "payloads", "n")),
    "wrap": ("kms", "encrypt", lambda c: keys(c).wrap(ACME, b"k" * 32, CONTEXT)),
    "unwrap": ("kms", "decrypt", lambda c: keys(c).unwrap(ACME, b"wrapped", CONTEXT)),
}


def fail(call: str, code: str, status: int = 400, message: str = "") -> object:
    """Make one call of an adapter, which the service answers with this error."""
    service, operation, make = CALLS[call]
    client = aws.new_client(service)
    with Stubber(client) as stubber:
        stubber.add_client_error(operation, code, message, http_status_code=status)
        return make(client)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("code", "status"),
    [("ThrottlingException", 400), ("SlowDown", 503), ("UnheardOf", 500), ("UnheardOf", 503)],
)
def test_throttling_and_server_faults_are_unavailable(call: str, code: str, status: int) -> None:
    with pytest.raises(Unavailable) as caught:
        fail(call, code, status)

    assert caught.value.retryable
    assert SECRET not in caught.value.message


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "error",
    [
        EndpointConnectionError(endpoint_url="http://127.0.0.1"),
        ConnectTimeoutError(endpoint_url="http://127.0.0.1"),
        ReadTimeoutError(endpoint_url="http://127.0.0.1"),
    ],
)
def test_a_service_out_of_reach_is_unavailable(call: str, error: Exception) -> None:
    service, _, make = CALLS[call]
    client = aws.new_client(service)

    def out_of_reach(**_: object) -> None:
        raise error

    client.meta.events.register_first(f"before-send.{service}", out_of_reach)

    with pytest.raises(Unavailable):
        make(client)


@pytest.mark.parametrize("call", ["send", "receive", "acknowledge", "put", "get", "delete"])
def test_what_we_do_wrong_is_no_outage(call: str) -> None:
    with pytest.raises(ClientError):
        fail(call, "AccessDenied", 403)


@pytest.mark.parametrize("call", ["wrap", "unwrap"])
@pytest.mark.parametrize(
    "code",
    [
        "AccessDeniedException",
        "DisabledException",
        "IncorrectKeyException",
        "InvalidCiphertextException",
        "KMSInvalidStateException",
        "NotFoundException",
    ],
)
def test_what_kms_refuses_is_a_fault_of_ours(call: str, code: str) -> None:
    with pytest.raises(InternalFault):
        fail(call, code)


@pytest.mark.parametrize("call", ["wrap", "unwrap"])
def test_kms_outages_of_its_own_are_unavailable(call: str) -> None:
    with pytest.raises(Unavailable):
        fail(call, "DependencyTimeoutException")


def test_an_error_kms_never_named_is_passed_on() -> None:
    with pytest.raises(ClientError):
        fail("wrap", "UnheardOf")


@pytest.mark.parametrize("call", ["acknowledge", "release"])
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("ReceiptHandleIsInvalid", ""),
        ("AWS.SimpleQueueService.MessageNotInflight", ""),
        ("InvalidParameterValue", "Reason: The receipt handle has expired."),
        ("InvalidParameterValue", "Reason: Message does not exist or is not available."),
    ],
)
def test_sqs_answers_to_late_receipts_are_no_error(call: str, code: str, message: str) -> None:
    assert fail(call, code, message=message) is None


def test_another_invalid_parameter_is_passed_on() -> None:
    with pytest.raises(ClientError):
        fail("release", "InvalidParameterValue", message="VisibilityTimeout is beyond the limit")


def test_versions_that_s3_keeps_are_told() -> None:
    client = aws.new_client("s3")
    version = {"Key": "acme/n", "VersionId": "v1"}
    with Stubber(client) as stubber:
        stubber.add_response("list_object_versions", {"Versions": [version]})
        stubber.add_response("delete_objects", {"Errors": [{**version, "Code": "InternalError"}]})

        with pytest.raises(Unavailable):
            blobs(client).delete(ACME, "payloads", "n")
