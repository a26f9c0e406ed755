"""A stage's resources by moto, and each function run there with its own environment and role."""

import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra.buckets import BUCKETS
from infra.function import Function
from infra.functions import FUNCTIONS
from infra.queues import QUEUES
from infra.recovery import recovery_days
from infra.tables import layouts_json
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.recall.inline_errands import Bulkheads
from mneme.domain.thresholds import Thresholds
from mneme.runtime import bootstrap
from mneme.runtime.bootstrap import Services
from tests.contract.table_store_fixtures import create_tables
from tests.doubles.counting_ids import CountingIds
from tests.doubles.fake_index import FakeIndex
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.functions.role import Role

REGION = "eu-central-1"
EVENTS = Path(__file__).parents[2] / "events"
ROWS = {row.name: row for row in FUNCTIONS}
TENANT_ROLE = "arn:aws:iam::123456789012:role/tenant"
_new_client = boto3.client


def event(function: str, name: str) -> dict[str, Any]:
    """Return an event of `events/`, such as `apigateway__add`."""
    loaded: dict[str, Any] = json.loads((EVENTS / function / f"{name}.json").read_text("utf-8"))
    return loaded


@dataclass(frozen=True)
class InvocationContext:
    """What the platform tells a handler of its invocation."""

    function_name: str
    aws_request_id: str = "c6af9ac6-7b61-11e6-9a41-93e8deadbeef"
    memory_limit_in_mb: int = 512
    invoked_function_arn: str = f"arn:aws:lambda:{REGION}:123456789012:function:mneme"


class Untuned:
    """The thresholds of a function that is given none: who asks for them needs `tuned`."""

    def begin(self) -> None:
        """Begin a piece of work."""

    def now(self) -> Thresholds:
        """Refuse."""
        raise AssertionError("the function's row does not say that it goes by thresholds")


@dataclass
class Cloud:
    """The resources of a stage. What functions may not touch is refused, and noted in `role`."""

    tables: Mapping[str, TableLayout]
    queues: Mapping[str, str]
    buckets: Mapping[str, str]
    key_id: str
    certificate_key: str
    role: Role
    monkeypatch: pytest.MonkeyPatch
    clock: FixedClock = field(default_factory=FixedClock)
    # Of their own: the events name a key whose id is one of the first.
    ids: CountingIds = field(default_factory=partial(CountingIds, seed=1))
    index: VectorIndex = field(default_factory=FakeIndex)
    instead: dict[str, Any] = field(default_factory=dict)
    """Services that a test puts in the place of the real ones, by name."""

    def invoke(self, function: str, given: dict[str, Any]) -> Any:
        """Run a function on an event, in a new process as it were."""
        handler = importlib.import_module(f"functions.{function}.handler")
        row = ROWS[function]
        self.start(row)
        with self.role.of(row):
            return handler.lambda_handler(given, InvocationContext(function))

    def start(self, row: Function) -> Services:
        """Make the services of a function from its environment, as its first invocation does."""
        for name, value in self.environment(row).items():
            self.monkeypatch.setenv(name, value)
        bootstrap.services.cache_clear()
        made = bootstrap.services()
        made.clock, made.ids = self.clock, self.ids
        if row.access.search is not None:
            made.backend.__dict__["index"] = made.backend.__dict__["index_audit"] = self.index
        made.__dict__["embedder"] = embedder = HashingEmbedder()
        made.__dict__["embedding_model"] = embedder.model
        # A slow machine is no reason to give up a call: what threads do is tested elsewhere.
        made.__dict__["bulkheads"] = Bulkheads()
        if not row.access.tuned:
            made.__dict__["live_settings"] = Untuned()
        made.__dict__.update(self.instead)
        return made

    def operator(self) -> Services:
        """Return services that may touch everything, for what a test arranges and looks at."""
        everything = replace(
            ROWS["write_api"].access,
            read=tuple(self.tables),
            send=tuple(self.queues),
            buckets_append=("digests",),
        )
        return self.start(replace(ROWS["write_api"], access=everything))

    def environment(self, row: Function) -> dict[str, str]:
        """Return the variables that the stack gives the function."""
        access = row.access
        stream = (row.stream_table,) if row.stream_table else ()
        names = {*access.tables, *stream}
        buckets = access.buckets
        return {
            "MNEME_STAGE": "test",
            "MNEME_TABLES": layouts_json({name: self.tables[name].physical_name for name in names}),
            "MNEME_QUEUES": json.dumps(
                {name: self.queues[name] for name in (*access.send, *row.queues)}
            ),
            "MNEME_BUCKETS": json.dumps({name: self.buckets[name] for name in buckets}),
            "MNEME_KEY_ID": self.key_id if access.wrap_keys else "",
            "MNEME_CERTIFICATE_KEYS": json.dumps([self.certificate_key] if access.signs else []),
            "MNEME_RECOVERY_DAYS": json.dumps(recovery_days(search=True)),
            "MNEME_PROVIDERS": json.dumps(["bedrock"]),
            "MNEME_TENANT_ROLE": TENANT_ROLE if row.fenced else "",
            "AWS_DEFAULT_REGION": REGION,
            "AWS_REGION": REGION,
        }

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return the raw rows of a table."""
        scanned = client("dynamodb").scan(TableName=self.tables[table].physical_name)
        return list(scanned["Items"])


@contextmanager
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    """Yield a cloud that is gone afterwards."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    with mock_aws():
        tables = create_tables(client("dynamodb"), "mneme-test-")
        role = Role(tables, _queues(), _buckets())
        monkeypatch.setattr(boto3, "client", _made_for(role))
        key_id = client("kms").create_key()["KeyMetadata"]["KeyId"]
        signing = {"KeySpec": "ECC_NIST_P256", "KeyUsage": "SIGN_VERIFY"}
        certificate_key = client("kms").create_key(**signing)["KeyMetadata"]["KeyId"]
        checks = dict.fromkeys(("dynamodb", "sqs", "s3", "kms"), role.check)
        hooks = {"sts": role.take_on, **checks}
        for service, hook in hooks.items():
            client(service).meta.events.register(_calls_of(service), hook, unique_id="role")
        keys = (key_id, certificate_key)
        yield Cloud(tables, role.queues, role.buckets, *keys, role, monkeypatch)
        for service in hooks:
            client(service).meta.events.unregister(_calls_of(service), unique_id="role")
    bootstrap.services.cache_clear()


def _made_for(role: Role) -> Callable[..., Any]:
    """Return what makes clients: with credentials of a tenant, one that is held to that tenant."""
    of_tenants: dict[str, Any] = {}

    def made(service: str, config: object = None, **credentials: str) -> Any:
        if not credentials:
            return client(service)
        tenant = role.taken_on
        if tenant not in of_tenants:
            of_tenants[tenant] = _new_client(service, region_name=REGION)
            of_tenants[tenant].meta.events.register(
                _calls_of(service), partial(role.check, tenant=tenant)
            )
        return of_tenants[tenant]

    return made


def _calls_of(service: str) -> str:
    return f"provide-client-params.{service}.*"


def client(service: str, config: object = None) -> Any:
    """Return the one client of a service, whoever asks: making one costs more than a test."""
    return _client(service)


@cache
def _client(service: str) -> Any:
    return _new_client(service, region_name=REGION)


def _queues() -> dict[str, str]:
    urls = {}
    for queue in QUEUES:
        fifo = {"FifoQueue": "true"} if queue.fifo else {}
        name = f"mneme-{queue.name}{'.fifo' if queue.fifo else ''}"
        urls[queue.name] = client("sqs").create_queue(QueueName=name, Attributes=fifo)["QueueUrl"]
    return urls


def _buckets() -> dict[str, str]:
    names = {bucket.name: f"mneme-test-{bucket.name}" for bucket in BUCKETS}
    for name in names.values():
        client("s3").create_bucket(
            Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION}
        )
    return names
