"""What the AWS emulator's IAM lacks, given to it in its own process before it begins.

It resolves fewer conditions than AWS does, and what it does not know refuses everybody. Here
it is told what each request says of itself. What cannot be told of one is left out, so that the
policies which ask for it refuse.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

Request = Mapping[str, Any]
PartitionOf = Callable[[str, str | None], str | None]
"""Given a table and maybe an index of it, tells the attribute that is its partition, if any."""

NO_VALUE = "\0"
"""Stands in a policy for a variable without a value: no request holds it."""

READS_OF_DOCUMENTS = {
    "/configurationsessions": "appconfig:StartConfigurationSession",
    "/configuration": "appconfig:GetLatestConfiguration",
}
_EQUATION = re.compile(r"([#\w.-]+)\s*=\s*(:\w+)")
_VARIABLE = re.compile(r"\$\{([^}]+)\}")
_WILD = frozenset("*?")


def told_of_itself(action: str, body: bytes, partition_of: PartitionOf) -> dict[str, Any]:
    """Return the keys of conditions that a call of DynamoDB or KMS has in AWS and not here."""
    service, _, operation = action.partition(":")
    if service == "kms":
        return dict(_told_to_kms(json.loads(body or b"{}")))
    if service == "dynamodb" and operation in _PARTITIONS:
        found = list(_PARTITIONS[operation](json.loads(body), partition_of))
        if found and None not in found:
            return {"dynamodb:LeadingKeys": found}
    return {}


def _told_to_kms(request: Request) -> Iterator[tuple[str, str]]:
    for name, value in (request.get("EncryptionContext") or {}).items():
        yield f"kms:EncryptionContext:{name}", value
    if "SigningAlgorithm" in request:
        yield "kms:SigningAlgorithm", request["SigningAlgorithm"]


def _of_row(request: Request, partition_of: PartitionOf) -> Iterator[str | None]:
    row = request["Item"] if "Item" in request else request["Key"]
    yield _text(row.get(partition_of(request["TableName"], None)))


def _of_batch(request: Request, partition_of: PartitionOf) -> Iterator[str | None]:
    for table, asked in request["RequestItems"].items():
        for key in asked["Keys"]:
            yield from _of_row({"TableName": table, "Key": key}, partition_of)


def _of_transaction(request: Request, partition_of: PartitionOf) -> Iterator[str | None]:
    """Yield the partitions of all its items, though AWS asks for each item by itself."""
    for item in request["TransactItems"]:
        for action in item.values():
            yield from _of_row(action, partition_of)


def _of_query(request: Request, partition_of: PartitionOf) -> Iterator[str | None]:
    partition = partition_of(request["TableName"], request.get("IndexName"))
    names = request.get("ExpressionAttributeNames") or {}
    values = [
        value
        for name, value in _EQUATION.findall(request.get("KeyConditionExpression", ""))
        if names.get(name, name) == partition
    ]
    if len(values) == 1:
        yield _text(request["ExpressionAttributeValues"].get(values[0]))


def _text(value: Mapping[str, str] | None) -> str | None:
    return (value or {}).get("S")


_PARTITIONS: Mapping[str, Callable[[Request, PartitionOf], Iterator[str | None]]] = {
    "BatchGetItem": _of_batch,
    "DeleteItem": _of_row,
    "GetItem": _of_row,
    "PutItem": _of_row,
    "Query": _of_query,
    "TransactGetItems": _of_transaction,
    "TransactWriteItems": _of_transaction,
    "UpdateItem": _of_row,
}
"""By an operation, who yields the partitions of its items, or None for one that is not told."""


def filled(wanted: Any, value_of: Callable[[str], Any]) -> Any:
    """Return the value of a condition, or a list or mapping of such, with its variables' values."""
    if isinstance(wanted, Mapping):
        return {name: filled(each, value_of) for name, each in wanted.items()}
    if isinstance(wanted, list):
        return [filled(each, value_of) for each in wanted]
    return _VARIABLE.sub(lambda found: _literal(value_of(found[1])), str(wanted))


def _literal(value: Any) -> str:
    return value if isinstance(value, str) and not _WILD & set(value) else NO_VALUE


def document_arn(session: Mapping[str, str], region: str, account: str) -> str:
    """Return what a session of AppConfig reads, by the names of the call that starts one."""
    return (
        f"arn:aws:appconfig:{region}:{account}:application/{session['ApplicationIdentifier']}"
        f"/environment/{session['EnvironmentIdentifier']}"
        f"/configuration/{session['ConfigurationProfileIdentifier']}"
    )


def complete() -> None:
    """Give the emulator's IAM what it lacks. Its modules look these names up at each request."""
    actions: Any = import_module("ministack.core.iam_actions")
    evaluator: Any = import_module("ministack.core.iam_evaluator")
    actions.request_tag_context = _with_keys(actions.request_tag_context)
    actions.extract_iam_action = _with_reads(actions.extract_iam_action)
    actions.extract_resource_arn = _with_documents(actions.extract_resource_arn)
    evaluator._conditions_met = _with_variables(evaluator)  # noqa: SLF001
    evaluator._resolve_condition_key = _with_transport(evaluator._resolve_condition_key)  # noqa: SLF001
    evaluator._resource_policy = _with_trust(evaluator._resource_policy)  # noqa: SLF001


def _with_keys(known: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def told(service: str, action: str, body: bytes, params: Request) -> dict[str, Any]:
        own = known(service, action, body, params)
        return {**own, **told_of_itself(action, body, _partition_of)}

    return told


def _partition_of(table: str, index: str | None) -> str | None:
    store: Any = import_module("ministack.services.dynamodb")
    described = store._tables.get(table.rpartition("/")[2]) or {}  # noqa: SLF001
    indexes = (described.get(f"{kind}SecondaryIndexes") or [] for kind in ("Global", "Local"))
    places = {one["IndexName"]: one for some in indexes for one in some}
    keys = (described if index is None else places.get(index, {})).get("KeySchema", ())
    return next((key["AttributeName"] for key in keys if key["KeyType"] == "HASH"), None)


def _with_reads(known: Callable[..., str | None]) -> Callable[..., str | None]:
    """Name the two calls that read documents of AppConfig: one without a name is let through."""

    def named(service: str, method: str, path: str, *request: Any) -> str | None:
        read = READS_OF_DOCUMENTS.get(path) if service.startswith("appconfig") else None
        return read or known(service, method, path, *request)

    return named


def _with_documents(known: Callable[..., str]) -> Callable[..., str]:
    """Name the document that a session of AppConfig reads: it is told once, and then by a token."""

    def named(service: str, method: str, path: str, *request: Any) -> str:
        _, body, params, region, account = request
        if not service.startswith("appconfig") or path not in READS_OF_DOCUMENTS:
            return known(service, method, path, *request)
        (token,) = params.get("configuration_token") or [None]
        sessions: Any = import_module("ministack.services.appconfig")._sessions  # noqa: SLF001
        session = sessions.get(token) if token else json.loads(body or b"{}")
        return document_arn(session, region, account) if session else "*"

    return named


def _with_variables(evaluator: Any) -> Callable[..., bool]:
    known = evaluator._conditions_met  # noqa: SLF001

    def met(conditions: Request, context: Any) -> bool:
        def value_of(key: str) -> Any:
            return evaluator._resolve_condition_key(key, context)  # noqa: SLF001

        return bool(known(filled(conditions, value_of), context))

    return met


def _with_transport(known: Callable[..., Any]) -> Callable[..., Any]:
    """Take each call for one over TLS, which in AWS it is: here it never leaves the machine."""

    def resolved(key: str, context: Any) -> Any:
        return "true" if key.lower() == "aws:securetransport" else known(key, context)

    return resolved


def _with_trust(known: Callable[..., Any]) -> Callable[..., Any]:
    """Let a role that names who may take it on be taken on without a statement of theirs."""

    def policy(service: str, arn: str) -> Any:
        if service != "sts" or ":role/" not in arn:
            return known(service, arn)
        account = arn.split(":")[4]
        roles: Any = import_module("ministack.services.iam")._roles  # noqa: SLF001
        role = roles.get_scoped(account, None, arn.rpartition("/")[2])
        return (role["AssumeRolePolicyDocument"], account) if role else None

    return policy
