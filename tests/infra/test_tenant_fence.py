"""Behind the fence: tables of one tenant at a time, whoever the function works for."""

from fnmatch import fnmatchcase
from typing import Any

import pytest

from infra.constructs.naming import construct_id
from infra.function import Function, Trigger
from infra.functions import FUNCTIONS
from mneme.application.repositories import quota_keys, row_keys
from mneme.domain.job import JobOwner
from mneme.domain.tenancy import internal_context
from tests.infra.synthesized import Cloud, grants, listed, plain, statements
from tests.infra.test_roles import role_of, table_grants
from tests.isolation.cast import ID_PAIRS, TENANT_PAIRS

FENCED = [row for row in FUNCTIONS if row.fenced]
OF_MANY_TENANTS = {"indexer", "job_worker"}
"""Workers whose one call may be about several tenants."""

EVERY_FENCED = pytest.mark.parametrize("row", FENCED, ids=lambda row: row.name)
TENANTS = sorted({tenant for pair in TENANT_PAIRS for tenant in pair})
USERS = sorted({user for pair in ID_PAIRS for user in pair})


def fence_of(cloud: Cloud, row: Function) -> dict[str, Any]:
    return cloud.template("prod", "service").properties("AWS::IAM::Role")[
        construct_id(row.name, "TenantRole")
    ]


def patterns(cloud: Cloud, row: Function, tenant: str) -> list[str]:
    """Return the keys that the role allows under the tag of a tenant."""
    (found,) = {
        tuple(statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"])
        for statement in statements(fence_of(cloud, row))
        if listed(statement["Action"])[0].startswith("dynamodb:")
    }
    return [pattern.replace("${aws:PrincipalTag/tenant}", tenant) for pattern in found]


def partitions(tenant: str, user: str) -> set[str]:
    """Return every partition, of tables and indexes, in which a tenant's rows of a user are."""
    context = internal_context(tenant)
    own = row_keys.user_partition(context, user)
    return {
        own,
        row_keys.memory_log_partition(own, "01KJKB3Q000000000000000001"),
        row_keys.job_partition(JobOwner(tenant, user)),
        row_keys.tenant_key(context).partition,
        quota_keys.quota_key(context, "write", "minute", 1).partition,
    }


def test_workers_of_one_tenant_at_a_time_and_management_are_fenced() -> None:
    workers = {row.name for row in FUNCTIONS if row.trigger is Trigger.QUEUE} - OF_MANY_TENANTS

    assert {row.name for row in FENCED} == workers | {"manage_api", "privacy_api"}


@EVERY_FENCED
def test_the_second_role_reaches_the_tables_of_the_row_and_no_more(
    cloud: Cloud, row: Function
) -> None:
    role = fence_of(cloud, row)

    assert {one for one in grants(role) if not one[0].startswith("kms:")} == table_grants(
        row.access
    )
    for statement in statements(role):
        if listed(statement["Action"])[0].startswith("dynamodb:"):
            needed = {"dynamodb:LeadingKeys": "false", "aws:PrincipalTag/tenant": "false"}
            assert statement["Condition"]["Null"] == needed
        else:
            (via,) = {one.split(".")[0] for one in _via(statement)}
            assert (plain(statement["Resource"]), via) == ("<DataKey.Arn>", "dynamodb")


@EVERY_FENCED
def test_the_first_role_reaches_no_table(cloud: Cloud, row: Function) -> None:
    granted = grants(role_of(cloud, row))

    assert [action for action, _ in granted if action.startswith("dynamodb:")] == []


@EVERY_FENCED
def test_only_its_function_takes_it_on_and_names_a_tenant(cloud: Cloud, row: Function) -> None:
    trusted = fence_of(cloud, row)["AssumeRolePolicyDocument"]["Statement"]

    for statement in trusted:
        principal = plain(statement["Principal"]["AWS"])
        assert principal == f"<{construct_id(row.name, 'Role')}.Arn>"
        assert statement["Condition"] == {
            "Null": {"aws:RequestTag/tenant": "false"},
            "ForAllValues:StringEquals": {"aws:TagKeys": ["tenant"]},
        }
    actions = {action for statement in trusted for action in listed(statement["Action"])}
    assert actions == {"sts:AssumeRole", "sts:TagSession"}


@EVERY_FENCED
def test_the_policy_lets_a_tenant_reach_its_own_keys_and_nobody_elses(
    cloud: Cloud, row: Function
) -> None:
    for tenant in TENANTS:
        allowed = patterns(cloud, row, tenant)
        for other in TENANTS:
            for key in {key for user in USERS for key in partitions(other, user)}:
                assert any(_like(key, pattern) for pattern in allowed) == (other == tenant), key


def _like(key: str, pattern: str) -> bool:
    """Match as IAM does: of the shell's wildcards it knows `*` and `?`."""
    return fnmatchcase(key, pattern.replace("[", "[[]"))


def _via(statement: dict[str, Any]) -> list[str]:
    return [plain(one) for one in statement["Condition"]["StringEquals"]["kms:ViaService"]]
