"""What each function cannot do, by what IAM makes of its roles: one row a function.

What it can do to tables is written out (`tests/infra/reached_tables.py`), and not worked out of
`infra/functions.py`.
"""

import pytest

from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.tables import TABLES
from tests.infra.iam import Principal
from tests.infra.reached_tables import ACTIONS, REACHED, reached
from tests.infra.synthesized import Cloud, statements

NEVER = ("DeleteTable", "UpdateTable", "PutResourcePolicy", "ExportTableToPointInTime")
EVERY = pytest.mark.parametrize("function", REACHED)
TENANT = "acme"
OWN, FOREIGN = f"{TENANT}#u-1", "acm#u-1"
FENCED = {row.name for row in FUNCTIONS if row.fenced}


def principal(cloud: Cloud, function: str, kind: str = "Role", **tags: str) -> Principal:
    roles = cloud.template("prod", "service").properties("AWS::IAM::Role")
    return Principal(statements(roles[construct_id(function, kind)]), tags)


def working(cloud: Cloud, function: str) -> Principal:
    """Return who reaches tables while a function works for a tenant."""
    if function in FENCED:
        return principal(cloud, function, "TenantRole", tenant=TENANT)
    return principal(cloud, function)


def arn(table: str) -> str:
    return f"<{construct_id(table, 'Table')}.Arn>"


def test_every_function_has_a_row() -> None:
    assert list(REACHED) == [row.name for row in FUNCTIONS]


@EVERY
def test_a_function_reaches_the_tables_of_its_row_and_is_refused_all_else(
    cloud: Cloud, function: str
) -> None:
    who, every = working(cloud, function), {name for names in ACTIONS.values() for name in names}

    allowed = {
        (row.name, action)
        for row in TABLES
        for action in (*sorted(every), *NEVER)
        if who.may(f"dynamodb:{action}", arn(row.name), dynamodb__LeadingKeys=OWN)
    }

    assert allowed == reached(function)


@pytest.mark.parametrize("function", sorted(FENCED))
def test_a_fenced_function_reaches_no_row_of_another_tenant_and_none_by_itself(
    cloud: Cloud, function: str
) -> None:
    of_nobody = principal(cloud, function, "TenantRole")
    by_itself, fenced = principal(cloud, function), working(cloud, function)
    for table, action in reached(function):
        call = (f"dynamodb:{action}", arn(table))
        assert fenced.may(*call, dynamodb__LeadingKeys=OWN)
        assert not fenced.may(*call, dynamodb__LeadingKeys=FOREIGN)
        assert not fenced.may(*call)
        assert not of_nobody.may(*call, dynamodb__LeadingKeys=OWN)
        assert not by_itself.may(*call, dynamodb__LeadingKeys=OWN)


def _who(cloud: Cloud, action: str, resource: str, **context: str) -> set[str]:
    """Return the functions that may do something, by either of their roles."""
    return {
        function
        for function in REACHED
        if principal(cloud, function).may(action, resource, **context)
        or working(cloud, function).may(action, resource, **context)
    }


def _who_of(cloud: Cloud, action: str, table: str) -> set[str]:
    return _who(cloud, f"dynamodb:{action}", arn(table), dynamodb__LeadingKeys=OWN)


def test_nobody_deletes_a_data_key_and_only_the_worker_of_erasures_changes_one(
    cloud: Cloud,
) -> None:
    assert _who_of(cloud, "DeleteItem", "keys") == set()
    assert _who_of(cloud, "UpdateItem", "keys") == {"job_worker"}


def test_only_the_worker_of_purges_deletes_memories_and_nobody_a_change_record(
    cloud: Cloud,
) -> None:
    for table in ("heads", "revisions", "episodes", "counters", "epochs"):
        assert _who_of(cloud, "DeleteItem", table) == {"job_worker"}, table
    for table in ("change_log", "certificates", "jobs", "users", "quotas"):
        assert _who_of(cloud, "DeleteItem", table) == set(), table


def test_only_who_switches_memory_off_or_erases_a_tenants_users_changes_users(cloud: Cloud) -> None:
    assert _who_of(cloud, "UpdateItem", "users") == {"privacy_api", "job_worker"}


@pytest.mark.parametrize(
    "action",
    ["ScheduleKeyDeletion", "DisableKey", "PutKeyPolicy", "CreateGrant", "UpdateAlias", "*"],
)
@pytest.mark.parametrize("key", ["WrappingKey", "DataKey", "Certificate1Key"])
def test_nobody_does_anything_to_a_key_itself(cloud: Cloud, key: str, action: str) -> None:
    assert _who(cloud, f"kms:{action}", f"<{key}.Arn>") == set()


def test_a_branch_key_is_opened_for_a_named_tenant_only_and_made_by_one_function(
    cloud: Cloud,
) -> None:
    named = {"kms__EncryptionContext:tenant": TENANT}

    assert _who(cloud, "kms:Decrypt", "<WrappingKey.Arn>") == set()
    assert _who(cloud, "kms:Encrypt", "<WrappingKey.Arn>", **named) == {"tenant_admin"}
    opening = _who(cloud, "kms:Decrypt", "<WrappingKey.Arn>", **named)
    assert set(REACHED) - opening == {
        "tenant_authorizer",
        "reinforcement_worker",
        "job_scheduler",
        "audit_digest",
        "settings_validator",
    }


def test_the_data_key_opens_nothing_for_who_asks_it_directly(cloud: Cloud) -> None:
    assert _who(cloud, "kms:Decrypt", "<DataKey.Arn>") == set()


def test_the_worker_of_erasures_alone_signs_and_by_one_algorithm(cloud: Cloud) -> None:
    key = "<Certificate1Key.Arn>"

    good = {"kms__SigningAlgorithm": "ECDSA_SHA_256"}
    assert _who(cloud, "kms:Sign", key, **good) == {"job_worker"}
    assert _who(cloud, "kms:Sign", key, kms__SigningAlgorithm="RSASSA_PSS_SHA_256") == set()
    assert _who(cloud, "kms:Sign", key) == set()


def test_nobody_takes_a_digest_of_change_logs_away(cloud: Cloud) -> None:
    digest = "<DigestsBucket.Arn>/2026/03/01.json"

    for action in ("DeleteObject", "DeleteObjectVersion", "BypassGovernanceRetention"):
        assert _who(cloud, f"s3:{action}", digest) == set()
    assert _who(cloud, "s3:PutObject", digest) == {"audit_digest"}


def test_no_function_writes_the_index_but_those_that_keep_it(cloud: Cloud) -> None:
    document = "<SearchDomain.Arn>/memories-1/_bulk"

    assert _who(cloud, "es:ESHttpPost", document) == {"indexer", "job_worker"}
    assert _who(cloud, "es:ESHttpDelete", document) == set()


def test_functions_read_one_document_of_appconfig_and_set_none(cloud: Cloud) -> None:
    place = (
        "arn:<AWS::Partition>:appconfig:<AWS::Region>:<AWS::AccountId>:application"
        "/<LiveThresholdsApplication>/environment/<LiveThresholdsEnvironment>/configuration/"
    )
    own = f"{place}<LiveThresholdsProfile>"

    assert "recall_api" in _who(cloud, "appconfig:GetLatestConfiguration", own)
    assert _who(cloud, "appconfig:GetLatestConfiguration", f"{place}another") == set()
    for action in ("StartDeployment", "StopDeployment", "CreateHostedConfigurationVersion"):
        assert _who(cloud, f"appconfig:{action}", own) == set()


def test_nobody_makes_a_role_or_takes_on_one_that_is_not_its_own(cloud: Cloud) -> None:
    for action in ("iam:PassRole", "iam:CreateRole", "sts:AssumeRole", "lambda:InvokeFunction"):
        assert _who(cloud, action, "<WriteApiTenantRole.Arn>") == set(), action
