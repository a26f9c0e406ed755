"""Certificates of erasures: what was signed, and when it is to be looked at again.

A row holds nothing that a key of its user would be needed for, and stays when the user is gone.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import (
    Change,
    Equals,
    Item,
    Missing,
    Put,
    Query,
    Remove,
    SetTo,
    SortRange,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    CERTIFICATES,
    DUE_INDEX,
    epoch_key,
    key_epoch_of,
    partition_owner,
    user_of,
    user_partition,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.canonical_json import Json
from mneme.domain.erasure import Extent
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.signed_statement import Signature, document
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context

DUE_PARTITION = "certificates"
"""Where the index `due` lists those that something is yet to happen to."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A statement about the purge that raised the epoch to `upto`, and its signature, if any.

    `issue` counts how often it was signed. Nothing more happens to one without `due_at`. What was
    purged was seen to be in no file of the search index any more at `emptied_at`.
    """

    user_id: str
    upto: int
    job_id: str
    issue: int
    statement: Mapping[str, Json]
    due_at: datetime | None
    signature: Signature | None = None
    emptied_at: datetime | None = None

    @property
    def document(self) -> dict[str, Json]:
        """What is handed out. Raises InternalFault for what is not signed yet."""
        if self.signature is None:
            raise InternalFault("the certificate is not signed yet")
        return document(self.statement, self.signature)

    @property
    def of_everything(self) -> bool:
        """Whether all of the user was purged."""
        return self.statement["extent"] == Extent.EVERYTHING.value

    @property
    def request(self) -> str:
        """What was asked for: `user/purge` or `user/erase`."""
        return str(self.statement["request"])

    @property
    def hidden_at(self) -> datetime:
        """When the purge was asked for."""
        return datetime.fromisoformat(str(self.statement["hidden_at"]))

    @property
    def deleted_at(self) -> datetime:
        """When the last row or object was deleted."""
        return datetime.fromisoformat(str(self.statement["deleted_at"]))

    @property
    def providers(self) -> list[str]:
        """The providers of models that were allowed to see what was deleted."""
        told = self.statement["model_providers"]
        return [str(name) for name in told] if isinstance(told, list) else []


@dataclass(frozen=True, slots=True)
class DueCertificate:
    """Where a certificate is that is to be looked at."""

    tenant: TenantContext
    user_id: str
    upto: int


@dataclass(frozen=True)
class Certificates:
    """Reads consistently, and moves a certificate from one issue to the next by compare-and-set."""

    tables: TableStore

    def find(self, tenant: TenantContext, user_id: str, upto: int) -> Certificate | None:
        """Return the certificate of a purge, or None. Raises Unavailable."""
        place = epoch_key(user_partition(tenant, user_id), upto)
        row = self.tables.get(tenant, CERTIFICATES, place)
        return None if row is None else _certificate(row)

    def before(
        self, tenant: TenantContext, user_id: str, upto: int | None, limit: int
    ) -> tuple[list[Certificate], bool]:
        """Return a user's newest certificates of purges before one, and whether there are more.

        Raises Unavailable.
        """
        partition = user_partition(tenant, user_id)
        last = None if upto is None else epoch_key(partition, upto - 1).sort
        query = Query(
            CERTIFICATES, partition, sort=SortRange(high=last), limit=limit, descending=True
        )
        page = self.tables.query(tenant, query)
        return [_certificate(row) for row in page.items], page.cursor is not None

    def due(
        self, now: datetime, cursor: str | None, limit: int
    ) -> tuple[list[DueCertificate], str | None]:
        """Return what is to be looked at, from a cursor on, and the next one. Raises Unavailable.

        The index may lag behind the rows.
        """
        query = Query(
            CERTIFICATES,
            DUE_PARTITION,
            index=DUE_INDEX,
            sort=SortRange(high=milliseconds(now)),
            limit=limit,
            cursor=cursor,
            consistent=False,
        )
        page = self.tables.query(SYSTEM, query)
        return [_due(row) for row in page.items], page.cursor

    def begin(self, tenant: TenantContext, certificate: Certificate) -> None:
        """Write a first, unsigned statement unless the purge has one. Raises Unavailable."""
        place = epoch_key(user_partition(tenant, certificate.user_id), certificate.upto)
        row: Item = {
            "pk": place.partition,
            "sk": place.sort,
            "job_id": certificate.job_id,
            "issue": certificate.issue,
            "statement": _encoded(certificate.statement),
            **_due_attributes(certificate.due_at),
        }
        try:
            self.tables.transact(tenant, [Put(CERTIFICATES, row, Missing("pk"))])
        except WriteConflict as conflict:
            if not conflict.failed:
                raise

    def replace(self, tenant: TenantContext, before: Certificate, after: Certificate) -> None:
        """Write the next issue. Raises WriteConflict if somebody else has, Unavailable."""
        if after.signature is None:
            raise InternalFault("no issue replaces another unsigned")
        due: list[Change] = [SetTo(*one) for one in _due_attributes(after.due_at).items()]
        changes: tuple[Change, ...] = (
            SetTo("issue", after.issue),
            SetTo("statement", _encoded(after.statement)),
            SetTo("public_key", after.signature.public_key),
            SetTo("signature", after.signature.value),
            *(due or [Remove("due_shard"), Remove("due_at")]),
        )
        if after.emptied_at is not None:
            changes = (*changes, SetTo("emptied_at", after.emptied_at.isoformat()))
        place = epoch_key(user_partition(tenant, before.user_id), before.upto)
        unmoved = Equals("issue", before.issue)
        self.tables.transact(tenant, [Update(CERTIFICATES, place, changes, unmoved)])


def _certificate(row: Item) -> Certificate:
    signature = None
    if "signature" in row:
        signature = Signature(read.binary(row, "public_key"), read.binary(row, "signature"))
    return Certificate(
        user_id=user_of(read.text(row, "pk")),
        upto=key_epoch_of(read.text(row, "sk")),
        job_id=read.text(row, "job_id"),
        issue=read.whole(row, "issue"),
        statement=json.loads(read.text(row, "statement")),
        due_at=read.optional_instant(row, "due_at"),
        signature=signature,
        emptied_at=read.optional_offset_instant(row, "emptied_at"),
    )


def _due(row: Item) -> DueCertificate:
    partition = read.text(row, "pk")
    tenant = internal_context(partition_owner(partition))
    return DueCertificate(tenant, user_of(partition), key_epoch_of(read.text(row, "sk")))


def _due_attributes(due_at: datetime | None) -> dict[str, str | int]:
    if due_at is None:
        return {}
    return {"due_shard": DUE_PARTITION, "due_at": milliseconds(due_at)}


def _encoded(statement: Mapping[str, Json]) -> str:
    return json.dumps(statement, ensure_ascii=False, separators=(",", ":"))
