"""What a function's role may do with the keys of its stage."""

from collections.abc import Iterator, Mapping

from aws_cdk import Stack
from aws_cdk import aws_iam as iam

from infra.constructs.keys import TENANT_CONTEXT
from infra.constructs.resources import Resources
from infra.function import Access, Function

KEY_READ = ("kms:Decrypt",)
KEY_WRITE = ("kms:Decrypt", "kms:GenerateDataKey")
TABLE_KEY_READ = ("kms:Decrypt", "kms:DescribeKey")
TABLE_KEY_WRITE = (
    *TABLE_KEY_READ,
    "kms:Encrypt",
    "kms:GenerateDataKey",
    "kms:ReEncryptFrom",
    "kms:ReEncryptTo",
)
UNWRAP = ("kms:Decrypt",)
# Branch keys are wrapped once, by whoever creates a tenant; other functions only unwrap them.
WRAP = ("kms:Decrypt", "kms:Encrypt")
SIGN = ("kms:Sign",)
TELL = ("kms:GetPublicKey",)


def key_statements(row: Function, resources: Resources) -> list[iam.PolicyStatement]:
    """Return what the role may do with the data key, the wrapping key and those that sign."""
    return [
        *_data_key(row, resources),
        *_wrapping_key(row.access, resources),
        *_certificate_key(row.access, resources),
    ]


def table_key_statements(row: Function, resources: Resources) -> list[iam.PolicyStatement]:
    """Return what a role that reaches the tables of a row may do with the data key."""
    return list(_via_services({"dynamodb": _of_tables(row)}, resources))


def _of_tables(row: Function) -> tuple[str, ...]:
    access = row.access
    if access.write or access.add or access.count:
        return TABLE_KEY_WRITE
    return TABLE_KEY_READ if access.read or row.stream_table else ()


def _data_key(row: Function, resources: Resources) -> Iterator[iam.PolicyStatement]:
    access = row.access
    writes_buckets = access.buckets_write or access.buckets_append
    uses = {
        "dynamodb": () if row.fenced else _of_tables(row),
        "s3": KEY_WRITE if writes_buckets else KEY_READ if access.buckets_read else (),
        "sqs": KEY_WRITE if access.send else KEY_READ if row.queues else (),
    }
    yield from _via_services(uses, resources)


def _via_services(
    uses: Mapping[str, tuple[str, ...]], resources: Resources
) -> Iterator[iam.PolicyStatement]:
    """Let each service use the data key on the role's behalf, and the role never by itself."""
    for service, actions in uses.items():
        if actions:
            home = Stack.of(resources.data_key)
            # Some partitions have a suffix of their own; which of the two KMS tells is not said.
            via = [f"{service}.{home.region}.{end}" for end in ("amazonaws.com", home.url_suffix)]
            yield iam.PolicyStatement(
                actions=list(actions),
                resources=[resources.data_key.key_arn],
                conditions={"StringEquals": {"kms:ViaService": via}},
            )


def _wrapping_key(access: Access, resources: Resources) -> Iterator[iam.PolicyStatement]:
    if access.wrap_keys:
        yield iam.PolicyStatement(
            actions=list(WRAP if access.make_keys else UNWRAP),
            resources=[resources.wrapping_key.key_arn],
            conditions={"Null": {TENANT_CONTEXT: "false"}},
        )


def _certificate_key(access: Access, resources: Resources) -> Iterator[iam.PolicyStatement]:
    if access.signs:
        newest = [resources.certificate_keys[-1].key_arn]
        yield iam.PolicyStatement(
            actions=list(SIGN),
            resources=newest,
            conditions={"StringEquals": {"kms:SigningAlgorithm": "ECDSA_SHA_256"}},
        )
        # A certificate says which key has signed it.
        yield iam.PolicyStatement(actions=list(TELL), resources=newest)
