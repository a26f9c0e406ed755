"""The role through which a fenced function reaches tables: rows of one tenant at a time.

The function takes it on under a tag that names the tenant, and DynamoDB lets it touch only rows
whose partition begins with that name.
"""

from aws_cdk import aws_iam as iam
from constructs import Construct

from infra.constructs.grants import table_statements
from infra.constructs.key_grants import table_key_statements
from infra.constructs.resources import Resources
from infra.function import Function

TENANT_TAG = "tenant"
_TAGGED = "${aws:PrincipalTag/" + TENANT_TAG + "}"
LEADING_KEYS = (_TAGGED, f"{_TAGGED}#*", f"{_TAGGED}%23*")
"""A tenant's own rows; those of its users; and those of a memory in the change log's index, where
the partition of the user is one part of the key, and escaped."""

FENCE = {
    "ForAllValues:StringLike": {"dynamodb:LeadingKeys": list(LEADING_KEYS)},
    # Of no key at all, something holds for all.
    "Null": {"dynamodb:LeadingKeys": "false", f"aws:PrincipalTag/{TENANT_TAG}": "false"},
}


class TenantFence(Construct):
    """The second role of a function; the first, which takes it on, reaches no table by itself."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        row: Function,
        resources: Resources,
        taken_on_by: iam.IRole,
    ) -> None:
        super().__init__(scope, construct_id)
        tables = list(table_statements(row.access, resources))
        for statement in tables:
            statement.add_conditions(FENCE)
        keys = table_key_statements(row, resources)
        self.role = iam.Role(
            self,
            "Role",
            description=f"Mneme: the tables, of one tenant at a time, for {row.name}",
            assumed_by=_tagged(taken_on_by),
            inline_policies={"Tables": iam.PolicyDocument(statements=[*tables, *keys])},
        )


def _tagged(role: iam.IRole) -> iam.IPrincipal:
    """Return the role as one that must name a tenant. Named here, it needs no grant of its own."""
    named = {
        "Null": {f"aws:RequestTag/{TENANT_TAG}": "false"},
        "ForAllValues:StringEquals": {"aws:TagKeys": [TENANT_TAG]},
    }
    return iam.ArnPrincipal(role.role_arn).with_session_tags().with_conditions(named)
