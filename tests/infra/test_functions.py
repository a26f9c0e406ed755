"""Each function gets its code, its layers, its environment and its share of concurrency."""

import json
from typing import Any

import pytest

from infra.constructs.naming import construct_id
from infra.function import Function
from infra.functions import FUNCTIONS
from infra.settings import STAGES
from mneme.adapters.appconfig_place import AppconfigPlace
from mneme.runtime.settings import settings_from
from tests.infra.synthesized import Cloud, plain

EVERY_FUNCTION = pytest.mark.parametrize("row", FUNCTIONS, ids=lambda row: row.name)
LAMBDA_ENVIRONMENT_BYTES = 4096
GENERATED_NAME_LENGTH = 64
APPCONFIG_ID_LENGTH = 7
PLACE = AppconfigPlace(
    "<LiveThresholdsApplication>", "<LiveThresholdsEnvironment>", "<LiveThresholdsProfile>"
)
ALWAYS = {
    "MNEME_BUCKETS",
    "MNEME_QUEUES",
    "MNEME_STAGE",
    "MNEME_TABLES",
    "OPENBLAS_NUM_THREADS",
    "POWERTOOLS_LOG_LEVEL",
    "POWERTOOLS_SERVICE_NAME",
}


def function_of(cloud: Cloud, row: Function, stage: str = "prod") -> dict[str, Any]:
    found = cloud.template(stage, "service").properties("AWS::Lambda::Function")
    return found[construct_id(row.name, "Function")]


def environment_of(cloud: Cloud, row: Function, stage: str = "prod") -> dict[str, str]:
    variables = function_of(cloud, row, stage)["Environment"]["Variables"]
    return {name: plain(value) for name, value in variables.items()}


def named(name: str) -> Function:
    return next(row for row in FUNCTIONS if row.name == name)


@EVERY_FUNCTION
def test_a_function_runs_its_handler_on_both_layers_with_its_own_role(
    cloud: Cloud, row: Function
) -> None:
    function = function_of(cloud, row)

    assert function["Handler"] == "handler.lambda_handler"
    assert (function["Runtime"], function["Architectures"]) == ("python3.13", ["arm64"])
    assert {plain(layer) for layer in function["Layers"]} == {
        "<LayersCore>",
        "<LayersDependencies>",
    }
    assert plain(function["Role"]) == f"<{construct_id(row.name, 'Role')}.Arn>"
    assert function["TracingConfig"] == {"Mode": "Active"}


@EVERY_FUNCTION
def test_who_reads_revisions_reads_them_from_the_archive_too(row: Function) -> None:
    access = row.access
    reads = "revisions" in (*access.read, *access.write)

    assert ("archive" in access.buckets_read) is reads


@EVERY_FUNCTION
def test_a_function_has_the_size_and_time_of_its_row(cloud: Cloud, row: Function) -> None:
    function = function_of(cloud, row)

    assert function["MemorySize"] == row.memory_mb
    assert function["Timeout"] == row.timeout_seconds


@EVERY_FUNCTION
def test_the_environment_holds_what_the_row_needs_and_nothing_else(
    cloud: Cloud, row: Function
) -> None:
    wanted = set(ALWAYS)
    if row.access.tuned:
        wanted |= {"MNEME_APPCONFIG", "MNEME_SETTINGS_SECONDS"}
    if row.access.wrap_keys:
        wanted.add("MNEME_KEY_ID")
    if row.access.search:
        wanted |= {
            "MNEME_OPENSEARCH_URL",
            "MNEME_OPENSEARCH_SIGNED",
            "MNEME_INDEX_SHARDS",
        }
    if row.access.signs:
        wanted |= {"MNEME_CERTIFICATE_KEYS", "MNEME_RECOVERY_DAYS", "MNEME_PROVIDERS"}
    if row.fenced:
        wanted.add("MNEME_TENANT_ROLE")
    if row.calls:
        wanted |= {"MNEME_AWS_READ_SECONDS", "MNEME_AWS_TRIES"}

    assert set(environment_of(cloud, row)) == wanted


@EVERY_FUNCTION
def test_the_runtime_understands_the_environment(cloud: Cloud, row: Function) -> None:
    settings = settings_from(environment_of(cloud, row))

    stream = {row.stream_table} if row.stream_table else set()
    access = row.access
    assert set(settings.tables) == {*access.tables, *stream}
    assert {table.physical_name for table in settings.tables.values()} == {
        f"<{construct_id(name, 'Table')}>" for name in settings.tables
    }
    queues = {*row.access.send, *row.queues}
    assert settings.queues == {name: f"<{construct_id(name, 'Queue')}>" for name in queues}
    assert settings.buckets == {
        name: f"<{construct_id(name, 'Bucket')}>" for name in row.access.buckets
    }
    assert settings.data_dir is None
    assert settings.appconfig == (PLACE if access.tuned else None)
    assert settings.settings_seconds == 60
    bounds = (settings.aws_calls.read_seconds, settings.aws_calls.tries)
    assert bounds == ((row.calls.read_seconds, row.calls.tries) if row.calls else (3.0, 3))


@EVERY_FUNCTION
def test_the_environment_fits_into_what_a_function_may_have(cloud: Cloud, row: Function) -> None:
    environment = environment_of(cloud, row)

    of_appconfig = environment.get("MNEME_APPCONFIG", "").count("<")
    references = sum(value.count("<") for value in environment.values()) - of_appconfig
    names = references * GENERATED_NAME_LENGTH + of_appconfig * APPCONFIG_ID_LENGTH
    size = len(json.dumps(environment)) + names
    assert size < LAMBDA_ENVIRONMENT_BYTES


def test_search_is_the_stages_own_domain(cloud: Cloud) -> None:
    environment = environment_of(cloud, named("recall_api"))

    assert environment["MNEME_OPENSEARCH_URL"] == "https://<SearchDomain.DomainEndpoint>"
    assert environment["MNEME_OPENSEARCH_SIGNED"] == "true"


def test_no_function_takes_concurrency_of_an_account_that_may_have_none_to_give(
    cloud: Cloud,
) -> None:
    functions = cloud.template("dev", "service").properties("AWS::Lambda::Function").values()

    assert not any("ReservedConcurrentExecutions" in function for function in functions)


def test_only_online_functions_of_production_are_kept_warm(cloud: Cloud) -> None:
    warm = {
        stage: {
            name: alias["ProvisionedConcurrencyConfig"]["ProvisionedConcurrentExecutions"]
            for name, alias in cloud.template(stage, "service")
            .properties("AWS::Lambda::Alias")
            .items()
        }
        for stage in STAGES
    }

    online = {construct_id(row.name, "Live"): 2 for row in FUNCTIONS if row.online}
    assert warm == {"dev": {}, "prod": online, "local": {}}


def test_warm_functions_grow_with_their_use(cloud: Cloud) -> None:
    targets = cloud.template("prod", "service").properties(
        "AWS::ApplicationAutoScaling::ScalableTarget"
    )

    bounds = [(target["MinCapacity"], target["MaxCapacity"]) for target in targets.values()]
    assert bounds == [(2, 20)] * sum(row.online for row in FUNCTIONS)


def test_logs_are_kept_as_long_as_the_stage_says(cloud: Cloud) -> None:
    kept = {
        stage: {
            log["RetentionInDays"]
            for log in cloud.template(stage, "service").properties("AWS::Logs::LogGroup").values()
        }
        for stage in STAGES
    }

    assert kept == {stage: {settings.log_days} for stage, settings in STAGES.items()}
