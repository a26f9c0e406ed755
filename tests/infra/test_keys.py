"""Keys that encrypt rotate, and the wrapping key knows for whom it works."""

from tests.infra.synthesized import Cloud


def test_both_keys_that_encrypt_rotate(cloud: Cloud) -> None:
    keys_of_stage = cloud.template("prod", "data").properties("AWS::KMS::Key")
    encrypting = {name: key for name, key in keys_of_stage.items() if "KeyUsage" not in key}

    assert {name: key["EnableKeyRotation"] for name, key in encrypting.items()} == {
        "DataKey": True,
        "WrappingKey": True,
    }


def test_the_deletion_of_any_key_can_be_taken_back_for_a_month(cloud: Cloud) -> None:
    keys_of_stage = cloud.template("prod", "data").properties("AWS::KMS::Key").values()

    assert {key["PendingWindowInDays"] for key in keys_of_stage} == {30}


def test_the_wrapping_key_serves_nobody_who_does_not_name_a_tenant(cloud: Cloud) -> None:
    key = cloud.template("prod", "data").properties("AWS::KMS::Key")["WrappingKey"]

    denials = [s for s in key["KeyPolicy"]["Statement"] if s["Effect"] == "Deny"]

    assert [(d["Principal"], d["Condition"]) for d in denials] == [
        ({"AWS": "*"}, {"Null": {"kms:EncryptionContext:tenant": "true"}})
    ]
    assert {"kms:Decrypt", "kms:Encrypt"} <= set(denials[0]["Action"])
