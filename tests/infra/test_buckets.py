"""Buckets are private, encrypted, and keep nothing longer than they say."""

import json

import pytest

from infra.buckets import BUCKETS, Bucket
from infra.constructs.naming import construct_id
from tests.infra.synthesized import Cloud, plain

DATA_KEY = "<DataKey.Arn>"


@pytest.mark.parametrize("row", BUCKETS, ids=lambda row: row.name)
def test_a_bucket_is_private_versioned_and_encrypted(cloud: Cloud, row: Bucket) -> None:
    name = construct_id(row.name, "Bucket")
    bucket = cloud.template("prod", "data").properties("AWS::S3::Bucket")[name]

    (rule,) = bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert plain(rule["ServerSideEncryptionByDefault"]["KMSMasterKeyID"]) == DATA_KEY
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}


def test_payloads_outlive_their_messages_exports_go_and_the_archive_stays(cloud: Cloud) -> None:
    buckets = cloud.template("prod", "data").properties("AWS::S3::Bucket")
    lifetimes = {
        name: [
            (rule.get("ExpirationInDays"), rule["NoncurrentVersionExpiration"]["NoncurrentDays"])
            for rule in bucket["LifecycleConfiguration"]["Rules"]
        ]
        for name, bucket in buckets.items()
    }

    assert lifetimes == {
        "PayloadsBucket": [(29, 1)],
        "ArchiveBucket": [(None, 1)],
        "ExportsBucket": [(7, 1)],
        "DigestsBucket": [(400, 1)],
    }


@pytest.mark.parametrize(("stage", "mode"), [("prod", "COMPLIANCE"), ("dev", "GOVERNANCE")])
def test_digests_are_locked_and_nothing_else_is(cloud: Cloud, stage: str, mode: str) -> None:
    buckets = cloud.template(stage, "data").properties("AWS::S3::Bucket")
    locks = {
        name: bucket["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]
        for name, bucket in buckets.items()
        if bucket.get("ObjectLockEnabled")
    }

    assert locks == {"DigestsBucket": {"Days": 400, "Mode": mode}}


def test_buckets_refuse_plain_connections_and_old_tls(cloud: Cloud) -> None:
    policies = cloud.template("prod", "data").properties("AWS::S3::BucketPolicy")
    refused = [
        {
            json.dumps(statement["Condition"], sort_keys=True)
            for statement in policy["PolicyDocument"]["Statement"]
            if statement["Effect"] == "Deny"
        }
        for policy in policies.values()
    ]

    assert refused == [
        {
            '{"Bool": {"aws:SecureTransport": "false"}}',
            '{"NumericLessThan": {"s3:TlsVersion": 1.2}}',
        }
    ] * len(BUCKETS)
