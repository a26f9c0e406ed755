"""What the functions of a stage work with, by the names of the data modules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_sqs as sqs


@dataclass(frozen=True)
class Search:
    """Where the search index is.

    `arn` is None for a node outside AWS, where IAM has no say; so is `domain`, the domain's name.
    """

    url: str
    arn: str | None
    domain: str | None = None


@dataclass(frozen=True)
class ThresholdsPlace:
    """Where in AppConfig operators set thresholds, by its ids."""

    application: str
    environment: str
    profile: str


@dataclass(frozen=True)
class Resources:
    """Tables, buckets and queues by name, the keys and the search index.

    `certificate_keys` are all that have signed certificates, oldest first: the last does.

    `search` is None where a stage has neither a domain nor another node; `thresholds` until there
    is what the functions read them from.
    """

    tables: Mapping[str, dynamodb.Table]
    buckets: Mapping[str, s3.Bucket]
    data_key: kms.Key
    wrapping_key: kms.Key
    certificate_keys: tuple[kms.Key, ...]
    search: Search | None
    queues: Mapping[str, sqs.Queue] = field(default_factory=dict)
    thresholds: ThresholdsPlace | None = None
