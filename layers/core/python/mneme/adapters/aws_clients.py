"""Clients of AWS: made at first use, with short bounds, their connections kept alive."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config

from mneme.adapters.call_bounds import DEFAULT_BOUNDS, CallBounds
from mneme.adapters.tenant_credentials import TenantCredentials

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient
    from mypy_boto3_kms import KMSClient
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_sqs import SQSClient

CONNECT_SECONDS = 1.0


class AwsClients:
    """One client a service; only those that are used are made."""

    def __init__(self, bounds: CallBounds = DEFAULT_BOUNDS) -> None:
        self._config = Config(
            connect_timeout=min(CONNECT_SECONDS, bounds.read_seconds),
            read_timeout=bounds.read_seconds,
            retries={"mode": "standard", "total_max_attempts": bounds.tries},
            tcp_keepalive=True,
        )

    @cached_property
    def dynamodb(self) -> "DynamoDBClient":
        """The client of DynamoDB."""
        return boto3.client("dynamodb", config=self._config)

    @cached_property
    def dynamodb_streams(self) -> "DynamoDBStreamsClient":
        """The client of DynamoDB Streams."""
        return boto3.client("dynamodbstreams", config=self._config)

    @cached_property
    def sqs(self) -> "SQSClient":
        """The client of SQS."""
        return boto3.client("sqs", config=self._config)

    @cached_property
    def s3(self) -> "S3Client":
        """The client of S3."""
        return boto3.client("s3", config=self._config)

    @cached_property
    def s3_links(self) -> "S3Client":
        """The client of S3 that signs links.

        Objects encrypted by KMS ask for this signature; only with this style of addresses a link
        names its region, where a redirect would make the signature worthless.
        """
        of_links = Config(signature_version="s3v4", s3={"addressing_style": "virtual"})
        return boto3.client("s3", config=self._config.merge(of_links))

    @cached_property
    def kms(self) -> "KMSClient":
        """The client of KMS."""
        return boto3.client("kms", config=self._config)

    @cached_property
    def appconfig_data(self) -> Any:
        """The client of AppConfig's data."""
        return boto3.client("appconfigdata", config=self._config)

    @cached_property
    def secrets(self) -> Any:
        """The client of Secrets Manager."""
        return boto3.client("secretsmanager", config=self._config)

    def of_tenants(self, role_arn: str) -> TenantCredentials:
        """Return what makes clients with credentials of one tenant, by this role."""
        return TenantCredentials(boto3.client("sts", config=self._config), role_arn, self._config)
