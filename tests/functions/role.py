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
    """What the running function may do; `denied` are the calls it made beyond it."""

    tables: Mapping[str, TableLayout]
    queues: Mapping[str, str]
    buckets: Mapping[str, str]
    access: Access | None = None
    consumed: tuple[str, ...] = ()
    denied: list[Call] = field(default_factory=list)

    @contextmanager
    def of(self, row: Function) -> Iterator[None]:
        """Let only this function's calls pass meanwhile."""
        self.access, self.consumed = row.access, row.queues
        try:
            yield
        finally:
            self.access = None

    def check(self, params: dict[str, Any], model: Any, **_: object) -> None:
        """Refuse a call that the role does not allow; called by botocore before each call."""
        if self.access is None:
            return
        denied = [call for call in self._calls(model.name, params) if not self._allows(call)]
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
        if action in TABLE_READS:
            return name in {*access.read, *access.write, *_counted(action, access)}
        if action in TABLE_WRITES:
            return name in {*access.write, *_counted(action, access)}
        if action == "Scan":
            return name in access.scan
        allowed = {
            "SendMessage": access.send,
            "ChangeMessageVisibility": self.consumed,
            "GetObject": access.buckets_read,
            "PutObject": access.buckets_write,
        }
        if action in {"Decrypt", "Encrypt"}:
            return access.wrap_keys if action == "Decrypt" else access.make_keys
        return name in allowed.get(action, ())


def _counted(action: str, access: Access) -> tuple[str, ...]:
    return access.count if action in {"GetItem", "UpdateItem"} else ()


def _name_of(address: str, addresses: Mapping[str, str]) -> str:
    return next(name for name, known in addresses.items() if known == address)
