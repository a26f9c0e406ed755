"""Clients of DynamoDB with credentials of one tenant: a role taken on, tagged with its name."""

from typing import TYPE_CHECKING, Any

import boto3

from mneme.adapters.aws_errors import outages_translated

if TYPE_CHECKING:
    from botocore.config import Config
    from mypy_boto3_dynamodb import DynamoDBClient

TENANT_TAG = "tenant"
SESSION_SECONDS = 30 * 60
"""Far longer than they are used: whatever runs with them comes to its end."""

_SESSION_NAME_LENGTH = 64


class TenantCredentials:
    """Takes on a role for one tenant after another; the role's policy names the tag."""

    def __init__(self, sts: Any, role_arn: str, config: "Config") -> None:
        self._sts = sts
        self._role_arn = role_arn
        self._config = config

    def dynamodb(self, tenant_id: str) -> "DynamoDBClient":
        """Return a client that reaches the rows of this tenant. Raises Unavailable."""
        with outages_translated("the service of credentials"):
            told = self._sts.assume_role(
                RoleArn=self._role_arn,
                # Shown in CloudTrail: an id of a tenant is a name that its operator chose.
                RoleSessionName=f"t-{tenant_id}"[:_SESSION_NAME_LENGTH],
                Tags=[{"Key": TENANT_TAG, "Value": tenant_id}],
                DurationSeconds=SESSION_SECONDS,
            )
        found = told["Credentials"]
        # Of the default session, whose descriptions of the service are loaded once.
        return boto3.client(
            "dynamodb",
            config=self._config,
            aws_access_key_id=found["AccessKeyId"],
            aws_secret_access_key=found["SecretAccessKey"],
            aws_session_token=found["SessionToken"],
        )
