"""IAM is enforced while the suite runs: what a function's role is not granted, it is refused."""

import json
from functools import partial

import pytest
from botocore.exceptions import ClientError

from infra.functions import FUNCTIONS
from local.deployment import Deployment
from mneme.adapters.table_layout import TableLayout, parse_layouts
from tests.e2e.deployed_roles import FENCED, DeployedRoles, attempts, refused
from tests.infra.reached_tables import REACHED, reached

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

OWN, FOREIGN = "acme#u-1", "acm#u-1"
TENANT = "acme"
Layouts = dict[str, TableLayout]


@pytest.fixture(scope="module")
def roles(deployment: Deployment) -> DeployedRoles:
    return DeployedRoles(deployment.environment)


@pytest.fixture(scope="module")
def layouts(deployment: Deployment) -> Layouts:
    return parse_layouts(deployment.environment["MNEME_TABLES"])


@pytest.mark.parametrize("function", REACHED)
def test_a_function_reaches_the_tables_of_its_row_and_is_refused_all_else(
    roles: DeployedRoles, layouts: Layouts, function: str
) -> None:
    dynamodb = roles.client("dynamodb", roles.at_tables(function, TENANT))

    passed = {
        (table, action)
        for table, layout in layouts.items()
        for action, attempt in attempts(dynamodb, layout, OWN).items()
        if not refused(attempt)
    }

    # What leads with no key is for no fenced role.
    assert passed == reached(function)


@pytest.mark.parametrize("function", sorted(FENCED))
def test_a_fenced_function_reaches_no_row_of_another_tenant_and_none_by_itself(
    roles: DeployedRoles, layouts: Layouts, function: str
) -> None:
    fenced = roles.client("dynamodb", roles.at_tables(function, TENANT))
    by_itself = roles.client("dynamodb", roles.of(function))

    for table, action in reached(function):
        assert refused(attempts(fenced, layouts[table], FOREIGN)[action]), (table, action)
        assert refused(attempts(by_itself, layouts[table], OWN)[action]), (table, action)


def test_one_foreign_row_among_ones_own_is_refused(roles: DeployedRoles, layouts: Layouts) -> None:
    dynamodb = roles.client("dynamodb", roles.for_tenant("manage_api", TENANT))
    heads = layouts["heads"].physical_name
    own, foreign = ({"pk": {"S": one}, "sk": {"S": "m"}} for one in (OWN, FOREIGN))

    def asked(*keys: dict[str, dict[str, str]]) -> None:
        dynamodb.batch_get_item(RequestItems={heads: {"Keys": list(keys)}})

    def written(*rows: dict[str, dict[str, str]]) -> None:
        there = {"ConditionExpression": "attribute_exists(pk)"}
        puts = [{"Put": {"TableName": heads, "Item": row, **there}} for row in rows]
        dynamodb.transact_write_items(TransactItems=puts)

    assert not refused(lambda: asked(own))
    assert refused(lambda: asked(own, foreign))
    assert not refused(lambda: written(own))
    assert refused(lambda: written(own, foreign))


def test_the_history_of_a_memory_is_of_ones_own_tenant(
    roles: DeployedRoles, layouts: Layouts
) -> None:
    dynamodb = roles.client("dynamodb", roles.for_tenant("manage_api", TENANT))

    def asked(memory: str) -> None:
        dynamodb.query(
            TableName=layouts["change_log"].physical_name,
            IndexName="by_memory",
            KeyConditionExpression="#key = :key",
            ExpressionAttributeNames={"#key": "memory_key"},
            ExpressionAttributeValues={":key": {"S": memory}},
        )

    assert not refused(lambda: asked("acme%23u-1#m-1"))
    assert refused(lambda: asked("acm%23u-1#m-1"))


def test_a_second_role_is_for_its_own_function_and_a_named_tenant(roles: DeployedRoles) -> None:
    assert roles.for_tenant("manage_api", TENANT)
    assert refused(lambda: roles.for_tenant("manage_api", None))
    assert refused(lambda: roles.for_tenant("manage_api", TENANT, by="privacy_api"))


def test_a_branch_key_is_opened_for_its_tenant_by_those_who_open_such(
    roles: DeployedRoles, deployment: Deployment
) -> None:
    key, context = deployment.environment["MNEME_KEY_ID"], {"tenant": TENANT}
    admin = roles.client("kms", roles.of("tenant_admin"))
    sealed = admin.encrypt(KeyId=key, Plaintext=b"key", EncryptionContext=context)
    recall, reinforcement = (
        roles.client("kms", roles.of(one)) for one in ("recall_api", "reinforcement_worker")
    )
    blob = {"CiphertextBlob": sealed["CiphertextBlob"], "KeyId": key}

    assert recall.decrypt(**blob, EncryptionContext=context)["Plaintext"] == b"key"
    assert refused(lambda: recall.decrypt(**blob))
    assert refused(lambda: admin.encrypt(KeyId=key, Plaintext=b"key"))
    assert refused(lambda: recall.encrypt(KeyId=key, Plaintext=b"", EncryptionContext=context))
    assert refused(lambda: reinforcement.decrypt(**blob, EncryptionContext=context))
    assert refused(lambda: recall.schedule_key_deletion(KeyId=key))


def test_only_what_is_signed_by_the_worker_of_erasures_is_signed(roles: DeployedRoles) -> None:
    key = json.loads(roles.outputs("data")["CertificateKeyArns"])[-1]

    def signs(function: str, algorithm: str) -> bool:
        kms = roles.client("kms", roles.of(function))
        said = {"KeyId": key, "Message": b"statement", "SigningAlgorithm": algorithm}
        return not refused(lambda: kms.sign(**said))

    assert {name for name in REACHED if signs(name, "ECDSA_SHA_256")} == {"job_worker"}
    assert not signs("job_worker", "ECDSA_SHA_512")


def test_functions_read_the_one_document_of_appconfig_that_is_theirs(roles: DeployedRoles) -> None:
    place = json.loads(roles.outputs("service")["Thresholds"])
    tuned = {row.name for row in FUNCTIONS if row.access.tuned}

    def begun(function: str, profile: str) -> str:
        told = roles.client("appconfigdata", roles.of(function)).start_configuration_session(
            ApplicationIdentifier=place["application"],
            EnvironmentIdentifier=place["environment"],
            ConfigurationProfileIdentifier=profile,
        )
        return str(told["InitialConfigurationToken"])

    def reads(function: str, token: str) -> bool:
        client = roles.client("appconfigdata", roles.of(function))
        return not refused(lambda: client.get_latest_configuration(ConfigurationToken=token))

    for name in REACHED:
        assert refused(partial(begun, name, place["profile"])) == (name not in tuned), name
        assert refused(partial(begun, name, "another")), name
    token = begun("recall_api", place["profile"])
    assert not reads("tenant_authorizer", token)
    assert reads("recall_api", token)


def test_nobody_takes_a_digest_of_change_logs_away(roles: DeployedRoles) -> None:
    digest = {
        "Bucket": json.loads(roles.outputs("data")["BucketNames"])["digests"],
        "Key": "2000/01/01.json",
    }

    for function in REACHED:
        s3 = roles.client("s3", roles.of(function))
        assert refused(partial(s3.delete_object, **digest)), function


def test_nobody_without_credentials_of_the_account_reaches_it(
    roles: DeployedRoles, layouts: Layouts
) -> None:
    stranger = roles.of("recall_api")
    found = stranger.get_credentials()
    assert found is not None
    forged = type(stranger)(
        aws_access_key_id=found.access_key,
        aws_secret_access_key="guessed",
        aws_session_token=found.token,
        region_name=stranger.region_name,
    )

    with pytest.raises(ClientError, match="InvalidSignature"):
        attempts(roles.client("dynamodb", forged), layouts["heads"], OWN)["GetItem"]()
