"""The roles of deployed functions, taken on by a test: what it then asks, IAM judges."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import boto3
from botocore.exceptions import ClientError

from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from local.deployment import STAGE
from mneme.adapters.table_layout import TableLayout

FENCED = {row.name for row in FUNCTIONS if row.fenced}
_REFUSED = {"AccessDenied", "AccessDeniedException"}
_NOWHERE = "nowhere"
_WITHHELD = "withheld"


class DeployedRoles:
    """Sessions with the credentials of functions.

    An emulated account's root may take on what is Lambda's to take on; in AWS nobody else may.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._root = boto3.Session(
            aws_access_key_id=environment["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=environment["AWS_SECRET_ACCESS_KEY"],
            region_name=environment["AWS_REGION"],
        )
        self._url = environment["AWS_ENDPOINT_URL"]
        self._functions = self.client("lambda").list_functions()["Functions"]

    def client(self, service: str, session: boto3.Session | None = None) -> Any:
        """Return a client of the stage's account: the root's, or a session's."""
        made: Any = (session or self._root).client  # one overload for each service there is
        return made(service, endpoint_url=self._url)

    def outputs(self, stack: str) -> dict[str, str]:
        """Return what a stack of the stage tells of itself."""
        told = self.client("cloudformation").describe_stacks(StackName=f"mneme-{STAGE}-{stack}")
        return {one["OutputKey"]: one["OutputValue"] for one in told["Stacks"][0]["Outputs"]}

    def of(self, function: str) -> boto3.Session:
        """Return what the function runs as."""
        return self._taken_on(self._root, self._described(function)["Role"], [])

    @contextmanager
    def withheld(self, function: str, *statements: Mapping[str, object]) -> Iterator[None]:
        """Refuse a function, and what it takes on for tenants, for the length of the block."""
        denied = [{"Effect": "Deny", **one} for one in statements]
        policy = json.dumps({"Version": "2012-10-17", "Statement": denied})
        told = self._described(function)
        variables = told["Environment"]["Variables"]
        arns = [told["Role"], *filter(None, [variables.get("MNEME_TENANT_ROLE")])]
        iam, names = self.client("iam"), [arn.rpartition("/")[2] for arn in arns]
        for name in names:
            iam.put_role_policy(RoleName=name, PolicyName=_WITHHELD, PolicyDocument=policy)
        try:
            yield
        finally:
            for name in names:
                iam.delete_role_policy(RoleName=name, PolicyName=_WITHHELD)

    def for_tenant(self, function: str, tenant: str | None, *, by: str = "") -> boto3.Session:
        """Return what a fenced function, or another one instead, takes on for a tenant."""
        role = self._described(function)["Environment"]["Variables"]["MNEME_TENANT_ROLE"]
        tags = [] if tenant is None else [{"Key": "tenant", "Value": tenant}]
        return self._taken_on(self.of(by or function), role, tags)

    def at_tables(self, function: str, tenant: str) -> boto3.Session:
        """Return what reaches tables while a function works for a tenant."""
        return self.for_tenant(function, tenant) if function in FENCED else self.of(function)

    def _described(self, function: str) -> dict[str, Any]:
        part = construct_id(function, "Function")
        (found,) = (one for one in self._functions if part in one["FunctionName"])
        return dict(found)

    def _taken_on(self, who: boto3.Session, role: str, tags: list[dict[str, str]]) -> boto3.Session:
        told = self.client("sts", who).assume_role(RoleArn=role, RoleSessionName="e2e", Tags=tags)
        return boto3.Session(
            aws_access_key_id=told["Credentials"]["AccessKeyId"],
            aws_secret_access_key=told["Credentials"]["SecretAccessKey"],
            aws_session_token=told["Credentials"]["SessionToken"],
            region_name=self._root.region_name,
        )


def refused(call: Callable[[], object]) -> bool:
    """Return whether IAM refuses a call; what else becomes of it does not matter."""
    try:
        call()
    except ClientError as error:
        return error.response["Error"]["Code"] in _REFUSED
    return False


def attempts(dynamodb: Any, layout: TableLayout, partition: str) -> dict[str, Callable[[], object]]:
    """Return, by its name, each action on a row of the partition that is not there."""
    table = {"TableName": layout.physical_name}
    key = {"pk": {"S": partition}} | ({"sk": {"S": _NOWHERE}} if layout.sorted else {})
    there = {"ConditionExpression": "attribute_exists(pk)"}
    value = {"ExpressionAttributeValues": {":value": {"S": partition}}}
    check = {"ConditionCheck": {**table, "Key": key, **there}}
    changed = {"Key": key, "UpdateExpression": "SET changed = :value", **value}
    return {
        "GetItem": lambda: dynamodb.get_item(**table, Key=key),
        "BatchGetItem": lambda: dynamodb.batch_get_item(
            RequestItems={layout.physical_name: {"Keys": [key]}}
        ),
        "Query": lambda: dynamodb.query(**table, KeyConditionExpression="pk = :value", **value),
        "ConditionCheckItem": lambda: dynamodb.transact_write_items(TransactItems=[check]),
        "PutItem": lambda: dynamodb.put_item(**table, Item=key, **there),
        "UpdateItem": lambda: dynamodb.update_item(**table, **changed, **there),
        "DeleteItem": lambda: dynamodb.delete_item(**table, Key=key, **there),
        "Scan": lambda: dynamodb.scan(**table, Limit=1),
    }
