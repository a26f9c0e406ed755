"""A function's role, enforced on every call of an AWS client as IAM would."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from botocore.exceptions import ClientError

from infra.function import Access, Function
from mneme.adapters.table_layout import TableLayout

TABLE_READS = frozenset({"BatchGetItem", "ConditionCheckItem", "GetItem", "Query"})
TABLE_WRITES = frozenset({"DeleteItem", "PutItem", "UpdateItem"})
_IN_TRANSACTIONS = {
    "ConditionCheck": "ConditionCheckItem",
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
}

Call = tuple[str, str]
"""An action and the logical name of what it touches."""


@dataclass
class Role:
    """What the running function may do; `denied` are the calls it made beyond it.

    `taken_on` is the tenant for which the function took its second role on last.
    """

    tables: Mapping[str, TableLayout]
    queues: Mapping[str, str]
    buckets: Mapping[str, str]
    access: Access | None = None
    consumed: tuple[str, ...] = ()
    denied: list[Call] = field(default_factory=list)
    fenced: bool = False
    taken_on: str = ""

    @contextmanager
    def of(self, row: Function) -> Iterator[None]:
        """Let only this function's calls pass meanwhile."""
        self.access, self.consumed, self.fenced = row.access, row.queues, row.fenced
        try:
            yield
        finally:
            self.access = None

    def take_on(self, params: dict[str, Any], **_: object) -> None:
        """Note whose credentials are asked for; called by botocore before that is."""
        ((tag,),) = [params["Tags"]]
        assert tag["Key"] == "tenant"
        self.taken_on = tag["Value"]

    def check(
        self, params: dict[str, Any], model: Any, tenant: str | None = None, **_: object
    ) -> None:
        """Refuse a call that the role does not allow; called by botocore before each call.

        `tenant` is the one whose credentials the call is made with, if it is made with such.
        """
        if self.access is None:
            return
        denied = [call for call in self._calls(model.name, params) if not self._allows(call)]
        if self.fenced:
            denied += [(model.name, key) for key in partitions(params) if not _is_of(tenant, key)]
        if denied:
            self.denied += denied
            error = {"Error": {"Code": "AccessDeniedException", "Message": str(denied)}}
            raise ClientError(error, model.name)

    def _calls(self, operation: str, params: dict[str, Any]) -> Iterator[Call]:
        tables = {layout.physical_name: name for name, layout in self.tables.items()}
        if operation == "TransactWriteItems":
            for item in params["TransactItems"]:
                ((kind, action),) = item.items()
                yield _IN_TRANSACTIONS[kind], tables[action["TableName"]]
        elif operation == "BatchGetItem":
            yield from ((operation, tables[name]) for name in params["RequestItems"])
        elif "TableName" in params:
            yield operation, tables[params["TableName"]]
        elif "QueueUrl" in params:
            yield operation, _name_of(params["QueueUrl"], self.queues)
        elif "Bucket" in params:
            yield operation, _name_of(params["Bucket"], self.buckets)
        else:
            yield operation, params.get("KeyId", "")

    def _allows(self, call: Call) -> bool:
        action, name = call
        access = self.access or Access()
        if action in {*TABLE_READS, *TABLE_WRITES}:
            return name in _reached(action, access)
        if action == "Scan":
            return name in access.scan
        allowed = {
            "SendMessage": access.send,
            "ChangeMessageVisibility": self.consumed,
            "GetObject": access.buckets_read,
            "ListObjectsV2": access.buckets_read,
            "PutObject": (*access.buckets_write, *access.buckets_append),
            "ListObjectVersions": (*access.buckets_write, *access.buckets_append),
            "DeleteObjects": access.buckets_write,
        }
        if action in {"Sign", "GetPublicKey"}:
            return access.signs
        if action in {"Decrypt", "Encrypt"}:
            return access.wrap_keys if action == "Decrypt" else access.make_keys
        return name in allowed.get(action, ())


def partitions(params: dict[str, Any]) -> Iterator[str]:
    """Yield the partition of every item that a call of DynamoDB touches."""
    items = [action for item in params.get("TransactItems", ()) for action in item.values()]
    for item in [*items, params]:
        row = item.get("Key") or item.get("Item") or {}
        if "pk" in row:
            yield row["pk"]["S"]
    for asked in params.get("RequestItems", {}).values():
        yield from (key["pk"]["S"] for key in asked["Keys"])
    if "KeyConditionExpression" in params:
        first = params["KeyConditionExpression"].split(" AND ")[0].split(" = ")[1]
        yield params["ExpressionAttributeValues"][first]["S"]


def _is_of(tenant: str | None, key: str) -> bool:
    return tenant is not None and (key == tenant or key.startswith((f"{tenant}#", f"{tenant}%23")))


def _reached(action: str, access: Access) -> set[str]:
    """Return the tables in whose rows a role may do something."""
    if action in TABLE_READS:
        return {*access.read, *access.write, *access.add, *_counted(action, access)}
    if action == "DeleteItem":
        return set(access.delete)
    added = access.add if action == "PutItem" else ()
    return {*access.write, *added, *_counted(action, access)}


def _counted(action: str, access: Access) -> tuple[str, ...]:
    return access.count if action in {"GetItem", "UpdateItem"} else ()


def _name_of(address: str, addresses: Mapping[str, str]) -> str:
    return next(name for name, known in addresses.items() if known == address)
