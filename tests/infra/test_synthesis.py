"""Synthesis is offline, repeatable and checked; stages share nothing but the account."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import aws_cdk as cdk
import pytest
from aws_cdk import aws_sqs as sqs

from app import build
from infra.constructs.function import MissingCodeError
from infra.functions import FUNCTIONS
from infra.settings import STAGES, stage_settings
from infra.stage import ROOT, MnemeStage
from tests.infra.synthesized import STAGES as EVERY_STAGE
from tests.infra.synthesized import Cloud, context, plain

STACKS = ("data", "service", "observability")
# The property that would fix the physical name of a resource, and with it forbid a second one.
NAMES = {
    "AWS::ApiGateway::ApiKey": "Name",
    "AWS::DynamoDB::Table": "TableName",
    "AWS::IAM::Role": "RoleName",
    "AWS::KMS::Alias": "AliasName",
    "AWS::Lambda::Function": "FunctionName",
    "AWS::Lambda::LayerVersion": "LayerName",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::OpenSearchService::Domain": "DomainName",
    "AWS::S3::Bucket": "BucketName",
    "AWS::SNS::Topic": "TopicName",
    "AWS::SQS::Queue": "QueueName",
    "AWS::Scheduler::Schedule": "Name",
    "AWS::WAFv2::WebACL": "Name",
}

GENERATED = "<ApiRest>"
"""The API's own id, which the gateway puts into the name of a log."""


def test_another_process_with_another_hash_seed_writes_the_same_bytes(
    cloud: Cloud, tmp_path: Path
) -> None:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "20261",
        "CDK_OUTDIR": str(tmp_path),
        "CDK_CONTEXT_JSON": json.dumps(context(*EVERY_STAGE)),
    }
    subprocess.run(  # noqa: S603
        [sys.executable, str(ROOT / "app.py")], cwd=ROOT, env=environment, check=True
    )

    written = _contents(cloud.folder)
    assert len(written) > len(EVERY_STAGE) * len(STACKS)
    assert _contents(tmp_path) == written


def _contents(folder: Path) -> dict[str, bytes]:
    """Return every file of an assembly: templates, what was found in them, code of functions."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("stage", STAGES)
def test_synthesis_looks_nothing_up_and_is_bound_to_no_account(cloud: Cloud, stage: str) -> None:
    manifest = cloud.manifest(stage)
    stacks = [
        artifact["environment"]
        for artifact in manifest["artifacts"].values()
        if artifact["type"] == "aws:cloudformation:stack"
    ]

    assert stacks == ["aws://unknown-account/unknown-region"] * len(STACKS)
    assert "missing" not in manifest


def test_stages_in_one_account_do_not_collide(cloud: Cloud) -> None:
    taken: list[str] = []
    for stage in STAGES:
        for artifact in cloud.manifest(stage)["artifacts"].values():
            taken.extend(filter(None, [artifact.get("properties", {}).get("stackName")]))
        for stack in STACKS:
            outputs = cloud.template(stage, stack).content.get("Outputs", {}).values()
            taken.extend(output["Export"]["Name"] for output in outputs if "Export" in output)

    assert len(taken) > len(STAGES) * len(STACKS)
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("stage", STAGES)
def test_physical_names_are_generated(cloud: Cloud, stage: str) -> None:
    fixed = [
        f"{kind} {logical_id}"
        for stack in STACKS
        for kind, name in NAMES.items()
        for logical_id, properties in cloud.template(stage, stack).properties(kind).items()
        if name in properties and GENERATED not in plain(properties[name])
    ]

    assert fixed == []


def test_no_rule_is_broken_that_is_not_acknowledged(cloud: Cloud) -> None:
    # A broken rule makes the synthesis itself fail; this reads what it wrote down.
    report = json.loads((cloud.folder / "validation-report.json").read_text())

    assert report["pluginReports"] == []


def test_a_queue_that_takes_plain_connections_would_break_a_rule(tmp_path: Path) -> None:
    app = cdk.App(outdir=str(tmp_path), context={"stage": "dev"})
    (stage,) = build(app)
    sqs.Queue(stage.data, "queue")

    with pytest.raises(RuntimeError, match="ValidationFailed"):
        app.synth()


def test_a_function_without_a_handler_is_named(tmp_path: Path) -> None:
    root = project_without(tmp_path, FUNCTIONS[0].name)

    with pytest.raises(MissingCodeError, match=f"functions/{FUNCTIONS[0].name}/handler.py"):
        MnemeStage(cdk.App(outdir=str(tmp_path / "out")), settings=STAGES["dev"], root=root)


def project_without(tmp_path: Path, function: str) -> Path:
    root = tmp_path / "project"
    for name in ("layers", "requirements", "functions"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(root / "functions" / function)
    return root


def test_an_unknown_stage_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no stage is called 'staging'"):
        stage_settings("staging")


def test_a_deployment_may_name_another_search_node_gateway_and_python() -> None:
    node, gateway = "http://127.0.0.1:9200", "http://127.0.0.1:4566"
    settings = stage_settings("local", opensearch_url=node, gateway_url=gateway, python="3.11")

    assert (settings.opensearch_url, settings.gateway_url) == (node, gateway)
    assert settings.python == "3.11"
